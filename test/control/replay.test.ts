// A request that is sent again: as it was, under a new id, or not at all.
import { describe, expect, test } from "bun:test";
import * as v from "valibot";
import { replay } from "../../src/api/replay.ts";
import { RESPONSE_SCHEMAS } from "../../src/control/responses.ts";
import { cutBodies } from "../support/cut-bodies.ts";
import { bodyFor, type CallOptions, IDS, requestOf, SEEDS, sandbox } from "../support/sandbox.ts";
import { conflict, controlled, notFound } from "./ask.ts";

const key = "mst_acme_full";

type Target = "ping" | "orders" | "checkout-links" | `/${string}`;

/** Sends a request, and the same again by its id. */
async function sendTwice(target: Target, options: CallOptions, made = controlled()) {
  const world = options.world ?? "default";
  const { id } = await made.call(target, options);
  const [first] = made.worlds.get(world).journal.list();
  const body = await made.must(201, "POST", `/worlds/${world}/requests/${id}/replay`);
  return { made, first, again: v.parse(RESPONSE_SCHEMAS.Request, body) };
}

const changing = { id: expect.any(String), ms: expect.any(Number) };

describe("a request is sent again", () => {
  test.each<[string, Target, CallOptions]>([
    ["with its key", "orders", { key }],
    ["with its query and headers", "ping", { key, query: "a=1&b", headers: { "X-Own": "a b" } }],
    ["with its body", "checkout-links", { key, body: bodyFor(IDS.atlas) }],
    ["with a body of other bytes", "checkout-links", { key, body: new Uint8Array([0, 255, 123]) }],
    ["with its method", "ping", { key, method: "PUT" }],
    ["as a HEAD", "orders", { key, method: "HEAD" }],
    ["to its world", "ping", { key, world: "alpha" }],
    ["to a path that is none", "/w/nowhere/api/v1/integration/ping", { key }],
    ["with a key that is not known", "ping", { key: "mst_unknown_key" }],
    ["with a key in the wrong place", "ping", { headers: { "X-Api-Key": key } }],
    ["without a key", "ping", {}],
    ["as one of another web page", "ping", { headers: { Origin: "http://other.example" } }],
  ])("%s", async (_name, target, options) => {
    const made = controlled();
    made.worlds.create("alpha");
    const { first, again } = await sendTwice(target, options, made);
    // Why: the body of an error names its request.
    const body = first?.response.body?.replaceAll(first.id, again.id) ?? null;
    expect(again).toEqual({
      ...v.parse(RESPONSE_SCHEMAS.Request, first),
      ...changing,
      response: { headers: { ...first?.response.headers, "x-request-id": again.id }, body },
    });
    expect(again.id).not.toBe(first?.id ?? "");
  });

  test.each(["127.0.0.1:4700", "LOCALHOST"])("to the host %s that it was sent to", async (host) => {
    const { api, worlds } = sandbox({ host: "127.0.0.1" });
    const headers = { Host: host, Authorization: `Bearer ${key}` };
    const url = `http://${host}/api/v1/integration/orders`;
    await api.fetch(new Request(url, { headers }));
    const [first] = worlds.default.journal.list();
    const exchange = worlds.default.journal.find(first?.id ?? "");
    const again = exchange && (await replay(api.fetch, worlds.default, exchange));
    expect([first?.status, again?.status]).toEqual([200, 200]);
  });

  test("and recorded as a separate request", async () => {
    const { made, first, again } = await sendTwice("orders", { key });
    const { journal } = made.worlds.default;
    expect(journal.list()).toEqual([v.parse(RESPONSE_SCHEMAS.Request, first), again]);
    expect(made.records.map(({ id }) => id)).toEqual([first?.id ?? "", again.id]);
  });

  test("and handled with the current state of the world", async () => {
    const made = controlled();
    const { id } = await made.call("ping", { key });
    await made.must(200, "POST", `/worlds/default/keys/${key}/revoke`);
    const again = await made.must(201, "POST", `/worlds/default/requests/${id}/replay`);
    expect(again).toMatchObject({ status: 401, key: "mst_acme_full", merchant: "acme" });
  });

  test.each(["before", "midway"])("and reported if a fault drops the response %s", async (drop) => {
    const seeds = `faults: [{ endpoint: ping, drop: ${drop} }]\n${SEEDS}`;
    const made = controlled({ seeds });
    await Promise.resolve(made.api.fetch(requestOf("ping", { key }))).catch(() => {});
    const [{ id = "" } = {}] = made.worlds.default.journal.list();
    await made.must(201, "POST", `/worlds/default/requests/${id}/replay`);
    expect(made.worlds.default.journal.list()).toHaveLength(2);
  });
});

