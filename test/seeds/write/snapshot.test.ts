import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parse } from "yaml";
import { ENDPOINT_NAMES } from "../../../src/contract/endpoints.ts";
import { startSandbox } from "../../../src/index.ts";
import { describeOrder } from "../../../src/model/lists.ts";
import { createSandbox } from "../../../src/sandbox.ts";
import { formatDiagnostics } from "../../../src/seeds/diagnostics/diagnostic.ts";
import type { SettingsOverrides } from "../../../src/seeds/resolve/settings.ts";
import { formatYaml } from "../../../src/seeds/yaml/format.ts";
import { parseYaml } from "../../../src/seeds/yaml/parse.ts";
import { expiryOf } from "../../../src/world/keys.ts";
import type { World } from "../../../src/world/world.ts";
import { readDescribed } from "../../support/described.ts";
import { bodyFor, IDS, requestOf } from "../../support/sandbox.ts";
import { anySeeds, oddText } from "../any-seeds.ts";
import { EMBEDDED_TEXTS, load, NOW, SHOP } from "../load.ts";

type Texts = Parameters<typeof load>[0];

interface StartOptions {
  readonly overrides?: SettingsOverrides | undefined;
  readonly scenario?: string | undefined;
  /** When the system's clock stands at first, in Unix milliseconds. */
  readonly now?: number;
}

const DAY = 86_400_000;

/** Starts a sandbox over seeds, to ask its default world. */
function start(texts: Texts, { overrides = {}, now = NOW, scenario }: StartOptions = {}) {
  const seeds = load(texts, overrides, now);
  if (seeds.seeds === undefined) throw new Error(formatDiagnostics(seeds.diagnostics));
  let time = now;
  const { api, worlds } = createSandbox({ seeds, overrides, scenario, systemTime: () => time });
  const world = worlds.default;
  return {
    world,
    warnings: seeds.diagnostics.map(({ code, message }) => `${code}: ${message}`),
    answers,
    pass: (ms: number) => {
      time += ms;
    },
  };

  /** What each key is answered by each endpoint. */
  async function answers(): Promise<string[]> {
    const all: string[] = [];
    for (const { key } of world.state.keys.values()) {
      for (const endpoint of ENDPOINT_NAMES.slice(0, 3)) all.push(await ask(endpoint, { key }));
      for (const id of [...world.state.products.keys(), IDS.unknown]) {
        all.push(await ask("checkout-links", { key, body: bodyFor(id) }));
      }
      all.push(await ask("ping", { key, query: "x=1" }));
    }
    return all;
  }

  async function ask(...given: Parameters<typeof requestOf>): Promise<string> {
    const request = requestOf(...given);
    const answer = api.fetch(request);
    world.faults.release();
    const response = await answer;
    const { "x-request-id": id = "", ...others } = Object.fromEntries(response.headers);
    const text = (await readDescribed(worlds, request, response)) ?? "lost on its way";
    return [response.status, JSON.stringify(others), text.replaceAll(id, "the id")].join("\n");
  }
}

/** The state of a world, except its clock and the places in its seeds. */
function stateOf(world: World): unknown {
  const { layer, start } = world;
  const { keys, products, orders, settings, source: _source, ...others } = layer;
  const { clock: _itself, ...rest } = settings;
  const all = {
    ...others,
    apiKey: world.advertisedKey()?.key,
    keys: Array.from(keys.values(), (key) => ({ ...key, expiresAt: expiryOf(key, start) })),
    products: [...products.values()],
    orders: orders.map((order) => describeOrder(order, start)),
    rest,
  };
  // Why: `.000` and no fraction are the same time.
  const hidden = ["origin", "fraction"];
  return JSON.parse(
    JSON.stringify(all, (name, value) => (hidden.includes(name) ? undefined : value)),
  );
}

/** Holds that a world's snapshot, once some time has passed, loads to the same; gives the text. */
async function expectTheSame(texts: Texts, options: StartOptions = {}): Promise<string> {
  const original = start(texts, options);
  const { clock } = original.world.settings;
  const isReal = clock.now === undefined && !clock.frozen;
  original.pass(DAY / 2 + 7);
  const text = await original.world.snapshot();

  const twin = start(text, { now: NOW + DAY / 2 + 7 });
  expect(stateOf(twin.world)).toEqual(stateOf(original.world));
  expect(await twin.world.snapshot()).toBe(text);
  // Why: what a scenario leaves as it is in the base is not warned of again.
  if (options.scenario === undefined) expect(original.warnings).toContainValues(twin.warnings);

  const later = start(text, { now: NOW + 40 * DAY });
  // Why: a clock of its own goes on where it stood; the real time waits for nobody.
  if (isReal) original.pass(39.5 * DAY - 7);
  for (const pause of [0, 1_500]) {
    original.pass(pause);
    later.pass(pause);
    expect(await later.answers()).toEqual(await original.answers());
  }
  return text;
}

