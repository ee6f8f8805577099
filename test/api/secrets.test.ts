// No secret stays in a record or in the journal, wherever a client put it; keys of the world are shown.
import { describe, expect, test } from "bun:test";
import { createMask, maskKey } from "../../src/world/journal/mask.ts";
import { type CallOptions, SEEDS, sandbox } from "../support/sandbox.ts";

type Place = readonly [name: string, call: CallOptions, path?: `/${string}`];
const LINKS = "/api/v1/integration/checkout-links";
const inBody = (body: string): CallOptions => ({ key: "mst_acme_full", body });
const inQuery = (query: string): CallOptions => ({ key: "mst_acme_full", query });
const inHeader = (name: string, value: string): CallOptions => ({ headers: { [name]: value } });
const escapeAll = (text: string) =>
  [...text].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join("");

/** Places where a name says that a secret follows. */
const namedPlaces = (secret: string): readonly Place[] => [
  ["Authorization", { key: secret }],
  ["Authorization, bare", inHeader("Authorization", secret)],
  ["Authorization, as the scheme", inHeader("Authorization", `${secret} ${secret}`)],
  ["Authorization, twice", { key: `${secret}, Bearer ${secret}` }],
  ["Authorization, Basic", inHeader("Authorization", `Basic ${btoa(`user:${secret}`)}`)],
  ["Proxy-Authorization", inHeader("Proxy-Authorization", `Digest response="${secret}"`)],
  ["another header of a login", inHeader("X-Forwarded-For", `Bearer ${secret}`)],
  ["a cookie", inHeader("Cookie", `theme=dark; a=${secret}; b=${secret}==`)],
  ["a cookie without a name", inHeader("Cookie", secret)],
  ["apikey", inHeader("apikey", secret)],
  ["X-Api-Key", inHeader("X-Api-Key", secret)],
  ["X-Auth-Token", inHeader("X-Auth-Token", secret)],
  ["X-Amz-Security-Token", inHeader("X-Amz-Security-Token", secret)],
  ["X-CSRF", inHeader("X-CSRF", secret)],
  ["Stripe-Signature", inHeader("Stripe-Signature", `t=1,v1=${secret}`)],
  ["the address of a Referer", inHeader("Referer", `https://shop.test/?api_key=${secret}&a=1`)],
  ["the user of a Referer", inHeader("Referer", `https://user:${secret}@shop.test/`)],
  ["a parameter", inQuery(`a=1&client_secret=${secret}`)],
  ["a parameter with an escaped name", inQuery(`api%5Fk%65y=${secret}`)],
  ["an escaped parameter", inQuery(`token=${escapeAll(secret)}`)],
  ["a parameter in an address", inQuery(`to=${encodeURIComponent(`https://a.b/?key=${secret}`)}`)],
  ["a path's parameter", {}, `/api/v1/integration/ping;token=${secret}`],
  ["a field", inBody(`{"apiKey": "${secret}"}`)],
  ["a field with spaces", inBody(`{ "client_secret"  :\n  "${secret}" }`)],
  ["a field with an escaped name", inBody(`{"\\u0070assword":"${secret}"}`)],
  ["a field with an escaped value", inBody(`{"password":"\\"${secret}"}`)],
  ["an object of a field", inBody(`{"credentials": {"user": "bob", "all": ["${secret}"]}}`)],
  ["a list of a field", inBody(`{"tokens":["a","${secret}"],"b":1}`)],
  ["a body in a body", inBody(JSON.stringify({ raw: JSON.stringify({ session: secret }) }))],
  ["a form", inBody(`a=1&password=${secret}&b=2`)],
  ["XML", inBody(`<a><secret>${secret}</secret></a>`)],
  ["JSON that is cut", inBody(`{"token":"${secret}`)],
  ["a header in a body", inBody(`Authorization: Bearer ${secret}\nAccept: */*`)],
];

/** Places where nothing but its shape tells a secret. */
const barePlaces = (secret: string): readonly Place[] => [
  ["the path", {}, `/api/v1/integration/${secret}`],
  ["the path, escaped", {}, `/api/v1/integration/${escapeAll(secret)}`],
  ["the path, escaped twice", {}, `/api/${escapeAll(escapeAll(secret))}`],
  ["the world's name", {}, `/w/${secret}/api/v1/integration/ping`],
  ["the method", { method: secret }],
  ["a header", inHeader("X-Trace", secret)],
  ["a header's name", inHeader(secret, "1")],
  ["the user agent", inHeader("User-Agent", `shop/1.0 ${secret}`)],
  ["the origin", inHeader("Origin", `https://${secret}`)],
  ["the media type", { ...inBody("{}"), headers: { "Content-Type": `text/plain; a=${secret}` } }],
  ["a parameter of any name", inQuery(`a=1&q=${secret}`)],
  ["a parameter's name", inQuery(secret)],
  ["a field of any name", inBody(`{"productId":"${secret}"}`)],
  ["a field's name", inBody(`{"${secret}":1}`)],
  ["the body", inBody(`say ${secret} twice: ${secret}`)],
  ["the body, across the cut", inBody(`${"a ".repeat(2_040)}${secret}`)],
];

const named = (places: readonly Place[]) => places.map((place) => [place[0], place] as const);

/** Asks with a secret in one place, and returns all that is shown of it. */
async function textsOf([, call, path = LINKS]: Place, unknownQuery = "ignore"): Promise<string> {
  const controlToken = "correct-horse-battery";
  const seeds = SEEDS.replace("rateLimit: off", `rateLimit: off\n  unknownQuery: ${unknownQuery}`);
  const made = sandbox({ seeds, controlToken });
  await made.call(path, { ...(call.body !== undefined && { method: "POST" }), ...call });
  return JSON.stringify([made.records, made.worlds.default.journal.list()]);
}

/** The parts of a secret that would help who looks for it, escaped or not. */
const partsOf = (secret: string): string[] =>
  [secret.slice(4, 12), secret.slice(-10), escapeAll(secret.slice(4, 8))].flatMap((part) => [
    part,
    btoa(`user:${secret}`).slice(8, 20),
  ]);

const RANDOM: readonly (readonly [name: string, secret: string])[] = [
  ["a key of a service", "sk_live_51HbT9qK2eZvKYlo2C0a"],
  ["hexadecimal digits", "9f86d081884c7d659a2feaa0c55ad015"],
  ["letters and digits", "Zk3vX9pQ7rT1mB5nW8cL"],
  ["a JSON Web Token", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_X"],
];

describe.each(RANDOM)("%s of somebody else is not shown in", (_name, secret) => {
  const isToken = /^\w+$/.test(secret);
  const places = [...namedPlaces(secret), ...barePlaces(secret)].filter(
    ([name]) => isToken || !/name|method|world/.test(name),
  );
  test.each(named(places))("%s", async (_name, place) => {
    for (const unknownQuery of ["ignore", "reject"]) {
      const shown = await textsOf(place, unknownQuery);
      for (const part of partsOf(secret)) expect(shown).not.toContain(part);
    }
  });
});

describe("a secret that looks like words is not shown in", () => {
  const secret = "hunter-two-hunter";
  test.each(named(namedPlaces(secret)))("%s", async (_name, place) => {
    const shown = await textsOf(place);
    for (const part of partsOf(secret)) expect(shown).not.toContain(part);
  });
});

describe("the control token is not shown in", () => {
  const token = "correct-horse-battery";
  test.each(named([...namedPlaces(token), ...barePlaces(token)]))("%s", async (_name, place) => {
    const shown = await textsOf(place);
    for (const part of ["correct-horse", "ect-horse", "battery"]) expect(shown).not.toContain(part);
  });

  test("a world that is made, reset or adopted", async () => {
    const { worlds, call } = sandbox({ controlToken: token });
    worlds.create("alpha");
    worlds.reset("alpha");
    worlds.adopt(worlds.create("beta"));
    for (const world of ["alpha", "beta"]) {
      await call(`/${token}`, { world });
      expect(worlds.get(world).journal.list()[0]?.path).toBe("/corr…ry");
    }
  });
});

describe("a mask", () => {
  const mask = createMask((token) => token === "mst_acme_full" || token === "sk_test_4242424242");

  test.each([
    "/api/v1/integration/checkout-links",
    "/api/v1/integration/products/3f2b8c1e-5d64-4a0b-9c0e-7f1d2a3b4c5d",
    '{"productId":"3F2B8C1E-5D64-4A0B-9C0E-7F1D2A3B4C5D"}',
    "python-requests/2.31.0",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0.6099.28",
    "application/x-www-form-urlencoded",
    "text/html,application/xhtml+xml;q=0.9",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    "GreatBritainAndNorthernIreland",
    "2026-10-17T09:00:00.000Z",
    "/100%25/%C3%A9",
    '{"key":"mst_acme_full","token":null,"other":"sk_test_4242424242"}',
    "token=mst_acme_full&a=1",
  ])("leaves as it is: %s", (text) => {
    expect(mask.text(text)).toBe(text);
  });

  test("hides the same when it is asked twice", () => {
    const text = 'token=abc {"api_key":"of-another-sandbox"} sk_live_51HbT9qK2eZvKYlo2C0a';
    expect(mask.text(text)).toBe('token=… {"api_key":"of-a…ox"} sk_l…0a');
    expect(mask.text(mask.text(text))).toBe(mask.text(text));
  });

  test("shows a sentence of the sandbox as it is, whatever precedes a colon", () => {
    const why =
      "key mst_acme_full of acme (keys.yaml:20) has no scope; `token`: There is no such field";
    expect(mask.sentence(why)).toBe(why);
  });

  test("is soon done with a long text", () => {
    for (const unit of [
      "a",
      "key ",
      'key:"\\',
      "token=[",
      "key".repeat(9),
      "\\u0061",
      "%25",
      "://",
    ])
      expect(mask.text(unit.repeat(20_000))).not.toBe("");
  });

  test("shows at most the first four and the last two characters", () => {
    expect(maskKey("12345678")).toBe("1234…78");
    expect(maskKey("1234567")).toBe("…");
  });
});

test("a record names the known key that authenticates whole, and the unknown one masked", async () => {
  const { call, records, worlds } = sandbox();
  for (const key of ["mst_acme_full", "mst_acme_revoked", "unknown-token", "1234567"]) {
    await call("ping", { key });
  }
  const keys = [
    ["mst_acme_full", "acme"],
    ["mst_acme_revoked", "acme"],
    ["unkn…en", undefined],
    ["…", undefined],
  ];
  expect(records.map(({ key, merchant }) => [key, merchant])).toEqual(keys);
  expect(worlds.default.journal.list().map(({ key }) => key)).toEqual(
    keys.map(([key]) => key ?? null),
  );
});

test("a key of another world is masked", async () => {
  const { call, handle, worlds } = sandbox();
  await handle("default").change({ keys: [{ key: "mst_of_default", merchant: "acme" }] });
  worlds.create("alpha");
  await call("ping", { key: "mst_of_default", world: "alpha" });
  expect(JSON.stringify(worlds.get("alpha").journal.list())).not.toContain("of_default");
});

test("a secret that a bug repeats is masked", async () => {
  const { call, records, worlds } = sandbox();
  Object.assign(worlds.default, {
    listOrders: () => {
      throw new Error("no orders of sk_live_51HbT9qK2eZvKYlo2C0a");
    },
  });
  await call("orders", { key: "mst_acme_full" });
  expect(records.map(({ why }) => why)).toEqual(["a bug in the sandbox: no orders of sk_l…0a"]);
  expect(JSON.stringify(records)).not.toContain("51HbT9");
});

test("the place of a seed file stays readable in a reason, whatever its directory is called", () => {
  const { sentence } = createMask(() => false);
  const why =
    "key mst_acme_links of acme (/tmp/merchant-sandbox-kfrXqz7WXF/keys.yaml:20) is revoked";
  expect(sentence(why)).toBe(why);
  expect(sentence("the key 9fQ2xT7bLk3VwZ8rYp1N of nobody")).not.toContain("9fQ2xT7bLk3VwZ8rYp1N");
});
