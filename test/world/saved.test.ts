// A world that is put to sleep and wakes again answers as one that never slept, whatever was done to it before
// and is done to it afterwards.
import { afterEach, beforeEach, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import fc from "fast-check";
import type { EndpointName } from "../../src/contract/endpoints.ts";
import { createKept } from "../persist/kept.ts";
import { bodyFor, IDS, SEEDS } from "../support/sandbox.ts";
import { createSleeper, type Sleeper, type SleeperOptions } from "./sleeper.ts";

setDefaultTimeout(60_000);

const SETTINGS = "settings:\n  rateLimit: off\n";
const MORE = `
  - { product: ATLAS-1, ref: "daily-{n}", amountMinor: "1{n}", createdAt: now-30d, repeat: { times: 9, every: 1d } }
  - { product: GLOBE-1, amountMinor: 7, createdAt: "2026-10-01T00:00:00.5Z", repeat: { times: 60, every: 90ms } }
  - { product: ATLAS-1, ref: last, state: PENDING, amountMinor: 12, createdAt: now-3h }
faults:
  - { endpoint: orders, probability: 0.4, delay: { min: 0ms, max: 3ms }, respond: 503 }
  - { key: mst_globex_full, after: 2, times: 2, respond: 429 }
settings:
  rateLimit: { capacity: 3, refillPerSecond: 0.3 }
  rateLimitHeaders: draft
`;
const OTHER = `
keys: [{ key: mst_acme_reads, remove: true }, { key: mst_other_full, merchant: globex }]
products: [{ publicCode: DRAFT-1, remove: true }, { publicCode: ATLAS-1, currency: USD }]
orders: [{ ref: last, refundedMinor: 2 }, { product: GLOBE-1, amountMinor: 3, createdAt: now-1h }]
settings: { clock: { now: now-3d }, listOrder: oldest }
`;
const seeds = SEEDS.replace(SETTINGS, MORE.slice(1));
const scenarios = { other: OTHER };
const overlay = {
  keys: [{ key: "mst_overlay_full", merchant: "acme", expiresAt: "now+2h" }],
  orders: [
    { ref: "last", state: "REFUNDED" },
    { product: "ATLAS-1", amountMinor: "5", createdAt: "now-1m" },
  ],
  settings: { clock: { now: "2030-01-01T00:00:00Z", frozen: true } },
};

/** Every way in which a world can be made. */
const KINDS: readonly SleeperOptions[] = [
  { seeds, scenarios, world: "default" },
  { seeds, scenarios, world: "default", scenario: "other" },
  {
    seeds,
    scenarios,
    world: "default",
    overrides: { rateLimit: { capacity: 4, refillPerSecond: 1 } },
  },
  { seeds, scenarios, world: "other" },
  { seeds, scenarios, world: "w", made: {} },
  { seeds, scenarios, world: "w", made: { scenario: "other", seeds: overlay } },
  { seeds, scenarios, world: "w", made: { seeds: { ...overlay, faults: [] } } },
];

/** Every way in which one is saved: after each request in parts, and after each change in a file. */
const WAYS = [
  ...KINDS.map((kind) => ({ kind, create: createSleeper, isInFile: false })),
  ...KINDS.filter(({ made }) => made !== undefined).map((kind) => {
    return { kind, create: createKept, isInFile: true };
  }),
];

const KEYS = ["mst_acme_full", "mst_acme_once", "mst_acme_expiring", "mst_globex_full"] as const;
const ENDPOINTS = ["ping", "products", "orders", "checkout-links"] as const;

type Step =
  | { readonly asks: EndpointName; readonly key: string; readonly query: string }
  | { readonly method: string; readonly path: string; readonly body?: unknown }
  | { readonly changes: number; readonly fields: object }
  | { readonly replays: number }
  | { readonly buys: string; readonly quantity: number }
  | { readonly passes: number }
  | "sleep";

const control = (method: string, path: string, body: fc.Arbitrary<unknown>) =>
  body.map((sent): Step => ({ method, path, body: sent }));
const among = fc.constantFrom;
const key = among(...KEYS, "mst_made_1234", "mst_nobody_12");
const product = among(IDS.atlas, IDS.draft, IDS.globe);
const digits = fc.nat().map(String);
const limit = fc.record({
  capacity: fc.integer({ min: 1, max: 3 }),
  refillPerSecond: among(1, 0.1),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ asks: among(...ENDPOINTS), key, query: among("", "", "page=2") }),
  },
  { weight: 3, arbitrary: fc.constant<Step>("sleep") },
  { weight: 2, arbitrary: fc.record({ passes: among(0.001, 1.5, 7, 3_600, -2) }) },
  {
    weight: 2,
    arbitrary: fc.record({ changes: fc.nat(), fields: fc.record({ refundedMinor: digits }) }),
  },
  { weight: 1, arbitrary: fc.record({ replays: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ buys: product, quantity: fc.integer({ min: 1, max: 3 }) }) },
  control("PUT", "/clock", fc.record({ now: among("now+1d", "now-1h", "2030-01-01T00:00:00Z") })),
  control("PUT", "/clock", fc.record({ frozen: fc.boolean() })),
  control("POST", "/clock/advance", fc.record({ by: among("1s", "2h", "91d") })),
  control(
    "POST",
    "/keys",
    fc.constant({ key: "mst_made_1234", merchant: "acme", expiresAt: "now+3h" }),
  ),
  key.map((name): Step => ({ method: "POST", path: `/keys/${name}/rotate` })),
  key.map((name): Step => ({ method: "POST", path: `/keys/${name}/revoke` })),
  control(
    "POST",
    "/products",
    fc.record({
      publicCode: among("NEW-1", "new/é"),
      merchant: among("acme"),
      currency: among("EUR"),
    }),
  ),
  fc.tuple(product, among("PUBLISHED", "DRAFT"), among("EUR", "JPY")).map(
    ([id, status, currency]): Step => ({
      method: "PATCH",
      path: `/products/${id}`,
      body: { status, currency },
    }),
  ),
  control(
    "POST",
    "/orders",
    fc.record({ product: among("ATLAS-1", "GLOBE-1", "NEW-1"), amountMinor: digits }),
  ),
  control(
    "PUT",
    "/faults",
    fc.array(
      fc.record({
        endpoint: among("any", "orders"),
        respond: among(500, 503),
        after: fc.nat(2),
        probability: among(0.5, 1),
      }),
      { maxLength: 2 },
    ),
  ),
  control(
    "PUT",
    "/rate-limit",
    fc.record({ rateLimit: fc.oneof(among("off"), limit) }, { requiredKeys: [] }),
  ),
  control("PUT", "/rate-limit", fc.record({ key, tokens: fc.nat(1) })),
  control("PUT", "/rate-limit", fc.record({ key, rateLimit: limit })),
  fc.constant<Step>({ method: "POST", path: "/reset" }),
  fc.constant<Step>({ method: "DELETE", path: "/requests" }),
);

