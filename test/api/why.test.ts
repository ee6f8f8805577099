// The true reason of every refusal and its fix, as the log tells it: word for word.
import { expect, test } from "bun:test";
import type { EndpointName } from "../../src/contract/endpoints.ts";
import { createSandbox } from "../../src/library/library.ts";
import { type CallOptions, requestOf, sandbox } from "../support/sandbox.ts";

type Case = readonly [
  status: number,
  target: EndpointName | `/${string}`,
  call: CallOptions,
  why: string,
];

const FIX = "send it as `Authorization: Bearer <key>`";
const PATHS =
  "/api/v1/integration/ping, /api/v1/integration/products, /api/v1/integration/orders, " +
  "/api/v1/integration/checkout-links";

const authorization = (value: string): CallOptions => ({ headers: { Authorization: value } });
const full = { key: "mst_acme_full" };

const UNAUTHORIZED: readonly Case[] = [
  [401, "ping", {}, `no key was sent; ${FIX}`],
  [
    401,
    "ping",
    authorization("Bearer"),
    `the Authorization header has no key after Bearer; ${FIX}`,
  ],
  [
    401,
    "ping",
    authorization("mst_acme_full"),
    `the Authorization header has the key without the scheme Bearer; ${FIX}`,
  ],
  [
    401,
    "ping",
    authorization("Basic bXN0X2FjbWVfZnVsbDo="),
    `the key was sent as a user name or password, as a URL with \`<key>@\` does; ${FIX}`,
  ],
  [
    401,
    "ping",
    authorization("Basic dXNlcjptc3RfYWNtZV9mdWxs"),
    `the key was sent as a user name or password, as a URL with \`<key>@\` does; ${FIX}`,
  ],
  [
    401,
    "ping",
    authorization("Basic dXNlcjpzZWNyZXQ="),
    `the Authorization header has the scheme Basic, but the API accepts only Bearer; ${FIX}`,
  ],
  [
    401,
    "ping",
    authorization("Basic ?"),
    `the Authorization header has the scheme Basic, but the API accepts only Bearer; ${FIX}`,
  ],
  [
    401,
    "ping",
    authorization("mst_live_secret secret"),
    `the Authorization header has no bearer key; ${FIX}`,
  ],
  [
    401,
    "ping",
    authorization("X-Bearer mst_acme_full"),
    `the Authorization header has no bearer key; ${FIX}`,
  ],
  [401, "ping", authorization(""), `the Authorization header has no bearer key; ${FIX}`],
  [
    401,
    "ping",
    { headers: { "X-Api-Key": "mst_acme_full" } },
    `the key was sent in X-Api-Key; ${FIX}`,
  ],
  [
    401,
    "ping",
    { headers: { "x-auth-token": "of-another-sandbox" } },
    `the key was sent in X-Auth-Token; ${FIX}`,
  ],
  [
    401,
    "ping",
    { query: "access_token=mst_acme_full" },
    `the key was sent as \`access_token\` in the query; ${FIX}`,
  ],
  [
    401,
    "ping",
    { query: "API_KEY=of-another-sandbox" },
    `the key was sent as \`API_KEY\` in the query; ${FIX}`,
  ],
  [
    401,
    "ping",
    { query: "mst_acme_full" },
    `the key was sent as \`mst_acme_full\` in the query; ${FIX}`,
  ],
  [401, "ping", { query: "monkey=1&keys=2" }, `no key was sent; ${FIX}`],
  [
    401,
    "ping",
    { query: "page=2&q=mst_acme_full" },
    `the key was sent as \`q\` in the query; ${FIX}`,
  ],
  [
    401,
    "ping",
    { key: "mst_acme_fulll" },
    "key mst_…ll is not a key of world default; did you mean mst_acme_full?",
  ],
  ...[
    [
      "MST_ACME_FULL",
      "key MST_…LL is not a key of world default; did you mean mst_acme_full? Keys are case-sensitive",
    ],
    ...[
      `"mst_acme_full"`,
      "'mst_acme_full'",
      "mst_acme_full\\n",
      "mst_acme_full%0A",
      "<mst_acme_full>",
    ].map((key) => [
      key,
      `key ${key.slice(0, 4)}…${key.slice(-2)} is not a key of world default; it is mst_acme_full with extra ` +
        "characters, such as quotes or a line break; send only the key",
    ]),
    ["undefined", "the key is the text `undefined`; set the variable that should hold the key"],
    ['"null"', "the key is the text `null`; set the variable that should hold the key"],
    [
      "$API_KEY",
      "key $API…EY is not a key of world default; it is a placeholder; replace it with a key",
    ],
    [
      "{{api_key}}",
      "key {{ap…}} is not a key of world default; it is a placeholder; replace it with a key",
    ],
  ].map(([key = "", why = ""]): Case => [401, "ping", { key }, why]),
  [
    401,
    "ping",
    { key: "short" },
    "key … is not a key of world default; use one of its keys or add it to the seeds",
  ],
  [
    401,
    "ping",
    { key: "mst_acme_full, Bearer mst_acme_full" },
    "the Authorization header has more than one key; send exactly one",
  ],
  [
    401,
    "ping",
    { key: "mst_acme_revoked" },
    "key mst_acme_revoked of acme (seeds.yaml:11) is revoked; use another key, or set `status: active`",
  ],
  [
    401,
    "ping",
    { key: "mst_acme_expired" },
    "key mst_acme_expired of acme (seeds.yaml:12) expired at 2026-10-16T09:00:00.000Z, and the time is " +
      "2026-10-17T09:00:00.000Z; use another key, or change its `expiresAt`",
  ],
];

