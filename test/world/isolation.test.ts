// Nothing that happens in one world shows in another: random operations in many worlds side by side leave
// every other world's answers byte for byte the same.
import { expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { type ControlledSandbox, controlled } from "../control/ask.ts";
import { bodyFor, IDS } from "../support/sandbox.ts";

setDefaultTimeout(30_000);

const KEYS = ["mst_acme_full", "mst_acme_once", "mst_acme_expiring", "mst_globex_full"] as const;
const WORLDS = ["default", "quiet", "a", "b", "c"] as const;
const QUIET = `keys: [{ key: mst_acme_full, scopes: ["orders:read"] }]`;

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

const control = (method: string, path: string, body: fc.Arbitrary<unknown>) =>
  body.map((sent): Operation => ({ method, path, body: sent }));
const key = fc.constantFrom(...KEYS);
const order = fc.constantFrom(IDS.firstOrder, IDS.lastOrder);
const product = fc.constantFrom(IDS.atlas, IDS.draft, IDS.globe);
const amountMinor = fc.nat().map(String);
const limit = fc.record({
  capacity: fc.integer({ min: 1, max: 3 }),
  refillPerSecond: fc.constant(1),
});

const operation: fc.Arbitrary<Operation> = fc.oneof(
  control(
    "PUT",
    "/clock",
    fc.record({
      now: fc.constantFrom("now+1d", "now-1h", "2030-01-01T00:00:00Z"),
      frozen: fc.boolean(),
    }),
  ),
  control("POST", "/clock/advance", fc.record({ by: fc.constantFrom("1s", "2h", "91d") })),
  control(
    "POST",
    "/keys",
    fc.record({ merchant: fc.constantFrom("acme", "globex"), scopes: fc.constant([]) }),
  ),
  key.map((name) => ({ method: "POST", path: `/keys/${name}/rotate` })),
  key.map((name) => ({ method: "POST", path: `/keys/${name}/revoke` })),
  control(
    "POST",
    "/products",
    fc.record({
      publicCode: fc.string({ unit: "grapheme", minLength: 1 }),
      merchant: fc.constant("acme"),
      currency: fc.constant("EUR"),
    }),
  ),
  product.chain((id) =>
    control(
      "PATCH",
      `/products/${id}`,
      fc.record({
        status: fc.constantFrom("PUBLISHED", "DRAFT"),
        currency: fc.constantFrom("EUR", "JPY"),
      }),
    ),
  ),
  control(
    "POST",
    "/orders",
    fc.record({ product: fc.constantFrom("ATLAS-1", "GLOBE-1", "GONE-1"), amountMinor }),
  ),
  order.chain((id) => control("PATCH", `/orders/${id}`, fc.record({ refundedMinor: amountMinor }))),
  control(
    "PUT",
    "/faults",
    fc.array(fc.record({ key, respond: fc.constantFrom(500, 503), after: fc.nat(2) }), {
      maxLength: 2,
    }),
  ),
  control(
    "PUT",
    "/rate-limit",
    fc.record({ rateLimit: fc.oneof(fc.constant("off"), limit), tokens: fc.nat(2) }),
  ),
  control("PUT", "/rate-limit", fc.record({ key, tokens: fc.nat(1) })),
  fc.constant({ method: "POST", path: "/reset" }),
  fc.constant({ method: "DELETE", path: "/requests" }),
);

const endpoint = fc.constantFrom("ping", "products", "orders", "checkout-links" as const);
const step = fc.oneof(
  { weight: 3, arbitrary: operation },
  { weight: 1, arbitrary: fc.record({ endpoint, key }) },
  { weight: 1, arbitrary: fc.constantFrom("drop" as const, "make" as const) },
);

/** All that a client and a tester can see of a world, without changing anything in it. */
async function look({ worlds, must }: ControlledSandbox, name: string): Promise<string> {
  const world = worlds.get(name);
  const path = `/worlds/${name}`;
  const parts = [
    await must(200, "GET", path),
    await must(200, "GET", `${path}/clock`),
    await must(200, "GET", `${path}/faults`),
    await must(200, "GET", `${path}/rate-limit`),
    await must(200, "GET", `${path}/snapshot`),
    world.journal.list(),
    world.state.merchants.map((merchant) => [
      world.listProducts(merchant),
      world.listOrders(merchant),
    ]),
  ];
  return JSON.stringify(parts);
}

/** What every key is answered by every endpoint, request ids aside; this draws tokens. */
async function answersOf({ call }: ControlledSandbox, world: string): Promise<string[]> {
  const answers: string[] = [];
  for (const asked of KEYS) {
    for (const name of ["ping", "products", "orders", "checkout-links"] as const) {
      const body = name === "checkout-links" ? { body: bodyFor(IDS.atlas) } : {};
      const { id, ...answer } = await call(name, { key: asked, world, ...body });
      answers.push(JSON.stringify(answer).replaceAll(id, ""));
    }
  }
  return answers;
}

async function make(): Promise<ControlledSandbox> {
  const made = controlled({ scenarios: { quiet: QUIET } });
  for (const name of ["a", "b"]) await made.must(201, "POST", "/worlds", { name });
  await made.must(201, "POST", "/worlds", {
    name: "c",
    scenario: "quiet",
    seeds: { faults: [{ endpoint: "orders", after: 1, respond: 502 }] },
  });
  return made;
}

test("changes in some worlds do not affect the others", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...WORLDS),
      fc.array(fc.tuple(fc.constantFrom(...WORLDS), step), { minLength: 1, maxLength: 12 }),
      async (watched, steps) => {
        const made = await make();
        const before = await look(made, watched);
        await Promise.all(
          steps
            .filter(([name]) => name !== watched)
            .map(async ([name, what]) => {
              if (what === "drop") return made.ask("DELETE", `/worlds/${name}`);
              if (what === "make") return made.ask("POST", "/worlds", { name, scenario: "quiet" });
              if ("method" in what) {
                return made.ask(what.method, `/worlds/${name}${what.path}`, what.body);
              }
              const body = what.endpoint === "checkout-links" ? { body: bodyFor(IDS.atlas) } : {};
              return made.call(what.endpoint, { key: what.key, world: name, ...body });
            }),
        );
        expect(await look(made, watched)).toBe(before);
        expect(await answersOf(made, watched)).toEqual(await answersOf(await make(), watched));
      },
    ),
    { numRuns: 30 },
  );
});

test("each operation does something to the world that it is done in", async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(operation, async ({ method, path, body }) => {
      const made = await make();
      await made.must(200, "PUT", "/worlds/a/clock", { now: "now+1m" });
      const before = await look(made, "a");
      const { status } = await made.ask(method, `/worlds/a${path}`, body);
      const kind = `${method} ${path.replace(/mst_\w+|[\da-f-]{36}/, ":id")}`;
      if (status < 300 && (await look(made, "a")) !== before) seen.add(kind);
    }),
    { numRuns: 150 },
  );
  expect([...seen].toSorted()).toEqual([
    "PATCH /orders/:id",
    "PATCH /products/:id",
    "POST /clock/advance",
    "POST /keys",
    "POST /keys/:id/revoke",
    "POST /keys/:id/rotate",
    "POST /orders",
    "POST /products",
    "POST /reset",
    "PUT /clock",
    "PUT /faults",
    "PUT /rate-limit",
  ]);
});
