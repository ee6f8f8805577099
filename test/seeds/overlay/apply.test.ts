// A value laid over a layer: read as a scenario's file is, settled in time, and leaving no weight behind.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { formatDiagnostics } from "../../../src/seeds/diagnostics/diagnostic.ts";
import { type Applied, applyOverlay, type Overlay } from "../../../src/seeds/overlay/apply.ts";
import type { Layer } from "../../../src/seeds/resolve/layer.ts";
import { oddText } from "../any-seeds.ts";
import { BASE, contentOf } from "../lay.ts";
import { loadAll, NOW, see } from "../load.ts";

const layer = loadAll({ "base.yaml": BASE }).base;

type Given = Partial<Omit<Overlay, "value"> & { readonly layer: Layer }>;
const lay = (value: unknown, { layer: over = layer, ...given }: Given = {}): Applied =>
  applyOverlay(over, { value, show: (pointer) => pointer, now: NOW, running: true, ...given });

function laid(overlay: unknown, given: Given = {}): Layer {
  const { layer: changed, diagnostics } = lay(overlay, given);
  if (changed === undefined) throw new Error(formatDiagnostics(diagnostics));
  return changed;
}

const refusal = (overlay: unknown, given: Given = {}) => {
  const { layer: changed, diagnostics } = lay(overlay, given);
  expect(changed).toBeUndefined();
  return formatDiagnostics(diagnostics);
};