const FORBIDDEN: readonly Case[] = [
  [
    403,
    "ping",
    { key: "mst_acme_noaccess" },
    "key mst_acme_noaccess of acme (seeds.yaml:14) has no sandbox access; set `sandboxAccess: true`",
  ],
  [
    403,
    "ping",
    { key: "mst_closed_full" },
    "merchant closed (seeds.yaml:5) has no sandbox access; set `sandboxAccess: true`",
  ],
  [
    403,
    "orders",
    { key: "mst_acme_none" },
    "key mst_acme_none of acme (seeds.yaml:8) has no scope orders:read, and no other; " +
      "use another key, or add orders:read to its `scopes`",
  ],
  [
    403,
    "checkout-links",
    { key: "mst_acme_reads" },
    "key mst_acme_reads of acme (seeds.yaml:9) has no scope checkout:links, only catalog:read, orders:read; " +
      "use another key, or add checkout:links to its `scopes`",
  ],
];

const OTHERS: readonly Case[] = [
  [
    400,
    "checkout-links",
    { ...full, body: '{"productId":1,"price":2}' },
    "productId: This field must be a UUID. price: Unknown field. " +
      'Send `{"productId": "<uuid>"}` as application/json.',
  ],
  [
    400,
    "checkout-links",
    { ...full, body: "{" },
    'The body is not JSON. Send `{"productId": "<uuid>"}` as application/json.',
  ],
  [404, "/api/v2/ping", {}, `no endpoint at /api/v2/ping; paths must match exactly: ${PATHS}`],
  [404, "/api/w/x", {}, `no endpoint at /api/w/x; paths must match exactly: ${PATHS}`],
  [
    404,
    "/_sandbox/worlds",
    {},
    "the control API and the pages have another address; use http://127.0.0.1:4701/_sandbox/worlds",
  ],
  [
    404,
    "/dashboard",
    {},
    "the control API and the pages have another address; use http://127.0.0.1:4701/dashboard",
  ],
  [404, "/w/", {}, `no endpoint at /w/; paths must match exactly: ${PATHS}`],
  [
    404,
    "/w/nowhere/api/v1/integration/ping",
    {},
    "there is no world called nowhere; create it, or check the name",
  ],
  [
    404,
    "/w/defualt/api/v1/integration/ping",
    {},
    "there is no world called defualt; did you mean default?",
  ],
  [405, "ping", { method: "POST" }, "ping accepts GET and HEAD, not POST; send GET without a body"],
  [
    405,
    "orders",
    { method: "POST", body: "{}" },
    "orders accepts GET and HEAD, not POST; send GET without a body",
  ],

  [
    405,
    "checkout-links",
    { method: "HEAD" },
    "checkout-links accepts POST, not HEAD; send POST with a JSON body",
  ],
];

test.each([...UNAUTHORIZED, ...FORBIDDEN, ...OTHERS])(
  "the log says why the response is %d to %s %j",
  async (status, target, call, why) => {
    const { call: ask, records } = sandbox();
    expect((await ask(target, call)).status).toBe(status);
    expect(records.map((record) => record.why)).toEqual([why]);
  },
);

test("the log of a 429 says that a frozen clock does not refill the bucket", async () => {
  const { call, records } = sandbox({ overrides: { frozen: true } });
  for (let n = 0; n < 2; n++) await call("ping", { key: "mst_acme_once" });
  expect(records.at(-1)?.why).toEndWith(
    "refills only while the clock runs, and it is frozen; unfreeze it, or set `rateLimit: off`",
  );
});

test("the log says why the response is 429", async () => {
  const { call, records } = sandbox();
  for (let n = 0; n < 2; n++) await call("ping", { key: "mst_acme_once" });
  expect(records.map((record) => record.why)).toEqual([
    undefined,
    "key mst_acme_once of acme (seeds.yaml:15) has no tokens left: its bucket holds 1 and refills 0.1 per second; " +
      "wait 10 s, use a world per test, or start with --rate-limit off",
  ]);
});

test("a reason is never in the response", async () => {
  const { call, records } = sandbox();
  for (const [, target, options] of [...UNAUTHORIZED, ...FORBIDDEN, ...OTHERS]) {
    const { text, headers } = await call(target, options);
    const { why = "none" } = records.at(-1) ?? {};
    expect(text + JSON.stringify(headers)).not.toContain(why);
  }
});

test("the journal explains a key by those that the world had when it was asked", async () => {
  const { api, handle } = createSandbox();
  const world = handle("default");
  await api.fetch(requestOf("ping", { key: "mst_acme_ful" }));
  await world.change({ keys: [{ key: "mst_acme_full", remove: true }] });
  await api.fetch(requestOf("ping", { key: "mst_acme_ful" }));
  const [before, after] = world.requests().map(({ why }) => why);
  expect(before).toContain("did you mean mst_acme_full?");
  expect(after).not.toContain("mst_acme_full");
});
