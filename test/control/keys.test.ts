// Keys under control: created, rotated and revoked, each seen by the next request.
import { describe, expect, test } from "bun:test";
import * as v from "valibot";
import { conflict, controlled, misfits, notFound, problem } from "./ask.ts";

const KEYS = "/worlds/default/keys";
const full = "mst_acme_full";
const FULL = {
  merchant: "acme",
  scopes: ["catalog:read", "orders:read", "checkout:links"],
  status: "active",
  expiresAt: null,
  sandboxAccess: true,
  rateLimit: null,
};
const tokenOf = (body: unknown) => v.parse(v.object({ key: v.string() }), body).key;
const on = (key: string, what: "rotate" | "revoke") => `${KEYS}/${encodeURIComponent(key)}/${what}`;

describe("POST …/keys", () => {
  test("makes up a token, and all that is left out", async () => {
    const { must, call } = controlled();
    const made = await must(201, "POST", KEYS, { merchant: "acme" });
    expect(made).toEqual({ key: expect.stringMatching(/^mst_[\da-f]{32}$/), ...FULL });
    expect((await call("ping", { key: tokenOf(made) })).status).toBe(200);
  });

  test("takes every field of a seed's key", async () => {
    const { must, call } = controlled();
    const fields = {
      key: "mst_made_here",
      merchant: "globex",
      scopes: ["orders:read", "orders:read"],
      status: "active",
      expiresAt: "now+1h",
      sandboxAccess: true,
      rateLimit: { refillPerSecond: 0.5, capacity: 1 },
    };
    const scopes = ["orders:read"];
    const expiresAt = "2026-10-17T10:00:00.000Z";
    expect(await must(201, "POST", KEYS, fields)).toEqual({ ...fields, scopes, expiresAt });
    expect((await call("products", { key: "mst_made_here" })).status).toBe(403);
    expect((await call("orders", { key: "mst_made_here" })).status).toBe(429);
  });

  test.each([
    ["status", { status: "revoked" }, 401],
    ["expiresAt", { expiresAt: "now" }, 401],
    ["expiresAt", { expiresAt: "2020-01-01T00:00:00Z" }, 401],
    ["sandboxAccess", { sandboxAccess: false }, 403],
    ["scopes", { scopes: [] }, 200],
    ["merchant", { merchant: "closed" }, 403],
  ])("applies its %s: %j gets %d", async (_field, fields, status) => {
    const { must, call } = controlled();
    await must(201, "POST", KEYS, { key: "mst_made_here", merchant: "acme", ...fields });
    expect((await call("ping", { key: "mst_made_here" })).status).toBe(status);
  });

  test("takes any visible ASCII, and finds it percent-encoded in a path", async () => {
    const visible = Array.from({ length: 94 }, (_, n) => String.fromCharCode(n + 33)).join("");
    const odd = [visible, "a/b/../c", "..%2F..%2F", "%25%2525", "????????", "a#b;c&d=", "<<<<<<<<"];
    for (const key of [...odd, "x".repeat(256), "not null", "~~~~~~~~"].filter(
      (k) => !/ /.test(k),
    )) {
      const { must, call } = controlled();
      expect(await must(201, "POST", KEYS, { key, merchant: "acme" })).toEqual({ key, ...FULL });
      expect((await call("ping", { key })).status).toBe(200);
      const fresh = tokenOf(await must(201, "POST", on(key, "rotate")));
      expect((await call("ping", { key })).status).toBe(401);
      expect((await call("ping", { key: fresh })).status).toBe(200);
      expect(await must(200, "POST", on(key, "revoke"))).toMatchObject({ key, status: "revoked" });
    }
  });

  test("rejects what is not a key, field by field", async () => {
    const body = {
      key: "short",
      scopes: ["orders:write"],
      status: "dead",
      expiresAt: "tomorrow",
      sandboxAccess: 1,
      rateLimit: { capacity: 0.5 },
      remove: true,
    };
    expect(await controlled().ask("POST", KEYS, body)).toEqual(
      misfits({
        key: "must be 8 to 256 visible ASCII characters",
        merchant: "is missing",
        "scopes.0": 'must be "catalog:read" or "orders:read" or "checkout:links"',
        status: 'must be "active" or "revoked"',
        expiresAt: "must be a time like 2026-10-17T09:00:00Z or now-3d",
        sandboxAccess: "must be true or false",
        "rateLimit.capacity": "must be a whole number, 1 or more",
        "rateLimit.refillPerSecond": "is missing",
        remove:
          "unknown field. Known here: key, merchant, scopes, status, expiresAt, sandboxAccess, rateLimit.",
      }),
    );
  });

  test("rejects an unknown merchant, and suggests the closest", async () => {
    const { ask, worlds } = controlled();
    const before = worlds.default.state;
    const { status, body } = await ask("POST", KEYS, { merchant: "acm" });
    expect([status, body]).toMatchObject([
      422,
      {
        detail: "Invalid request body: /merchant: unknown merchant `acm`. Did you mean `acme`?",
        errors: [{ message: "unknown merchant `acm`", hint: "Did you mean `acme`?" }],
      },
    ]);
    expect(worlds.default.state).toBe(before);
  });

  test("rejects a time that never comes", async () => {
    const fields = { merchant: "acme", expiresAt: "2026-02-30T00:00:00Z" };
    expect(await controlled().ask("POST", KEYS, fields)).toMatchObject({
      status: 422,
      body: { errors: [{ code: "bad-time" }] },
    });
  });

  test("rejects a token that is taken", async () => {
    const { ask } = controlled();
    const refusal = conflict("The key mst_acme_full already exists. Use another.");
    expect(await ask("POST", KEYS, { key: full, merchant: "globex" })).toEqual(refusal);
  });

  test("makes fifty at once, each another", async () => {
    const { must, call, worlds } = controlled();
    const made = await Promise.all(
      Array.from({ length: 50 }, () => must(201, "POST", KEYS, { merchant: "acme" })),
    );
    const tokens = made.map(tokenOf);
    expect(new Set(tokens).size).toBe(50);
    expect(worlds.default.state.keys.size).toBe(61);
    for (const key of tokens) expect((await call("ping", { key })).status).toBe(200);
  });

  test("gives one token once, however many ask for it at once", async () => {
    const { ask } = controlled();
    const fields = { key: "mst_made_here", merchant: "acme" };
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask("POST", KEYS, fields)));
    expect(answers.map(({ status }) => status)).toEqual([201, ...Array(19).fill(409)]);
  });
});

