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

  test("is reported if a text is too long only with its number", () => {
    const ref = (length: number) => `ref: "${"r".repeat(length)}{n}"\namountMinor: 1`;
    const times = "{ times: 1000, every: 1s }";
    expect(problems(repeated(ref(196), times))).toEqual([]);
    expect(problems(repeated(ref(197), times))[0]).toEndWith(
      "`ref` or another text is too long with the last number as `{n}` [bad-repeat]",
    );
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

  test("gives each order its own ref, which no other may have", () => {
    const text = `${SHOP}
orders:
  - { product: ATLAS-1, ref: "a{n}", amountMinor: 1, createdAt: now, repeat: { times: 11, every: 1h } }
  - { product: ATLAS-1, ref: "a1{n}", amountMinor: 1, createdAt: now, repeat: { times: 1, every: 1h } }
  - { product: ATLAS-1, ref: a1, amountMinor: 1, createdAt: now }
`;
    expect(problems(text)).toEqual([
      "seeds.yaml:7:30 error: duplicate `ref`: already used by the order at seeds.yaml:6 [duplicate-name]",
      "seeds.yaml:8:30 error: duplicate `ref`: already used by the order at seeds.yaml:6 [duplicate-name]",
    ]);
  });

  test("creates at most a hundred thousand orders, and reports if there are more", () => {
    const text = (times: number) => `${SHOP}
orders:
  - { product: ATLAS-1, amountMinor: 1, createdAt: now-30d }
  - { product: ATLAS-1, ref: "r{n}", amountMinor: "{n}", createdAt: now-30d, repeat: { times: ${times}, every: 1s } }
`;
    const seen = loadFine(text(99_999));
    expect([seen.orderCount, listOrders(seen)[0]?.amountMinor]).toEqual([100_000, "99999"]);
    expect(problems(text(100_000))).toEqual([
      "seeds.yaml:7:86 error: more than 100000 orders with this entry [too-many-orders]",
    ]);
  });

  test("reaches the last second of 9999, and no further", () => {
    const until = (times: number) =>
      repeated("amountMinor: 1", `{ times: ${times}, every: 1s }`).replace(
        "2026-10-01T00:00:00Z",
        "9999-12-31T23:59:58Z",
      );
    expect(listOrders(loadFine(until(2)))[0]?.createdAt).toBe("9999-12-31T23:59:59.000Z");
    expect(problems(until(3))).toEqual([
      "seeds.yaml:9:13 error: the last of these orders would be after the year 9999 [bad-repeat]",
    ]);
  });
});
