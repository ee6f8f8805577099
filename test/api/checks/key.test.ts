// The bearer key: how it is sent, which are good, and the challenge that refuses the others.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type CallOptions, errorText, SEEDS, sandbox } from "../../support/sandbox.ts";

const KEY = "mst_acme_full";
const PLAIN = "Bearer";
const INVALID = 'Bearer error="invalid_token"';

const authorization = (value: string): CallOptions => ({ headers: { Authorization: value } });

describe("a key is taken", () => {
  test.each([
    `Bearer ${KEY}`,
    `bearer ${KEY}`,
    `BEARER ${KEY}`,
    `bEaReR ${KEY}`,
    `Bearer   ${KEY}`,
    `  Bearer ${KEY}\t `,
  ])("from `%s`", async (value) => {
    expect((await sandbox().call("ping", authorization(value))).status).toBe(200);
  });
});

describe("a request gets 401", () => {
  test.each<[name: string, call: CallOptions, challenge: string]>([
    ["without a key", {}, PLAIN],
    ["with an empty Authorization", authorization(""), PLAIN],
    ["with the scheme alone", authorization("Bearer"), PLAIN],
    ["with the scheme and blanks alone", authorization("Bearer   "), PLAIN],
    ["with the key alone", authorization(KEY), PLAIN],
    ["with a tab for the blank", authorization(`Bearer\t${KEY}`), PLAIN],
    ["with a colon behind the scheme", authorization(`Bearer: ${KEY}`), PLAIN],
    ["with a scheme that begins with Bearer", authorization(`BearerX ${KEY}`), PLAIN],
    ["with the scheme Token", authorization(`Token ${KEY}`), PLAIN],
    ["with Basic credentials", authorization(`Basic ${btoa(`${KEY}:`)}`), PLAIN],
    ["with the key in X-Api-Key", { headers: { "X-Api-Key": KEY } }, PLAIN],
    ["with the key in the query", { query: `access_token=${KEY}` }, PLAIN],
    ["with the key in a cookie", { headers: { Cookie: `key=${KEY}` } }, PLAIN],
    ["with an unknown key", { key: "mst_acme_fulk" }, INVALID],
    ["with a key in upper case", { key: KEY.toUpperCase() }, INVALID],
    ["with the beginning of a key", { key: KEY.slice(0, -1) }, INVALID],
    ["with a key and a letter more", { key: `${KEY}x` }, INVALID],
    ["with a key in quotes", { key: `"${KEY}"` }, INVALID],
    ["with a key and a comma", { key: `${KEY},` }, INVALID],
    ["with a key twice", { key: `${KEY} ${KEY}` }, INVALID],
    ["with two Authorization fields", { key: `${KEY}, Bearer ${KEY}` }, INVALID],
    ["with a revoked key", { key: "mst_acme_revoked" }, INVALID],
    ["with an expired key", { key: "mst_acme_expired" }, INVALID],
  ])("%s", async (_name, call, challenge) => {
    const { text, id, ...rest } = await sandbox().call("ping", call);
    const message = "The API key is missing, invalid, expired or revoked.";
    expect(text).toBe(errorText("unauthorized", message, id));
    expect(rest).toEqual({
      status: 401,
      headers: {
        "cache-control": "no-store",
        "content-type": "application/json",
        "www-authenticate": challenge,
      },
    });
  });
});

test("a valid key is accepted whatever else the request contains", async () => {
  const headers = { "X-Api-Key": "wrong", Cookie: "key=wrong" };
  const { status } = await sandbox().call("ping", { key: KEY, headers, query: "key=wrong" });
  expect(status).toBe(200);
});

test("an Authorization header of bearer, spaces and a key gets 200, any other gets 401", async () => {
  const { call } = sandbox();
  const latin = fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code));
  const word = fc.oneof(
    fc.constantFrom("Bearer", "bearer", "Basic", KEY, "mst_globex_full", "mst_acme_revoked", ","),
    fc.string({ unit: latin, maxLength: 20 }),
  );
  const gap = fc.constantFrom("", " ", "  ", "\t", "\u00a0");
  const header = fc
    .tuple(gap, word, gap, word, gap, fc.option(word, { nil: "" }))
    .map((parts) => parts.join(""));
  await fc.assert(
    fc.asyncProperty(header, async (value) => {
      const good = /^[ \t]*bearer +(mst_acme_full|mst_globex_full)[ \t]*$/i.exec(value);
      const known = good?.[1] === KEY || good?.[1] === "mst_globex_full";
      expect((await call("ping", authorization(value))).status).toBe(known ? 200 : 401);
    }),
    { numRuns: 300 },
  );
});

test("every key of visible characters in the seeds is accepted exactly", async () => {
  const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: visible, minLength: 8, maxLength: 256 }), async (key) => {
      const seeds = `merchants: [{ slug: acme }]\nkeys: [{ key: ${JSON.stringify(key)}, merchant: acme }]`;
      const { call } = sandbox({ seeds });
      expect((await call("ping", { key })).status).toBe(200);
      expect((await call("ping", { key: key.slice(1) })).status).toBe(401);
    }),
  );
});

describe("a key's expiry", () => {
  test("is on the world's clock, to the millisecond: at `expiresAt` the key has expired", async () => {
    const { call, pass } = sandbox();
    const ask = async () => (await call("ping", { key: "mst_acme_expiring" })).status;
    pass(3_599.999);
    expect(await ask()).toBe(200);
    pass(0.001);
    expect(await ask()).toBe(401);
    pass(-0.001);
    expect(await ask()).toBe(200);
  });

  test("does not happen if the clock is frozen", async () => {
    const { call, pass } = sandbox({ seeds: `${SEEDS}  clock: { frozen: true }\n` });
    pass(1e6);
    expect((await call("ping", { key: "mst_acme_expiring" })).status).toBe(200);
  });

  test("does not revive a revoked key", async () => {
    const seeds = `
merchants: [{ slug: acme }]
keys: [{ key: mst_acme_both, merchant: acme, status: revoked, expiresAt: now+1d }]
`;
    expect((await sandbox({ seeds }).call("ping", { key: "mst_acme_both" })).status).toBe(401);
  });
});
