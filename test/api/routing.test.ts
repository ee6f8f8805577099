// Which paths and methods are answered: four paths, matched as they are sent, a method each.
import { describe, expect, test } from "bun:test";
import { ENDPOINTS } from "../../src/contract/endpoints.ts";
import { bodyFor, errorText, IDS, sandbox } from "../support/sandbox.ts";

const key = "mst_acme_full";
const PREFIX = "/api/v1/integration";
const HEADERS = { "cache-control": "no-store", "content-type": "application/json" };

describe("the response is 404 route_not_found", () => {
  test.each<`/${string}`>([
    "/",
    "/api/v1/integration",
    `${PREFIX}/`,
    `${PREFIX}/ping/`,
    `${PREFIX}/pings`,
    `${PREFIX}/ping/x`,
    `${PREFIX}/Ping`,
    "/API/v1/integration/ping",
    "/api/V1/integration/ping",
    "/api/v2/integration/ping",
    "/v1/integration/ping",
    "/ping",
    `/${PREFIX}/ping`,
    `${PREFIX}//ping`,
    `${PREFIX}/%70ing`,
    `${PREFIX}%2Fping`,
    `${PREFIX}/ping%20`,
    `${PREFIX}/ping%00`,
    `${PREFIX}/ping;v=1`,
    `${PREFIX}/ping.json`,
    `${PREFIX}/:ping`,
    `${PREFIX}/*`,
    "/_sandbox/health",
    "/dashboard",
    "/docs",
    "/openapi.json",
    "/p/ATLAS-1",
    "/favicon.ico",
  ])("at %s", async (path) => {
    const { text, id, ...rest } = await sandbox().call(path, { key });
    expect(text).toBe(errorText("route_not_found", "There is no endpoint at this path.", id));
    expect(rest).toEqual({ status: 404, headers: HEADERS });
  });

  test.each(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"])(
    "to %s as to any other method",
    async (method) => {
      const { status, headers } = await sandbox().call(`${PREFIX}/nothing`, { key, method });
      expect([status, headers.allow]).toEqual([404, undefined]);
    },
  );
});

describe("an endpoint is found", () => {
  test.each<`/${string}`>([
    `${PREFIX}/./ping`,
    `${PREFIX}/x/../ping`,
    `${PREFIX}/%2e/ping`,
    `${PREFIX}\\ping`,
    `${PREFIX}/ping?`,
    `${PREFIX}/ping?/api/v2`,
  ])("at %s, which a URL holds as the plain path", async (path) => {
    expect((await sandbox().call(path, { key })).status).toBe(200);
  });
});

describe.each(Object.values(ENDPOINTS))("$name", ({ name, method, path, success }) => {
  const allow = method === "GET" ? "GET, HEAD" : "POST";
  const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"];
  const wrong = methods.filter((other) => !allow.split(", ").includes(other));

  test.each(wrong)("responds with 405 and Allow to %s, with and without a key", async (other) => {
    const { call } = sandbox();
    for (const options of [{ method: other }, { method: other, key }]) {
      const { id, text, ...rest } = await call(path, options);
      const message = "The endpoint does not support this method.";
      const body = other === "HEAD" ? "" : errorText("method_not_allowed", message, id);
      const { "content-length": _length, ...headers } = rest.headers;
      expect(text).toBe(body);
      expect({ ...rest, headers }).toEqual({ status: 405, headers: { ...HEADERS, allow } });
    }
  });

  test(`responds with ${success} to ${method}`, async () => {
    const body = method === "POST" ? { body: bodyFor(IDS.atlas) } : {};
    expect((await sandbox().call(name, { key, ...body })).status).toBe(success);
  });
});