describe("a value", () => {
  test("that is empty changes nothing", () => {
    for (const nothing of [{}, null, { keys: [] }, { keys: null, settings: {} }]) {
      expect(contentOf(see(laid(nothing)))).toEqual(contentOf(see(layer)));
    }
  });

  test("changes, removes and adds, and leaves the lists that it does not name", () => {
    const changed = laid({ keys: [{ key: "mst_acme_full", status: "revoked" }] });
    const { keys, ...others } = changed.source;
    const { keys: known, ...rest } = layer.source;
    for (const name of ["merchants", "products", "orders", "faults", "settings"] as const) {
      expect(others[name]).toBe(rest[name]);
    }
    expect(keys.slice(1)).toEqual(known.slice(1));
    expect(changed.keys.get("mst_acme_full")?.status).toBe("revoked");
    expect(changed.orders).toBe(layer.orders);
  });

  test("keeps any text as it was", () => {
    fc.assert(
      fc.property(fc.oneof(oddText, fc.string({ unit: "binary", minLength: 1 })), (title) => {
        const changed = laid({ products: [{ publicCode: "ATLAS-1", title }] });
        const [atlas] = changed.products.values();
        expect(atlas?.title).toBe(title);
      }),
      { numRuns: 300 },
    );
  });

  test("keeps digits as they are written", () => {
    const order = { product: "ATLAS-1", ref: "big", createdAt: "now" };
    const amount = "00123456789012345678901234567890";
    const changed = laid({ orders: [{ ...order, amountMinor: amount, refundedMinor: 12 }] });
    expect(changed.orders.slice(-1)).toMatchObject([{ amountMinor: amount, refundedMinor: "12" }]);
  });

  test("keeps a number as long as numbers keep their digits, and rejects a larger one", () => {
    const order = { product: "ATLAS-1", ref: "big", createdAt: "now" };
    const amountMinor = Number.MAX_SAFE_INTEGER;
    const changed = laid({ orders: [{ ...order, amountMinor, refundedMinor: -0 }] });
    expect(changed.orders.slice(-1)).toMatchObject([
      { amountMinor: "9007199254740991", refundedMinor: "0" },
    ]);
    const must =
      'must be an amount in minor units, above 9007199254740991 as text like "9007199254740993", because larger numbers lose digits';
    const tooLarge = {
      products: [{ publicCode: "ATLAS-1", priceMinor: Number("12345678901234567890") }],
      orders: [{ ...order, amountMinor: 2 ** 53, refundedMinor: 1e21 }],
    };
    expect(lay(tooLarge).diagnostics.map(({ message }) => message)).toEqual([
      `\`priceMinor\` ${must}, found \`12345678901234567000\``,
      `\`amountMinor\` ${must}, found \`9007199254740992\``,
      `\`refundedMinor\` ${must}, found \`1e+21\``,
    ]);
  });

  test("that is wrong is shown with its places, and leaves the layer as it was", () => {
    const before = contentOf(see(layer));
    const wrong = {
      keys: [
        { key: "mst_acme_full", merchant: "nobody" },
        { key: "mst_globex_full", colour: "red" },
      ],
    };
    expect(refusal(wrong)).toBe(`\
/keys/1/colour error: unknown field \`colour\` [unknown-field]
  Known here: key, merchant, scopes, status, expiresAt, sandboxAccess, rateLimit, repeat, remove.

/keys/0/merchant error: unknown merchant \`nobody\` [unknown-reference]
  Known: acme, globex.

2 errors`);
    expect(contentOf(see(layer))).toEqual(before);
  });

  test("whose mistake is in what it breaks is rejected too", () => {
    const gone = { products: [{ publicCode: "ATLAS-1", remove: true }] };
    expect(contentOf(see(laid(gone))).products).toHaveLength(2);
    const clash = {
      products: [
        { publicCode: "NEW-1", merchant: "acme", id: layer.merchants[0]?.id, currency: "EUR" },
      ],
    };
    expect(laid(clash).products.size).toBe(4);
    expect(refusal({ keys: [{ key: "mst_new_full" }] })).toContain(
      "there is no key `mst_new_full` to change, and a new one needs `merchant`",
    );
  });

  test.each<[string, unknown]>([
    ["a list", []],
    ["a text", "keys"],
    ["a number", 5],
    ["true", true],
  ])("that is %s is rejected", (_name, value) => {
    expect(refusal(value)).toContain("a seed file must be a mapping");
  });

  test("nested without an end is rejected, and so is a circle", () => {
    let deep: unknown = 1;
    for (let n = 0; n < 100_000; n++) deep = { keys: [deep] };
    const circle: { keys: unknown[] } = { keys: [] };
    circle.keys.push(circle);
    for (const value of [deep, circle]) {
      expect(refusal(value)).toContain("/keys/0/keys error: unknown field `keys`");
    }
  });

  test("in a running world extends nothing, whatever it names", () => {
    const refusals = ["flaky", "change", ""].map((parent) =>
      lay({ extends: parent }).diagnostics.map(({ message, hint }) => [message, hint]),
    );
    const refusal = [
      "`extends` is for scenario files only",
      "Remove it: a change applies to the world as it is.",
    ];
    expect(refusals.slice(0, 2)).toEqual([[refusal], [refusal]]);
    expect(refusals[2]).toEqual([['`extends` must be a scenario\'s name, found `""`', undefined]]);
  });

  test("in a world that runs can't set its clock", () => {
    const overlay = { settings: { listOrder: "oldest", clock: { frozen: true } } };
    expect(refusal(overlay)).toBe(`\
/settings/clock error: seeds can't change the clock of a running world [bad-value]
  Use \`clock\` of the world's handle or of the control API.

1 error`);
    expect(see(laid(overlay, { running: false })).settings.clock).toEqual({
      now: NOW - 3_600_000,
      frozen: true,
    });
  });
});

test("another order of lists shows in what is otherwise unchanged", () => {
  const idsOf = (over: Layer) => {
    const { merchants, listOrders } = see(over);
    return merchants.flatMap((merchant) => listOrders(merchant).items.map(({ id }) => id));
  };
  const oldest = laid({ settings: { listOrder: "oldest" } });
  const newest = idsOf(layer);
  expect(idsOf(oldest)).toEqual([...newest.slice(0, -1).reverse(), ...newest.slice(-1)]);
  expect(idsOf(laid({ settings: { listOrder: "newest" } }, { layer: oldest }))).toEqual(newest);
});

