import { describe, expect, test } from "bun:test";
import { listOrders, loadFine, problems, SHOP } from "../load.ts";

const repeated = (fields: string, repeat: string) => `${SHOP}
orders:
  - product: ATLAS-1
    createdAt: 2026-10-01T00:00:00Z
    ${fields.split("\n").join("\n    ")}
    repeat: ${repeat}
`;

describe("repeat", () => {
  test("counts `{n}` from one in every text", () => {
    const text = repeated(
      'ref: order-{n}\nstate: STATE_{n}\ncurrency: C{n}\namountMinor: "{n}00{n}"\nrefundedMinor: "{n}"',
      "{ times: 12, every: 1h }",
    );
    const orders = listOrders(loadFine(text));
    expect(orders).toHaveLength(12);
    expect(orders.at(-1)).toMatchObject({
      state: "STATE_1",
      currency: "C1",
      amountMinor: "1001",
      refundedMinor: "1",
    });
    expect(orders[0]).toMatchObject({
      state: "STATE_12",
      currency: "C12",
      amountMinor: "120012",
      refundedMinor: "12",
    });
    expect(new Set(orders.map(({ id }) => id)).size).toBe(12);
  });

  test("keeps `every` between one order and the next", () => {
    const text = repeated("amountMinor: 1", "{ times: 4, every: 1d12h }");
    expect(listOrders(loadFine(text)).map(({ createdAt }) => createdAt)).toEqual([
      "2026-10-05T12:00:00.000Z",
      "2026-10-04T00:00:00.000Z",
      "2026-10-02T12:00:00.000Z",
      "2026-10-01T00:00:00.000Z",
    ]);
  });

  test("keeps the fraction of a second in each", () => {
    const text = repeated("amountMinor: 1", "{ times: 3, every: 250ms }");
    const finer = text.replace("00:00:00Z", "00:00:00.123456789Z");
    expect(listOrders(loadFine(finer)).map(({ createdAt }) => createdAt)).toEqual([
      "2026-10-01T00:00:00.623456789Z",
      "2026-10-01T00:00:00.373456789Z",
      "2026-10-01T00:00:00.123456789Z",
    ]);
  });

  test("may be of one, which may have an id", () => {
    const text = repeated(
      `id: 0DE70000-0000-4000-8000-000000000001\namountMinor: 1`,
      "{ times: 1, every: 1h }",
    );
    expect(listOrders(loadFine(text)).map(({ id }) => id)).toEqual([
      "0de70000-0000-4000-8000-000000000001",
    ]);
  });

  test("gives a repeated order and a single one of the same words different ids", () => {
    const text = `${SHOP}
orders:
  - { product: ATLAS-1, ref: "a{n}", amountMinor: 1, createdAt: now, repeat: { times: 11, every: 1h } }
  - { product: ATLAS-1, ref: "a1{n}", amountMinor: 1, createdAt: now, repeat: { times: 1, every: 1h } }
  - { product: ATLAS-1, ref: a1, amountMinor: 1, createdAt: now }
`;
    const ids = listOrders(loadFine(text)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(13);
  });

  // Why: made one by one, these would take minutes and more memory than there is.
  test("lists the newest of twenty million at once", () => {
    const entry = (n: number) =>
      `  - { product: ATLAS-1, ref: "s${n}-{n}", amountMinor: "{n}", createdAt: now, ` +
      `repeat: { times: 1000000, every: 1s } }\n`;
    const entries = Array.from({ length: 20 }, (_, n) => entry(n)).join("");
    const blueprint = loadFine(`${SHOP}orders:\n${entries}`);
    const orders = listOrders(blueprint);
    expect(blueprint.orderCount).toBe(20_000_000);
    expect(orders).toHaveLength(50);
    expect(orders.map(({ amountMinor }) => amountMinor)).toEqual([
      ...Array(20).fill("1000000"),
      ...Array(20).fill("999999"),
      ...Array(10).fill("999998"),
    ]);
    expect(orders[0]?.createdAt).toBe("2026-10-28T22:46:39.000Z");
  });

  test("reaches the last second of 9999, and no further", () => {
    const until = (times: number) =>
      repeated("amountMinor: 1", `{ times: ${times}, every: 1s }`).replace(
        "2026-10-01T00:00:00Z",
        "9999-12-31T23:59:58Z",
      );
    expect(listOrders(loadFine(until(2)))[0]?.createdAt).toBe("9999-12-31T23:59:59.000Z");
    expect(problems(until(3))).toEqual([
      "seeds.yaml:9:13 error: the last of these orders lies beyond the year 9999 [bad-repeat]",
    ]);
  });
});
