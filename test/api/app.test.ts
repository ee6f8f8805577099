// The API is a Hono app: it is asked, mounted and routed as any other.
import { describe, expect, test } from "bun:test";
import { Hono } from "hono";
import { ENDPOINTS } from "../../src/contract/endpoints.ts";
import { createSandbox } from "../../src/library/library.ts";
import { bodyFor, IDS, sandbox } from "../support/sandbox.ts";

const PING = ENDPOINTS.ping.path;
const headers = { Authorization: "Bearer mst_acme_full" };

test("a test asks it by a path", async () => {
  const { api } = createSandbox();
  expect(api).toBeInstanceOf(Hono);
  expect((await api.request(PING, { headers })).status).toBe(200);
  expect((await api.request(PING)).status).toBe(401);
});

/** An app of someone else's, with the API of a sandbox under `/sandbox`. */
const OUTER: Readonly<Record<string, (api: Hono) => Hono>> = {
  route: (api) => new Hono().route("/sandbox", api),
  mount: (api) => new Hono().mount("/sandbox", api.fetch),
  "route below a path with a parameter": (api) => new Hono().route("/:any", api),
  "route beside a middleware": (api) => new Hono().use((_c, next) => next()).route("/sandbox", api),
};

describe.each(Object.entries(OUTER))("mounted by %s", (way, mount) => {
  const mounted = () => {
    const made = sandbox({
      scenarios: { closed: "keys: [{ key: mst_acme_full, status: revoked }]" },
    });
    return { ...made, outer: mount(made.api) };
  };

  test("each endpoint responds", async () => {
    const { outer } = mounted();
    for (const { path, method, success } of Object.values(ENDPOINTS)) {
      const json = { ...headers, "Content-Type": "application/json" };
      const init =
        method === "POST" ? { method, headers: json, body: bodyFor(IDS.atlas) } : { headers };
      expect((await outer.request(`/sandbox${path}`, init)).status).toBe(success);
    }
  });

  test("a request goes to the world of its prefix, and its journal entry has no mount path", async () => {
    const { outer, worlds } = mounted();
    expect((await outer.request(`/sandbox${PING}?a=b`, { headers })).status).toBe(200);
    expect((await outer.request(`/sandbox/w/closed${PING}`, { headers })).status).toBe(401);
    const pathsOf = (name: string) =>
      worlds
        .get(name)
        .journal.list()
        .map(({ path }) => path);
    expect([pathsOf("default"), pathsOf("closed")]).toEqual([[`${PING}?a=b`], [PING]]);
  });

  test("another method, a missing key and an unknown world get the API's errors", async () => {
    const { outer } = mounted();
    const statusOf = async (path: string, init?: RequestInit) => {
      const response = await outer.request(`/sandbox${path}`, init);
      expect(response.headers.get("x-request-id")).toStartWith("req_");
      return response.status;
    };
    expect(await statusOf(PING, { method: "DELETE", headers })).toBe(405);
    expect(await statusOf(PING)).toBe(401);
    expect(await statusOf(`/w/none${PING}`, { headers })).toBe(404);
    if (way === "mount") expect(await statusOf("/nothing", { headers })).toBe(404);
  });

  test("HEAD has the length of the GET body, and no body", async () => {
    const { outer } = mounted();
    const get = await outer.request(`/sandbox${PING}`, { headers });
    const head = await outer.request(`/sandbox${PING}`, { method: "HEAD", headers });
    const length = `${(await get.text()).length}`;
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
      200,
      length,
      "",
    ]);
  });

  test("a bug gets 500 and is recorded", async () => {
    const { outer, worlds, records } = mounted();
    Object.assign(worlds.default, {
      findKey: () => {
        throw new Error("mine");
      },
    });
    expect((await outer.request(`/sandbox${PING}`, { headers })).status).toBe(500);
    expect(records.map(({ why }) => why)).toEqual(["a bug in the sandbox: mine"]);
  });
});

test("a path that an outer app decodes is not matched, as it is not the one that was sent", async () => {
  const { api, records } = sandbox();
  const outer = new Hono().route("/sandbox", api);
  expect((await outer.request("/sandbox/api/v1/integration/%70ing", { headers })).status).toBe(404);
  expect(records.map(({ status }) => status)).toEqual([404]);
});

test("a change to one response does not affect another", async () => {
  const { api } = sandbox();
  const first = await api.request(PING);
  first.headers.set("x-request-id", "mine");
  first.headers.delete("www-authenticate");
  const second = await api.request(PING);
  expect(second.headers.get("www-authenticate")).toBe("Bearer");
  expect(second.headers.get("x-request-id")).toStartWith("req_");
});