describe("a request that is sent again and held back", () => {
  const seeds = `faults: [{ endpoint: ping, after: 1, delay: 1d }]\n${SEEDS}`;

  test.each<[string, (made: ReturnType<typeof controlled>) => Promise<unknown>]>([
    ["forgotten", ({ must }) => must(204, "DELETE", "/worlds/default/requests")],
    ["reset", ({ must }) => must(200, "POST", "/worlds/default/reset")],
  ])("is reported, even if it is %s meanwhile", async (_what, forget) => {
    const made = controlled({ seeds });
    const { id } = await made.call("ping", { key });
    const { faults, journal } = made.worlds.default;
    const again = made.must(201, "POST", `/worlds/default/requests/${id}/replay`);
    const [first, waiting] = await untilListed(() => journal.list(), 2);
    await forget(made);
    faults.release();
    expect(await again).toMatchObject({ id: waiting?.id, path: first?.path, status: 200 });
  });

  /** Waits for so many requests to be listed. */
  async function untilListed<Entry>(list: () => Entry[], count: number): Promise<Entry[]> {
    while (list().length < count) await new Promise(setImmediate);
    return list();
  }
});

test("a request that is forgotten while it is sent again is reported as such", async () => {
  let sent = 0;
  const made = controlled({ onRequest: () => sent++ > 0 && made.worlds.default.journal.clear() });
  const { id } = await made.call("ping", { key });
  expect(await made.ask("POST", `/worlds/default/requests/${id}/replay`)).toEqual(
    conflict(
      `Request ${id} was sent again, but its new entry has already left the journal of the world default. Send fewer requests at once.`,
    ),
  );
});

describe("a request is not sent again", () => {
  const FIX = "Send it from your client.";

  test("if it is not remembered", async () => {
    const { ask } = controlled();
    expect(await ask("POST", "/worlds/default/requests/req_none/replay")).toEqual(
      notFound(
        'There is no request "req_none" in the world default. Use the id of one of its last 1,000 requests.',
      ),
    );
  });

  test("if only the beginning of its body was recorded", async () => {
    const { ask, call, worlds } = controlled();
    const { id } = await call("checkout-links", { key, body: "x".repeat(5_000) });
    cutBodies(worlds.default.journal);
    expect(await ask("POST", `/worlds/default/requests/${id}/replay`)).toEqual(
      conflict(
        `Request ${id} cannot be sent again: the journal has only the beginning of its body of 5000 bytes. ${FIX}`,
      ),
    );
  });

  test.each([
    ["with a Content-Length", { "Content-Length": "52" }],
    ["in chunks", { "Transfer-Encoding": "chunked" }],
    ["from the same process", {}],
  ])("if its body, %s, was never read", async (_name, headers) => {
    const { ask, call } = controlled();
    const { id } = await call("checkout-links", { headers, body: bodyFor(IDS.atlas) });
    expect(await ask("POST", `/worlds/default/requests/${id}/replay`)).toEqual(
      conflict(
        `Request ${id} cannot be sent again: it was rejected before its body was read. ${FIX}`,
      ),
    );
  });
});