describe("POST …/keys/:key/rotate", () => {
  test("puts a new key with the same rights in its place", async () => {
    const { must, call, records } = controlled();
    const fields = {
      key: "mst_made_here",
      merchant: "acme",
      scopes: ["orders:read"],
      expiresAt: "now+1h",
      sandboxAccess: true,
      rateLimit: { capacity: 1, refillPerSecond: 1 },
    };
    const old = await must(201, "POST", KEYS, fields);
    const fresh = await must(201, "POST", on("mst_made_here", "rotate"));
    const key = tokenOf(fresh);
    expect(fresh).toEqual({ ...Object(old), key });
    expect(key).toMatch(/^mst_[\da-f]{32}$/);
    expect((await call("products", { key })).status).toBe(403);
    expect((await call("orders", { key })).status).toBe(429);
    expect((await call("orders", { key: "mst_made_here" })).status).toBe(401);
    expect(records.at(-1)?.why).toMatch(/^key mst_made_here of acme \(.*\) is revoked; /);
  });

  test("gives no access that the old key had not", async () => {
    const { must, call } = controlled();
    const key = tokenOf(await must(201, "POST", on("mst_acme_noaccess", "rotate")));
    expect((await call("ping", { key })).status).toBe(403);
  });

  test("removes an expiry that has passed", async () => {
    const { must, call, pass } = controlled();
    pass(3_600.001);
    const fresh = await must(201, "POST", on("mst_acme_expiring", "rotate"));
    expect(fresh).toMatchObject({ status: "active", expiresAt: null });
    expect((await call("ping", { key: tokenOf(fresh) })).status).toBe(200);
  });

  test("leaves the old key's bucket and faults with the old key", async () => {
    const { must, call } = controlled();
    const faults = [{ key: "mst_acme_once", respond: 503 }];
    await must(200, "PUT", "/worlds/default/rate-limit", { key: "mst_acme_once", tokens: 0 });
    await must(200, "PUT", "/worlds/default/faults", faults);
    const key = tokenOf(await must(201, "POST", on("mst_acme_once", "rotate")));
    expect((await call("ping", { key })).status).toBe(200);
    expect((await call("ping", { key })).status).toBe(429);
    expect(await must(200, "GET", "/worlds/default/faults")).toEqual([{ ...faults[0], hits: 0 }]);
  });

  test("of a revoked one still creates a new one", async () => {
    const { must, call } = controlled();
    const key = tokenOf(await must(201, "POST", on("mst_acme_revoked", "rotate")));
    expect((await call("ping", { key })).status).toBe(200);
  });

  test("again and again leaves one that works", async () => {
    const { must, call, worlds } = controlled();
    const used = [full];
    for (let n = 0; n < 10; n++) {
      used.push(tokenOf(await must(201, "POST", on(used.at(-1) ?? "", "rotate"))));
    }
    const statuses = await Promise.all(
      used.map(async (key) => (await call("ping", { key })).status),
    );
    expect(statuses).toEqual([...Array(10).fill(401), 200]);
    expect(worlds.default.state.keys.size).toBe(21);
  });
});

