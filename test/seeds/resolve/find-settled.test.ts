// What stays of a list is found again, and so a change resolves what it changes and nothing else.
import { describe, expect, test } from "bun:test";
import { changeLayer } from "../../../src/seeds/overlay/apply.ts";
import { findSettled, namesOf } from "../../../src/seeds/resolve/find-settled.ts";
import { loadAll, NOW, SHOP } from "../load.ts";

const entry = (n: number) => ({ seed: n, path: "seeds.yaml", line: n });
const KNOWN = Array.from({ length: 500 }, (_, n) => entry(n));
const RESOLVED = KNOWN.map(({ seed }) => `${seed}`);
const settled = (list: typeof KNOWN) => findSettled(list, KNOWN, RESOLVED);

describe("entries that stayed", () => {
  test.each([
    ["where nothing changed", KNOWN, RESOLVED],
    ["before one that was added", [...KNOWN, entry(0)], [...RESOLVED, undefined]],
    [
      "around one that was changed",
      KNOWN.with(7, entry(7)),
      RESOLVED.map((text, n) => (n === 7 ? undefined : text)),
    ],
    [
      "around one that became three",
      KNOWN.toSpliced(7, 1, entry(7), entry(7), entry(7)),
      [...RESOLVED.slice(0, 7), undefined, undefined, undefined, ...RESOLVED.slice(8)],
    ],
    ["around some that went", KNOWN.toSpliced(7, 90), RESOLVED.toSpliced(7, 90)],
    [
      "before so many that went that nobody looks so far",
      KNOWN.toSpliced(7, 101),
      [...RESOLVED.slice(0, 7), ...Array.from({ length: 392 }, () => undefined)],
    ],
  ])("are found %s", (_where, list, expected) => {
    expect(settled(list)).toEqual(expected);
  });

  test("are not told apart where one of the known did not resolve", () => {
    expect(findSettled(KNOWN, KNOWN, RESOLVED.slice(1))).toEqual([]);
  });
});

test("an order has the names that no other may have", () => {
  const seed = { product: "ATLAS-1", amountMinor: 1, createdAt: "now" };
  const repeat = { times: 2, every: "1h" };
  expect([
    namesOf(seed),
    namesOf({ ...seed, id: "0DE70000-0000-4000-8000-000000000001", ref: "r{n}", repeat }),
    namesOf({ ...seed, ref: "r{n}", repeat: { ...repeat, from: 3 } }),
  ]).toEqual([
    [],
    [
      { field: "id", name: "0de70000-0000-4000-8000-000000000001" },
      { field: "ref", name: "r{n}" },
    ],
    [{ field: "ref", name: "r{n} from 3" }],
  ]);
});

test("a change keeps all that it does not change, down to the object", () => {
  const refs = Array.from({ length: 200 }, (_, n) => n);
  const { base } = loadAll(`${SHOP}
keys:
${refs.map((n) => `  - { key: mst_number_${n}, merchant: acme }`).join("\n")}
orders:
${refs.map((n) => `  - { product: ATLAS-1, ref: r${n}, amountMinor: 1, createdAt: now-${n}m }`).join("\n")}
`);
  const overlay = {
    keys: [{ key: "mst_number_50", status: "revoked" }],
    orders: [
      { ref: "r70", refundedMinor: 1 },
      { ref: "new", product: "ATLAS-1", amountMinor: 1, createdAt: "now" },
    ],
  };
  const { layer } = changeLayer({ layer: base, overlay, path: "change", now: NOW, runs: true });
  const [keys, orders] = [[...base.keys.values()], base.orders()];
  expect([...(layer?.keys.values() ?? [])].filter((key, n) => key !== keys[n])).toHaveLength(1);
  expect(layer?.orders().filter((series, n) => series !== orders[n])).toHaveLength(2);
});

test("a change finds a name that another order has, before or behind it", () => {
  const { base } = loadAll(`${SHOP}
keys: [{ key: mst_acme_full, merchant: acme }]
orders:
  - { product: ATLAS-1, ref: first, amountMinor: 1, createdAt: now }
  - { product: ATLAS-1, id: 0de70000-0000-4000-8000-000000000001, amountMinor: 1, createdAt: now }
  - { product: ATLAS-1, ref: last, amountMinor: 1, createdAt: now }
`);
  const messages = ["first", "last"].flatMap((ref) => {
    const overlay = { orders: [{ id: "0de70000-0000-4000-8000-000000000001", ref }] };
    const change = { layer: base, overlay, path: "change", now: NOW, runs: true };
    return changeLayer(change).diagnostics.map(({ message }) => message);
  });
  expect(messages).toEqual([
    "this `ref` is already that of the order at seeds.yaml:7",
    "this `ref` is already that of the order at change:3",
  ]);
});