describe("a request is sent again with changes", () => {
  const path = "/worlds/default/requests";

  async function resend(change: object) {
    const made = controlled();
    const { id } = await made.call("checkout-links", { key, body: bodyFor(IDS.draft) });
    const body = await made.must(201, "POST", `${path}/${id}/replay`, change);
    return v.parse(RESPONSE_SCHEMAS.Request, body);
  }

  test.each<[string, object, number, object]>([
    ["an empty object changes nothing", {}, 404, { path: "/api/v1/integration/checkout-links" }],
    ["another body, whose length is another", { body: bodyFor(IDS.atlas) }, 201, {}],
    [
      "another key",
      { headers: { Authorization: "Bearer mst_acme_none" } },
      403,
      { key: "mst_acme_none" },
    ],
    ["a header less", { headers: { authorization: null } }, 401, { key: null }],
    ["another path with a query", { path: "/nothing?a=b" }, 404, { path: "/nothing?a=b" }],
    ["another method, which has no body", { method: "GET" }, 405, { method: "GET" }],
    ["no body", { body: null }, 400, {}],
  ])("%s", async (_name, change, status, shown) => {
    expect(await resend(change)).toMatchObject({ status, ...shown });
  });

  test.each<[object, string]>([
    [{ path: "nothing" }, "/path"],
    [{ path: "/a b" }, "/path"],
    [{ method: "NOT A METHOD" }, "/method"],
    [{ headers: { a: 1 } }, "/headers/a"],
    [{ sent: 1 }, "/sent"],
  ])("but not %j", async (change, pointer) => {
    const made = controlled();
    const { id } = await made.call("ping", { key });
    const { errors } = (await made.must(422, "POST", `${path}/${id}/replay`, change)) as {
      errors: { path: string }[];
    };
    expect(errors.map((error) => error.path)).toEqual([pointer]);
  });

  test("without the length of a body that is not sent", async () => {
    const made = controlled();
    const headers = { "Content-Length": "52" };
    const { id } = await made.call("checkout-links", { key, headers, body: bodyFor(IDS.atlas) });
    for (const change of [{ method: "GET" }, { body: bodyFor(IDS.draft) }, { body: null }]) {
      const again = await made.must(201, "POST", `${path}/${id}/replay`, change);
      expect(v.parse(RESPONSE_SCHEMAS.Request, again).request.headers).not.toHaveProperty(
        "content-length",
      );
    }
  });

  test("but not with a mask in place of a secret, nor with a body that is not sent", async () => {
    const made = controlled();
    const body = JSON.stringify({ productId: IDS.atlas, token: "of-another-sandbox" });
    const { id } = await made.call("checkout-links", { key, body });
    const resend = (change: object) => made.ask("POST", `${path}/${id}/replay`, change);
    const shown = made.worlds.default.journal.list()[0]?.request.body ?? "";
    expect(await resend({ body: shown.replace(IDS.atlas, IDS.draft) })).toEqual(
      conflict(
        `Request ${id} cannot be sent again: its body has of-a…ox in place of a secret. Write the secret.`,
      ),
    );
    expect(await resend({ method: "GET", body: "{}" })).toEqual(
      conflict(
        `Request ${id} cannot be sent again: a GET request has no body. Send it from your client.`,
      ),
    );
    const own = { body: shown.replace("of-a…ox", "of-my-own") };
    expect(await resend(own)).toMatchObject({ status: 201 });
    expect(await resend({})).toMatchObject({ status: 201 });
  });

  test("to a host that is not the sandbox's", async () => {
    const { api, worlds } = sandbox({ host: "127.0.0.1" });
    const headers = { Host: "127.0.0.1:4700", Authorization: `Bearer ${key}` };
    await api.fetch(new Request("http://127.0.0.1:4700/api/v1/integration/ping", { headers }));
    const { journal } = worlds.default;
    const exchange = journal.find(journal.newest() ?? "");
    const change = { headers: { Host: "other.example" } };
    const again = exchange && (await replay(api.fetch, worlds.default, exchange, change));
    expect([exchange?.status, again?.status]).toEqual([200, 421]);
  });

  test("but not with a method that no runtime can send, which Bun would make a GET", async () => {
    const made = controlled();
    const { id } = await made.call("ping", { key });
    expect(
      await made.must(409, "POST", `${path}/${id}/replay`, { method: "UNKNOWN" }),
    ).toMatchObject({ detail: expect.stringContaining("cannot send the method UNKNOWN") });
  });

  test("but not with a header that HTTP does not allow, or if its own body is needed and was not read", async () => {
    const made = controlled();
    const { id } = await made.call("checkout-links", {
      key: "mst_unknown_key",
      body: bodyFor(IDS.atlas),
    });
    await made.must(409, "POST", `${path}/${id}/replay`, { headers: { "a b": "1" }, body: "" });
    await made.must(409, "POST", `${path}/${id}/replay`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    const body = { headers: { Authorization: `Bearer ${key}` }, body: bodyFor(IDS.atlas) };
    expect(await made.must(201, "POST", `${path}/${id}/replay`, body)).toMatchObject({
      status: 201,
    });
  });
});