// Why: what is made up and measured is the same in both, so that all else must be, too.
let round = 0;
let ticks = 0;
const spies: { mockRestore(): void }[] = [];
beforeEach(() => {
  const uuid = () => `00000000-0000-4000-8000-${round.toString(16).padStart(12, "0")}` as const;
  spies.push(spyOn(crypto, "randomUUID").mockImplementation(uuid));
  spies.push(spyOn(performance, "now").mockImplementation(() => ++ticks * 1.2345));
});
afterEach(() => {
  for (const spy of spies.splice(0)) spy.mockRestore();
});

async function take(sleeper: Sleeper, world: string, step: Exclude<Step, "sleep">) {
  ticks = round * 1_000;
  const path = `/worlds/${world}`;
  if ("asks" in step) {
    const body = step.asks === "checkout-links" ? { body: bodyFor(IDS.atlas) } : {};
    const { id: _id, ...answer } = await sleeper.call(step.asks, { ...step, world, ...body });
    return answer;
  }
  if ("passes" in step) return sleeper.pass(step.passes);
  if ("replays" in step) {
    const { id } = at(sleeper.worlds.get(world).journal.list(), step.replays) ?? { id: "req_none" };
    return sleeper.ask("POST", `${path}/requests/${id}/replay`);
  }
  if ("changes" in step) {
    const { state, listOrders } = sleeper.worlds.get(world);
    const orders = state.merchants.flatMap((merchant) => listOrders(merchant).items);
    return sleeper.ask("PATCH", `${path}/orders/${at(orders, step.changes)?.id}`, step.fields);
  }
  if ("buys" in step) return buy(sleeper, world, step.buys, step.quantity);
  return sleeper.ask(step.method, path + step.path, step.body);
}

