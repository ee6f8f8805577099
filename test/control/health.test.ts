// The health check: its exact shape, and how everything else under /_sandbox is refused.
import { describe, expect, test } from "bun:test";
import { VERSION } from "../../src/version.ts";
import { sandbox } from "../support/sandbox.ts";

const fetchFrom = async ({ hosted }: ReturnType<typeof sandbox>, path: string, method = "GET") => {
  const headers = { "Content-Type": "application/json" };
  const response = await hosted.fetch(
    new Request(`http://sandbox.test${path}`, { method, headers }),
  );
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe("GET /_sandbox/health", () => {
  test.each(["/_sandbox/health", "/_sandbox/health?a=b", "/w/alpha/_sandbox/health"])(
    "reports at %s the version, age, worlds and seeds of the sandbox",
    async (path) => {
      const made = sandbox();
      made.worlds.create("alpha");
      const { status, headers, text } = await fetchFrom(made, path);
      const { uptimeMs, ...health } = JSON.parse(text);
      expect(status).toBe(200);
      expect(headers.get("Content-Type")).toBe("application/json");
      expect(Object.keys(JSON.parse(text))).toEqual([
        "status",
        "version",
        "uptimeMs",
        "worlds",
        "seeds",
      ]);
      expect(Number.isInteger(uptimeMs) && uptimeMs >= 0).toBe(true);
      expect(health).toEqual({
        status: "ok",
        version: VERSION,
        worlds: 2,
        seeds: { revision: 1, loadedAt: "2026-10-17T09:00:00.000Z", lastError: null },
      });
    },
  );

  test("responds to HEAD without a body", async () => {
    const { status, text } = await fetchFrom(sandbox(), "/_sandbox/health", "HEAD");
    expect([status, text]).toEqual([200, ""]);
  });
});

const refused = [
  [
    "/_sandbox/health",
    "POST",
    405,
    "Method Not Allowed",
    "This path supports GET, HEAD, not POST.",
  ],
  [
    "/_sandbox/health",
    "DELETE",
    405,
    "Method Not Allowed",
    "This path supports GET, HEAD, not DELETE.",
  ],
  [
    "/w/default/_sandbox/health",
    "PUT",
    405,
    "Method Not Allowed",
    "This path supports GET, HEAD, not PUT.",
  ],
  [
    "/_sandbox//",
    "GET",
    404,
    "Not Found",
    "No call at /_sandbox//. GET /_sandbox lists all calls.",
  ],
  [
    "/_sandbox/health/",
    "GET",
    404,
    "Not Found",
    "No call at /_sandbox/health/. GET /_sandbox lists all calls.",
  ],
  [
    "/_sandbox/Health",
    "POST",
    404,
    "Not Found",
    "No call at /_sandbox/Health. GET /_sandbox lists all calls.",
  ],
  [
    "/_sandbox/%68ealth",
    "GET",
    404,
    "Not Found",
    "No call at /_sandbox/%68ealth. GET /_sandbox lists all calls.",
  ],
  [
    "/w/default/_sandbox/x",
    "GET",
    404,
    "Not Found",
    "No call at /_sandbox/x. GET /_sandbox lists all calls.",
  ],
] as const;

test.each(refused)(
  "%s responds to %s with the problem %d",
  async (path, method, status, title, detail) => {
    const { headers, ...response } = await fetchFrom(sandbox(), path, method);
    expect(response).toEqual({
      status,
      text: JSON.stringify({ type: "about:blank", title, status, detail }),
    });
    expect(headers.get("Content-Type")).toBe("application/problem+json");
    expect(headers.get("Allow")).toBe(status === 405 ? "GET, HEAD" : null);
  },
);

test("the control API is not at the API's address", async () => {
  expect((await sandbox().call("/_sandbox/health", { key: "mst_acme_full" })).status).toBe(404);
});

test("what the control API is asked is not recorded as a request of a merchant", async () => {
  const made = sandbox();
  await fetchFrom(made, "/_sandbox/health");
  expect(made.records).toEqual([]);
});
