import { describe, expect, test } from "bun:test";
import { adaptResponses } from "../../../../src/cli/commands/pull/seeds-from-responses.ts";
import { many, order, ping, product } from "../../pulling.ts";

const ANSWERS = { ping, products: many(3, product), orders: many(3, order) };

const UNCHANGED = { unlisted: [], listOrder: "newest", notes: [], leftOut: [] } as const;

describe("seeds from responses", () => {
  test("keeps what seeds can return as it is", () => {
    expect(adaptResponses(ANSWERS)).toEqual({ answers: ANSWERS, ...UNCHANGED });
    const none = { ping, products: undefined, orders: undefined };
    expect(adaptResponses(none)).toEqual({ answers: none, ...UNCHANGED });
  });

  test("writes ids in lower case, and says so", () => {
    const id = product(1).id;
    const given = {
      ping: { ...ping, merchantId: ping.merchantId.toUpperCase() },
      products: [product(1, { id: id.toUpperCase() })],
      orders: [order(1, { id: order(1).id.toUpperCase(), productId: id })],
    };
    expect(adaptResponses(given)).toEqual({
      answers: { ping, products: [product(1)], orders: [order(1)] },
      ...UNCHANGED,
      notes: ["Ids with capital letters are returned in lower case."],
    });
    const other = {
      ping,
      products: [product(1)],
      orders: [order(1, { productId: id.toUpperCase() })],
    };
    expect(adaptResponses(other).notes).toHaveLength(1);
    expect(adaptResponses(other).answers.orders).toEqual([order(1)]);
  });

  test("gives a time three digits if it has no fraction, and says so", () => {
    const times = ["2026-10-17T09:00:00Z", "2026-10-17T08:00:00.5Z"];
    const orders = times.map((createdAt, n) => order(n + 1, { createdAt }));
    const { answers, notes } = adaptResponses({ ...ANSWERS, orders });
    expect(answers.orders?.map(({ createdAt }) => createdAt)).toEqual([
      "2026-10-17T09:00:00.000Z",
      "2026-10-17T08:00:00.5Z",
    ]);
    expect(notes).toEqual(["Times without a fraction of a second are returned with .000."]);
  });

  test("cuts a fraction after nine digits, and says so", () => {
    const orders = [order(1, { createdAt: "2026-10-17T09:00:00.1234567891Z" })];
    const { answers, notes } = adaptResponses({ ...ANSWERS, orders });
    expect(answers.orders?.[0]?.createdAt).toBe("2026-10-17T09:00:00.123456789Z");
    expect(notes).toEqual(["Fractions of a second are cut to nine digits."]);
  });

  test.each([
    ["newest", [1, 2, 3], "", true],
    ["oldest", [3, 2, 1], "", true],
    ["newest", [2, 1, 3], "", false],
    ["newest", [1, 2, 3], "2026-10-17T09:00:00.000000001Z", true],
    ["newest", [3, 2, 1], "2026-10-17T09:00:00.000000001Z", true],
  ] as const)(
    "finds the order %s first of %j, if all were created at %p",
    (listOrder, numbers, time, isKnown) => {
      const orders = numbers.map((n) => order(n, time === "" ? {} : { createdAt: time }));
      const adapted = adaptResponses({ ...ANSWERS, orders });
      expect(adapted.listOrder).toBe(listOrder);
      expect(adapted.notes).toHaveLength(isKnown ? 0 : 1);
      const expected = isKnown ? orders : orders.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      expect(adapted.answers.orders).toEqual(expected);
    },
  );

  test("distinguishes times up to the ninth digit", () => {
    const times = ["2026-10-17T09:00:00.000000002Z", "2026-10-17T09:00:00.000000001Z"];
    const orders = times.map((createdAt, n) => order(2 - n, { createdAt }));
    expect(adaptResponses({ ...ANSWERS, orders })).toMatchObject({
      listOrder: "newest",
      notes: [],
    });
  });

  test("leaves out the orders of products that are not listed, if the list is complete", () => {
    const products = [...many(48, (n) => product(n + 10)), product(2)];
    const { answers, unlisted, leftOut } = adaptResponses({ ...ANSWERS, products });
    expect(answers).toEqual({ ...ANSWERS, products, orders: [order(2)] });
    expect({ unlisted, leftOut }).toEqual({ unlisted: [], leftOut: [0, 2] });
  });

  test.each([
    ["fifty are listed", many(50, (n) => product(n + 10))],
    ["no list may be read", undefined],
  ])("makes up the products of orders that are not listed, if %s", (_name, products) => {
    const orders = [...many(3, order), order(4, { productId: product(1).id })];
    const { answers, unlisted, leftOut } = adaptResponses({ ping, products, orders });
    expect(answers).toEqual({ ping, products, orders });
    expect(unlisted).toEqual(many(3, product).map(({ id }) => ({ id, currency: "EUR" })));
    expect(leftOut).toEqual([]);
  });
});
