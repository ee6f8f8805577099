// The headers of every response, good or bad, and the answers to HEAD.
import { describe, expect, test } from "bun:test";
import type { EndpointName } from "../../src/contract/endpoints.ts";
import { bodyFor, type CallOptions, IDS, SEEDS, sandbox } from "../support/sandbox.ts";

const key = "mst_acme_full";

type Kind = readonly [status: number, target: EndpointName | `/${string}`, call: CallOptions];

const KINDS: readonly Kind[] = [
  [200, "ping", { key }],
  [200, "products", { key }],
  [200, "orders", { key }],
  [201, "checkout-links", { key, body: bodyFor(IDS.atlas) }],
  [400, "checkout-links", { key, body: "{}" }],
  [401, "ping", {}],
  [403, "ping", { key: "mst_closed_full" }],
  [403, "products", { key: "mst_acme_none" }],
  [404, "checkout-links", { key, body: bodyFor(IDS.draft) }],
  [404, "/nothing", { key }],
  [405, "ping", { key, method: "OPTIONS" }],
];

const withHeaders = (call: CallOptions, headers: Record<string, string>): CallOptions => ({
  ...call,
  headers: { ...call.headers, ...headers },
});

describe.each(KINDS)("a response %d to %s %j", (status, target, call) => {
  test("is JSON, not stored, with an id that the record has too", async () => {
    const { call: ask, records } = sandbox();
    const response = await ask(target, call);
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({
      "content-type": "application/json",
      "cache-control": "no-store",
    });
    expect(response.id).toMatch(/^req_[0-9a-z]{7}_[0-9a-z]{5}$/);
    expect(records.map((record) => [record.id, record.status])).toEqual([[response.id, status]]);
  });

  test("is the same for a browser, without a CORS header", async () => {
    const preflight = { "Access-Control-Request-Method": "GET" };
    const plain = await sandbox().call(target, call);
    const { text, ...browser } = await sandbox().call(
      target,
      withHeaders(call, { Origin: "https://shop.example", ...preflight }),
    );
    expect({ ...browser, id: plain.id }).toEqual({
      status: plain.status,
      headers: plain.headers,
      id: plain.id,
    });
    expect(text.replace(browser.id, "")).toBe(plain.text.replace(plain.id, ""));
    expect(Object.keys(browser.headers).filter((name) => name.startsWith("access-"))).toEqual([]);
  });

  test("does not depend on what is accepted", async () => {
    const { call: ask } = sandbox();
    const response = await ask(target, withHeaders(call, { Accept: "text/html, */*;q=0" }));
    expect([response.status, response.headers["content-type"]]).toEqual([
      status,
      "application/json",
    ]);
  });

  test("does not take the client's request id", async () => {
    const response = await sandbox().call(target, withHeaders(call, { "X-Request-Id": "mine" }));
    expect(response.id).toMatch(/^req_/);
  });
});

test("no two responses have the same id, even in different worlds", async () => {
  const { call, worlds } = sandbox();
  worlds.create("other");
  const ids = new Set<string>();
  for (let n = 0; n < 100; n++) {
    ids.add((await call("ping", { key, ...(n % 2 && { world: "other" }) })).id);
  }
  expect(ids.size).toBe(100);
});

describe("HEAD", () => {
  test.each(KINDS.filter(([, target]) => target !== "checkout-links"))(
    "responds with %d to %s %j as to GET, without the body",
    async (_status, target, { method: _method, ...call }) => {
      const get = await sandbox().call(target, { ...call, method: "GET" });
      const head = await sandbox().call(target, { ...call, method: "HEAD" });
      const length = `${new TextEncoder().encode(get.text).length}`;
      expect({ ...head, id: get.id }).toEqual({
        ...get,
        text: "",
        headers: { ...get.headers, "content-length": length },
      });
    },
  );

  test("counts a body in bytes, not in letters", async () => {
    const seeds = `
merchants: [{ slug: acme }]
keys: [{ key: ${key}, merchant: acme }]
products: [{ publicCode: Ä€😀, merchant: acme, currency: EUR }]
`;
    const get = await sandbox({ seeds }).call("products", { key });
    const head = await sandbox({ seeds }).call("products", { key, method: "HEAD" });
    expect(head.headers["content-length"]).toBe(`${get.text.length + 1 + 2 + 2}`);
  });

  test("is 0 for an empty body", async () => {
    const { call } = sandbox({ seeds: `${SEEDS}  errorBody: empty\n` });
    expect((await call("ping", { method: "HEAD" })).headers["content-length"]).toBe("0");
  });

  test("costs a token as GET does, and is rejected with Retry-After", async () => {
    const { call } = sandbox();
    const ask = { key: "mst_acme_once", method: "HEAD" };
    expect((await call("ping", ask)).status).toBe(200);
    const { status, headers, text } = await call("ping", ask);
    expect([status, headers["retry-after"], text]).toEqual([429, "10", ""]);
  });
});