const at = <Item>(list: readonly Item[], place: number) => list[place % list.length];

/** Fills in the form of a checkout and sends it, as a browser would. */
async function buy({ hosted }: Sleeper, world: string, id: string, quantity: number) {
  const url = `http://127.0.0.1:4701/w/${world}/checkout/${id}`;
  const page = await (await hosted.fetch(new Request(url))).text();
  const fieldOf = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1];
  const [token, price] = [fieldOf("token"), fieldOf("price")];
  const body = new URLSearchParams({
    token: `${token}`,
    price: `${price}`,
    quantity: `${quantity}`,
  });
  const { status, headers } = await hosted.fetch(new Request(url, { method: "POST", body }));
  return { status, location: headers.get("location") };
}

/** All that a client and a tester can see of a world. */
async function look(sleeper: Sleeper, name: string): Promise<string> {
  const path = `/worlds/${name}`;
  const parts = [
    await lookAtChanges(sleeper, name),
    await sleeper.must(200, "GET", `${path}/faults`),
    await sleeper.must(200, "GET", `${path}/rate-limit`),
    await sleeper.must(200, "GET", `${path}/requests`),
  ];
  return plain(parts);
}

/** What even a kill must not lose. */
async function lookAtChanges({ worlds, must }: Sleeper, name: string): Promise<string> {
  const world = worlds.get(name);
  const path = `/worlds/${name}`;
  const { merchants, faults } = world.state;
  const parts = [
    await must(200, "GET", path),
    await must(200, "GET", `${path}/clock`),
    await must(200, "GET", `${path}/snapshot`),
    merchants.map((merchant) => world.listProducts(merchant)),
    merchants.map((merchant) => world.listOrders(merchant)),
    faults,
  ];
  return plain(parts);
}

/** Writes a value without request ids, which no two sandboxes share. */
const plain = (value: unknown) => `${JSON.stringify(value)}`.replace(/req_\w+/g, "req");

test("a world that slept responds like one that never did", async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...WAYS),
      fc.array(step, { minLength: 4, maxLength: 30 }),
      async ({ kind, create, isInFile }, steps) => {
        const { world } = kind;
        const awake = await createSleeper(kind);
        let sleeper = await create(kind);
        for (const what of [...steps, "sleep" as const]) {
          round++;
          if (what === "sleep") {
            if (isInFile) {
              const killed = await lookAtChanges(sleeper.sleep(), world);
              expect(killed).toBe(await lookAtChanges(awake, world));
            }
            const before = await look(sleeper, world);
            sleeper.save();
            sleeper = sleeper.sleep();
            expect(await look(sleeper, world)).toBe(before);
            expect(await look(awake, world)).toBe(before);
            sleeper.save();
            expect(sleeper.save()).toEqual([]);
            continue;
          }
          const [one, other] = [await take(awake, world, what), await take(sleeper, world, what)];
          expect([what, plain(other)]).toEqual([what, plain(one)]);
          if (one && "status" in one) seen.add(`${Object.keys(what)[0]} ${one.status}`);
          // Why: a file is saved with each change, and nothing else may be needed.
          if (!isInFile) sleeper.save();
        }
      },
    ),
    { numRuns: 60 },
  );
  expect([...seen].toSorted()).toEqual([
    "asks 200",
    "asks 201",
    "asks 401",
    "asks 404",
    "asks 429",
    "asks 503",
    "buys 303",
    "buys 404",
    "changes 200",
    "method 200",
    "method 201",
    "method 204",
    "method 404",
    "method 409",
    "method 422",
    "replays 201",
    "replays 404",
  ]);
});