describe("a snapshot loads to the same responses at any later time", () => {
  test("whatever the seeds", async () => {
    const scenario = fc.constantFrom(undefined, "other");
    await fc.assert(
      fc.asyncProperty(anySeeds, scenario, async ({ texts, overrides }, name) => {
        await expectTheSame(texts, { overrides, scenario: name });
      }),
      { numRuns: 50 },
    );
  });

  test("of the embedded seeds", async () => {
    const text = await expectTheSame(EMBEDDED_TEXTS);
    expect(load(text).diagnostics).toEqual([]);
  });

  const scenarios = Object.keys(EMBEDDED_TEXTS).flatMap(
    (path) => /^scenarios\/(.*)\.yaml$/.exec(path)?.[1] ?? [],
  );
  test.each(scenarios)("of the embedded scenario %s", async (scenario) => {
    const text = await expectTheSame(EMBEDDED_TEXTS, { scenario });
    expect(load(text).diagnostics).toEqual([]);
  });

  test("if a scenario removes, adds and moves orders without a name", async () => {
    await expectTheSame(
      {
        "seeds.yaml": `
merchants: [{ slug: acme }]
keys: [{ key: mst_acme_full, merchant: acme }]
products:
  - { publicCode: A, merchant: acme, currency: EUR }
  - { publicCode: B, merchant: acme, currency: EUR }
orders:
  - { product: A, ref: first, amountMinor: 1, createdAt: now }
  - { product: A, amountMinor: 2, createdAt: now, repeat: { times: 3, every: 1h } }
  - { product: A, ref: moved, amountMinor: 3, createdAt: now }
  - { product: B, amountMinor: 4, createdAt: now, repeat: { times: 3, every: 1h } }
  - { product: A, amountMinor: 5, createdAt: now }
`,
        "scenarios/other.yaml": `
orders:
  - { ref: first, remove: true }
  - { ref: moved, product: B }
  - { product: A, amountMinor: 6, createdAt: now }
`,
      },
      { scenario: "other" },
    );
  });
});

describe("a snapshot", () => {
  const shop = (rest: string) => `${SHOP}keys: [{ key: mst_acme_full, merchant: acme }]\n${rest}`;
  const snapshotOf = (texts: Texts, options: StartOptions = {}) =>
    start(texts, options).world.snapshot();

  test("is one seed file, as people write it", async () => {
    const text = `
settings: { unknownQuery: reject, rateLimit: off, clock: { frozen: true } }
keys:
  - { key: mst_acme_full, merchant: ACME0000-0000-4000-8000-000000000001, scopes: ["orders:read"] }
  - key: mst_globex_full
    merchant: globex
    expiresAt: now+90d
    rateLimit: { refillPerSecond: 0.5, capacity: 5 }
  - { key: mst_globex_old, merchant: globex, expiresAt: now-1h30m, status: revoked }
merchants:
  - { slug: acme, name: "Acme: Books", id: ACME0000-0000-4000-8000-000000000001 }
  - { slug: globex, name: globex, sandboxAccess: false }
products:
  - publicCode: ATLAS-1
    merchant: globex
    currency: EUR
    title: "1984"
    priceMinor: 4900
    version: 1
    status: PUBLISHED
faults:
  - { merchant: globex, respond: 429, delay: { min: 1500ms, max: 1500ms }, times: 2 }
orders:
  - { product: ATLAS-1, ref: first, amountMinor: 4900, createdAt: now-3d, currency: EUR, state: PAID }
  - product: ATLAS-1
    amountMinor: "{n}00"
    refundedMinor: "0"
    createdAt: 2026-10-01T11:00:00.50+02:00
    repeat: { times: 1000, every: 90s }
`.replaceAll("ACME", "ACE0");
    expect(await snapshotOf(text)).toBe(`\
# The world default as it was at 2026-10-17T09:00:00Z, in one seed file.

merchants:
  - slug: acme
    name: "Acme: Books"
    id: ace00000-0000-4000-8000-000000000001
  - slug: globex
    sandboxAccess: false

keys:
  - key: mst_acme_full
    merchant: acme
    scopes: [orders:read]
  - key: mst_globex_full
    merchant: globex
    expiresAt: "2027-01-15T09:00:00Z"
    rateLimit: {capacity: 5, refillPerSecond: 0.5}
  - key: mst_globex_old
    merchant: globex
    status: revoked
    expiresAt: "now-1h30m"

products:
  - publicCode: ATLAS-1
    merchant: globex
    currency: EUR
    title: "1984"
    priceMinor: "4900"

orders:
  - product: ATLAS-1
    ref: first
    amountMinor: "4900"
    createdAt: "2026-10-14T09:00:00Z"
  - product: ATLAS-1
    amountMinor: "{n}00"
    createdAt: "2026-10-01T09:00:00.50Z"
    repeat: {times: 1000, every: 90s}

settings:
  clock: {now: "2026-10-17T09:00:00Z", frozen: true}
  rateLimit: "off"
  unknownQuery: reject

faults:
  - merchant: globex
    respond: 429
    delay: {min: 1500ms, max: 1500ms}
    times: 2
`);
  });

  test("of an empty world is only a comment", async () => {
    expect(await snapshotOf("")).toBe(
      "# The world default as it was at 2026-10-17T09:00:00Z, in one seed file.\n",
    );
  });

  test.each<[string, StartOptions & { settings?: string }, string]>([
    ["none in real time", {}, ""],
    [
      "where it stands",
      { settings: "settings: { clock: { now: 2020-01-01T00:00:00Z } }" },
      'settings:\n  clock: {now: "2020-01-01T00:00:05Z"}\n',
    ],
    [
      "as the command line set it",
      { overrides: { now: Date.parse("2020-01-01T00:00:00Z"), frozen: true } },
      'settings:\n  clock: {now: "2020-01-01T00:00:00Z", frozen: true}\n',
    ],
  ])("gives the clock: %s", async (_what, { settings = "", ...options }, written) => {
    const { world, pass } = start(shop(settings), options);
    pass(5_000);
    expect((await world.snapshot()).split(/(?=^settings:)/m)[1] ?? "").toBe(written);
  });

  test("has the rate limit of the command line, and none for single keys", async () => {
    const seeds = shop("").replace(
      "key: mst_acme_full",
      "key: mst_acme_full, rateLimit: { capacity: 1, refillPerSecond: 1 }",
    );
    const rateLimit = { capacity: 7, refillPerSecond: 3 };
    expect(await snapshotOf(seeds)).toContain("rateLimit: {capacity: 1, refillPerSecond: 1}");
    const text = await snapshotOf(seeds, { overrides: { rateLimit } });
    expect(text.match(/rateLimit: .*/g)).toEqual(["rateLimit: {capacity: 7, refillPerSecond: 3}"]);
  });

  test("exists for each world of a running sandbox", async () => {
    await using sandbox = await startSandbox({ port: 0, systemTime: () => NOW });
    expect(await sandbox.snapshot()).toBe(await sandbox.sandbox.worlds.default.snapshot());
    const world = await sandbox.world({ name: "mine", scenario: "empty-catalog" });
    const text = await world.snapshot();
    expect(text).toStartWith("# The world mine as it was at ");
    expect(text).not.toBe((await sandbox.snapshot()).replace("default", "mine"));
  });
});