describe("relative times", () => {
  const order = { product: "ATLAS-1", ref: "mine", amountMinor: 1, createdAt: "now-1h" };
  const HOUR = 3_600_000;
  const startOf = (changed: Layer) => Date.parse(see(changed).orders.at(-1)?.createdAt ?? "");

  test("count from the time that is given, for a world that runs", () => {
    expect(startOf(laid({ orders: [order] }))).toBe(NOW - HOUR);
    expect(startOf(laid({ orders: [order] }, { now: 7_200_000 }))).toBe(3_600_000);
  });

  test("count from where the clock starts, for one that is made", () => {
    const made = (overlay: object) =>
      startOf(laid({ orders: [order], ...overlay }, { running: false }));
    expect(made({})).toBe(NOW - 2 * HOUR);
    expect(made({ settings: { clock: { frozen: false } } })).toBe(NOW - 2 * HOUR);
    expect(made({ settings: { clock: { now: "2030-01-01T00:00:00Z" } } })).toBe(
      Date.parse("2029-12-31T23:00:00Z"),
    );
    const later = { settings: { clock: { now: "now+5h" } } };
    expect(made(later)).toBe(NOW + 4 * HOUR);
    const clocked = see(laid({ orders: [order], ...later }, { running: false }));
    expect(clocked.settings.clock.now).toBe(NOW + 5 * HOUR);
  });

  test("outside the range of years are reported once, and are not computed from another time", () => {
    const now = Date.parse("9999-12-31T23:59:59Z");
    const overlay = { keys: [{ key: "mst_acme_late", merchant: "acme", expiresAt: "now+1d" }] };
    const { layer: changed, diagnostics } = lay(overlay, { now });
    expect(changed).toBeUndefined();
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "`expiresAt` must be a date and time that exists, found `now+1d`",
    ]);
  });

  test("keep their values, however often something changes later", () => {
    const key = { key: "mst_new_full", merchant: "acme", expiresAt: "now+1h" };
    const first = laid({ orders: [order], keys: [key] });
    const second = laid(
      { orders: [{ ref: "mine", state: "X" }], keys: [{ key: key.key, scopes: [] }] },
      { layer: first, now: NOW + 50 * HOUR },
    );
    expect(startOf(second)).toBe(NOW - HOUR);
    expect(see(second).keys.get(key.key)?.expiresAt).toBe(NOW + HOUR);
  });
});

describe("a thousand changes weigh as much as one", () => {
  const changes: Readonly<Record<string, (n: number) => object>> = {
    "of a key": (n) => ({ keys: [{ key: "mst_acme_full", scopes: n % 2 ? [] : ["orders:read"] }] }),
    "of a product": (n) => ({ products: [{ publicCode: "ATLAS-1", version: n % 2 }] }),
    "of an order": (n) => ({ orders: [{ ref: "second", amountMinor: n % 2 }] }),
    "of a merchant": (n) => ({ merchants: [{ slug: "acme", name: `${n % 2}` }] }),
    "of settings": (n) => ({ settings: { listOrder: n % 2 ? "newest" : "oldest" } }),
    "of faults": (n) => ({ faults: [{ respond: n % 2 ? 500 : 503 }] }),
  };

  test.each(Object.entries(changes))("%s", (_name, changeOf) => {
    const weigh = ({ source: { names, resolvedOrders, ...items } }: Layer) =>
      JSON.stringify([items, resolvedOrders()]).length;
    let state = laid(changeOf(1));
    const weight = weigh(state);
    for (let n = 2; n < 102; n++) state = laid(changeOf(n), { layer: state });
    state = laid(changeOf(1), { layer: state });
    expect(weigh(state)).toBe(weight);
  });

  test("and settings still win field by field, the clock's too", () => {
    const made = laid({ settings: { clock: { frozen: false } } }, { running: false });
    const state = [{ errorBody: "json" }, { listOrder: "oldest" }, { errorBody: "empty" }].reduce(
      (known, settings) => laid({ settings }, { layer: known }),
      made,
    );
    expect(see(state).settings).toEqual({
      ...layer.settings,
      clock: { now: NOW - 3_600_000, frozen: false },
      errorBody: "empty",
      listOrder: "oldest",
    });
  });
});
