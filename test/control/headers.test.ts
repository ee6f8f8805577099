// What every response of the control API is sent with, errors included.
import { expect, test } from "bun:test";
import { controlled } from "./ask.ts";

const TOKEN = "a-token-of-16-characters";

test.each<[method: string, path: string, headers: Record<string, string>, status: number]>([
  ["GET", "/_sandbox/health", {}, 200],
  ["GET", "/_sandbox/worlds", { Authorization: `Bearer ${TOKEN}` }, 200],
  ["GET", "/_sandbox/openapi.json", { Authorization: `Bearer ${TOKEN}` }, 200],
  ["GET", "/_sandbox/worlds/default/snapshot", { Authorization: `Bearer ${TOKEN}` }, 200],
  ["HEAD", "/_sandbox/worlds/default/requests/stream", { Authorization: `Bearer ${TOKEN}` }, 200],
  ["DELETE", "/_sandbox/worlds/default/requests", { Authorization: `Bearer ${TOKEN}` }, 204],
  ["GET", "/_sandbox/nothing", { Authorization: `Bearer ${TOKEN}` }, 404],
  ["DELETE", "/_sandbox/health", { Authorization: `Bearer ${TOKEN}` }, 405],
  ["GET", "/_sandbox/worlds", {}, 401],
  ["GET", "/_sandbox/worlds", { Origin: "https://evil.test" }, 403],
  ["GET", "/dashboard", {}, 401],
  ["GET", "/docs", { Origin: "https://evil.test" }, 403],
])("%s %s with %p is not cached, and not sniffed", async (method, path, headers, status) => {
  const { hosted } = controlled({ controlToken: TOKEN });
  const request = new Request(`http://127.0.0.1:4701${path}`, { method, headers });
  const response = await hosted.fetch(request);
  expect(response.status).toBe(status);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
});