describe("text is read as it was written", () => {
  test("by this reader and by two others", async () => {
    await fc.assert(
      fc.asyncProperty(oddText, async (text) => {
        const written = await formatYaml({
          a: [{ b: text, c: [text, { d: text }] }],
          e: { b: text },
        });
        const value = { a: [{ b: text, c: [text, { d: text }] }], e: { b: text } };
        const file = { path: "a.yaml", text: written };
        const report = () => expect.unreachable();
        expect(parseYaml({ file, digitFields: new Set(), report }).root).toEqual(value);
        expect(parse(written, { version: "1.1" })).toEqual(value);
        expect(parse(written)).toEqual(value);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ["ATLAS-1", "ATLAS-1"],
    ["Ember & Oak Coffee, 250 g", "Ember & Oak Coffee, 250 g"],
    ["GESCHENK KARTE/ÄÖ", "GESCHENK KARTE/ÄÖ"],
    ["東京の本屋", "東京の本屋"],
    ["catalog:read", "catalog:read"],
    ["3f2b8c1e-5d64-4a0b-9c0e-7f1d2a3b4c5d", "3f2b8c1e-5d64-4a0b-9c0e-7f1d2a3b4c5d"],
    ["1h30m", "1h30m"],
    ["4900", '"4900"'],
    ["2026-10-17T09:00:00Z", '"2026-10-17T09:00:00Z"'],
    ["now-3d", '"now-3d"'],
    ["True", '"True"'],
    ["null", '"null"'],
    ["no", '"no"'],
    ["<<", '"<<"'],
    ["-1", '"-1"'],
    ["daily-{n}", '"daily-{n}"'],
    ["a: b", '"a: b"'],
    ["a #b", '"a #b"'],
    [" a", '" a"'],
    ["a ", '"a "'],
    ["📚", '"📚"'],
    ["a\nb\r\t", '"a\\nb\\r\\t"'],
    ["\0\x7f\x85\u2028\ufeff", '"\\u0000\\u007f\\u0085\\u2028\\ufeff"'],
    ["\ud800", '"\\ud800"'],
  ])("%j as %s", async (text, written) => {
    expect(await formatYaml({ a: { b: text } })).toBe(`a:\n  b: ${written}\n`);
  });
});
