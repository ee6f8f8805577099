import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { deriveId } from "../../src/model/ids.ts";
import { listOrders, loadFine, NOW, SHOP } from "../seeds/load.ts";

const ID = (n: number) => `0de70000-0000-4000-8000-${`${n}`.padStart(12, "0")}`;

/** Orders in a file's words, each with its time. */
function withOrders(times: readonly string[], settings = ""): string {
  const entries = times.map(
    (time, n) => `  - { product: ATLAS-1, id: ${ID(n)}, amountMinor: ${n}, createdAt: ${time} }`,
  );
  return `${SHOP}orders:\n${entries.join("\n")}\n${settings}`;
}

const amounts = (text: string) => listOrders(loadFine(text)).map(({ amountMinor }) => amountMinor);

describe("the list of orders", () => {
  test("is the newest first", () => {
    expect(amounts(withOrders(["now-2d", "now", "now-3d", "now+1h"]))).toEqual([
      "3",
      "1",
      "0",
      "2",
    ]);
  });

  test("distinguishes orders up to the ninth digit of a second", () => {
    const at = (fraction: string) => `2026-10-17T09:00:00.${fraction}Z`;
    expect(amounts(withOrders([at("000000001"), at("000000003"), at("000000002")]))).toEqual([
      "1",
      "2",
      "0",
    ]);
  });

  test("has orders of the same instant as they were made, in either direction", () => {
    const twins = ["now", "now", "now-1d", "now"];
    expect(amounts(withOrders(twins))).toEqual(["3", "1", "0", "2"]);
    expect(amounts(withOrders(twins, "settings: { listOrder: oldest }"))).toEqual([
      "2",
      "0",
      "1",
      "3",
    ]);
  });

  test("takes one instant written with two offsets as the same", () => {
    const text = withOrders(["2026-10-17T11:00:00+02:00", "2026-10-17T09:00:00Z"]);
    expect(amounts(text)).toEqual(["1", "0"]);
  });

  test("is cut after fifty, and has the total", () => {
    const blueprint = loadFine(withOrders(Array.from({ length: 60 }, (_, n) => `now-${n}h`)));
    const [merchant] = blueprint.merchants;
    const listing = merchant && blueprint.listOrders(merchant);
    expect(listing?.total).toBe(60);
    expect(blueprint.orderCount).toBe(60);
    expect(listing?.items.map(({ amountMinor }) => Number(amountMinor))).toEqual(
      Array.from({ length: 50 }, (_, n) => n),
    );
  });

  test("has only the orders of its merchant", () => {
    const blueprint = loadFine(`
merchants: [{ slug: acme }, { slug: globex }, { slug: initech }]
products:
  - { publicCode: A, merchant: acme, currency: EUR }
  - { publicCode: G, merchant: globex, currency: EUR }
orders:
  - { product: G, amountMinor: 1, createdAt: now }
  - { product: A, amountMinor: 2, createdAt: now }
  - { product: G, amountMinor: 3, createdAt: now-1d }
`);
    const lists = blueprint.merchants.map((merchant) =>
      blueprint.listOrders(merchant).items.map(({ amountMinor }) => amountMinor),
    );
    expect(lists).toEqual([["2"], ["1", "3"], []]);
  });

  test("begins with the oldest if the settings say so", () => {
    const times = Array.from({ length: 60 }, (_, n) => `now-${n}h`);
    const list = amounts(withOrders(times, "settings: { listOrder: oldest }"));
    expect(list).toEqual(Array.from({ length: 50 }, (_, n) => `${59 - n}`));
  });

  test("is the same fifty in another order if they are shuffled, the same on every load", () => {
    const times = Array.from({ length: 60 }, (_, n) => `now-${n}h`);
    const shuffled = withOrders(times, "settings: { listOrder: shuffled }");
    const newest = amounts(withOrders(times));
    const first = amounts(shuffled);
    expect(first).not.toEqual(newest);
    expect(first.toSorted()).toEqual(newest.toSorted());
    expect(amounts(shuffled)).toEqual(first);
  });

  test("is made once", () => {
    const blueprint = loadFine(withOrders(["now"]));
    const [merchant] = blueprint.merchants;
    if (merchant === undefined) throw new Error("there is a merchant");
    expect(blueprint.listOrders(merchant)).toBe(blueprint.listOrders(merchant));
  });
});

describe("the list of products", () => {
  const codes = (text: string) => {
    const blueprint = loadFine(text);
    return blueprint.merchants.map((merchant) => {
      const { items, total } = blueprint.listProducts(merchant);
      return { codes: items.map(({ publicCode }) => publicCode), total };
    });
  };
  const shelf = (settings = "") =>
    `merchants: [{ slug: acme }]\nproducts:\n${Array.from(
      { length: 60 },
      (_, n) => `  - { publicCode: P-${n}, merchant: acme, currency: EUR }\n`,
    ).join("")}${settings}`;
  const firstFifty = Array.from({ length: 50 }, (_, n) => `P-${n}`);

  test("is the first fifty as seeded", () => {
    expect(codes(shelf())).toEqual([{ codes: firstFifty, total: 60 }]);
  });

  test("is the same fifty if they are shuffled", () => {
    const [list] = codes(shelf("settings: { listOrder: shuffled }"));
    expect(list?.total).toBe(60);
    expect(list?.codes).not.toEqual(firstFifty);
    expect(list?.codes.toSorted()).toEqual(firstFifty.toSorted());
  });
});

describe("the fifty orders of several series", () => {
  const series = fc.record({
    start: fc.integer({ min: -40, max: 40 }),
    times: fc.integer({ min: 1, max: 70 }),
    every: fc.constantFrom(1, 2, 5, 1_000),
  });
  const lists = fc.array(series, { maxLength: 6 });

  test.each([
    ["newest", -1],
    ["oldest", 1],
  ] as const)("are the %s fifty of all", (listOrder, direction) => {
    fc.assert(
      fc.property(lists, (all) => {
        const entries = all.map(
          ({ start, times, every }, n) =>
            `  - { product: ATLAS-1, ref: "s${n}-{n}", amountMinor: 1, ` +
            `createdAt: now${start < 0 ? "" : "+"}${start}ms, ` +
            `repeat: { times: ${times}, every: ${every}ms } }\n`,
        );
        const text = `${SHOP}orders:\n${entries.join("")}settings: { listOrder: ${listOrder} }\n`;
        const blueprint = loadFine(text);
        const merchantId = blueprint.merchants[0]?.id ?? "";

        let made = 0;
        const everyOne = all.flatMap(({ start, times, every }, n) =>
          Array.from({ length: times }, (_, index) => ({
            made: made++,
            ms: NOW + start + index * every,
            id: deriveId(`order:s${n}-${index + 1}`, merchantId),
          })),
        );
        const sorted = everyOne.toSorted(
          (a, b) => direction * (a.ms - b.ms) || direction * (a.made - b.made),
        );
        expect(blueprint.orderCount).toBe(everyOne.length);
        expect(listOrders(blueprint).map(({ id }) => id)).toEqual(
          sorted.slice(0, 50).map(({ id }) => id),
        );
      }),
    );
  });
});