describe("POST …/keys/:key/revoke", () => {
  test("applies to the next request, and can be repeated", async () => {
    const { must, call } = controlled();
    const revoked = { key: full, ...FULL, status: "revoked" };
    expect((await call("ping", { key: full })).status).toBe(200);
    expect(await must(200, "POST", on(full, "revoke"))).toEqual(revoked);
    expect((await call("ping", { key: full })).status).toBe(401);
    expect(await must(200, "POST", on(full, "revoke"))).toEqual(revoked);
    expect((await call("ping", { key: full })).status).toBe(401);
    expect((await call("ping", { key: "mst_acme_reads" })).status).toBe(200);
  });

  test("is undone by an overlay, or by a reset", async () => {
    const { must, call, handle } = controlled();
    await must(200, "POST", on(full, "revoke"));
    await handle("default").change({ keys: [{ key: full, status: "active" }] });
    expect((await call("ping", { key: full })).status).toBe(200);
    await must(200, "POST", on(full, "revoke"));
    await must(200, "POST", "/worlds/default/reset");
    expect((await call("ping", { key: full })).status).toBe(200);
  });

  test("of the default key does not change which one it is", async () => {
    const { must } = controlled();
    await must(200, "POST", on(full, "revoke"));
    expect(await must(200, "GET", "/worlds/default")).toMatchObject({ apiKey: full });
  });
});

test("a created key is shown in later requests, and masked in earlier ones", async () => {
  const { must, call, worlds } = controlled();
  const pathsOf = () => worlds.default.journal.list().map(({ path }) => path);
  await call("/a", { query: "key=mst_made_here" });
  expect(pathsOf()).toEqual(["/a?key=mst_…re"]);
  await must(201, "POST", KEYS, { key: "mst_made_here", merchant: "acme" });
  expect(pathsOf()).toEqual(["/a?key=mst_made_here"]);
});

describe("a key that does not exist", () => {
  const KNOWN =
    "Known: mst_acme_full, mst_acme_none, mst_acme_reads, mst_acme_links, mst_acme_revoked, " +
    "mst_acme_expired, mst_acme_expiring, mst_acme_noaccess, and 3 more.";
  const missing = (mask: string) =>
    notFound(`There is no key ${mask} in the world default. ${KNOWN}`);

  test.each(["rotate", "revoke"] as const)("can't be had: %s", async (what) => {
    const { ask } = controlled();
    for (const typo of ["mst_acme_ful", "MST_ACME_FULL"]) {
      expect(await ask("POST", on(typo, what))).toEqual(
        notFound(`There is no key ${typo} in the world default. Did you mean \`mst_acme_full\`?`),
      );
    }
    expect(await ask("POST", on("mst_live_secret", what))).toEqual(missing("mst_…et"));
    expect(await ask("POST", `${KEYS}/%zz/${what}`)).toEqual(missing("…"));
    expect(await ask("POST", `${KEYS}/%00%E2%82%AC/${what}`)).toEqual(missing("…"));
  });
});

test("keys of one world do not work in another", async () => {
  const { must, call, ask } = controlled();
  await must(201, "POST", "/worlds", { name: "mine" });
  await must(201, "POST", "/worlds/mine/keys", { key: "mst_made_here", merchant: "acme" });
  expect((await call("ping", { key: "mst_made_here" })).status).toBe(401);
  expect((await ask("POST", on("mst_made_here", "revoke"))).status).toBe(404);
  await must(200, "POST", `/worlds/mine/keys/${full}/revoke`);
  expect((await call("ping", { key: full })).status).toBe(200);
});

test("a body that is not an object is rejected before the world is looked up", async () => {
  expect(await controlled().ask("POST", "/worlds/nowhere/keys", "[")).toEqual(
    problem(
      400,
      "Bad Request",
      "The body is not JSON. Send JSON as /_sandbox/openapi.json describes it.",
    ),
  );
});
