// The scenarios that change what the lists hold.
import { describe, expect, test } from "bun:test";
import { bodyFor } from "../support/sandbox.ts";
import { embedded } from "./embedded.ts";

/** The amounts of the newest fifty of the 120 orders that more-than-fifty-orders adds. */
const NUMBERS = Array.from({ length: 50 }, (_, n) => `${120 - n}`);

describe("empty-catalog", () => {
  test("returns two empty lists, and 404 for a link", async () => {
    const { call } = embedded();
    for (const target of ["products", "orders"] as const) {
      expect(await call("empty-catalog", target)).toMatchObject({ status: 200, text: "[]" });
    }
    expect((await call("empty-catalog", "checkout-links")).status).toBe(404);
  });

  test("takes nothing from the other merchants", () => {
    const world = embedded().worlds.get("empty-catalog");
    const counts = world.state.merchants.map((merchant) => [
      merchant.slug,
      world.listProducts(merchant).total,
      world.listOrders(merchant).total,
    ]);
    expect(counts).toEqual([
      ["acme", 0, 0],
      ["ember", 4, 38],
      ["kiln", 1, 0],
    ]);
  });
});

describe("unpublished-product", () => {
  test("lists ATLAS-1 in its place with the new status, and everything else as before", async () => {
    const { orders, products } = embedded();
    const usual = await products("default");
    expect(await products("unpublished-product")).toEqual(
      usual.map((product) =>
        product.publicCode === "ATLAS-1"
          ? { ...product, status: "UNPUBLISHED", version: 5 }
          : product,
      ),
    );
    expect(await orders("unpublished-product")).toEqual(await orders("default"));
  });

  test("gives no link for it, but one for NOVEL-PB", async () => {
    const { call, products } = embedded();
    const listed = await products("unpublished-product");
    const novel = listed.find(({ publicCode }) => publicCode === "NOVEL-PB");
    const body = bodyFor(novel?.id ?? "");
    expect((await call("unpublished-product", "checkout-links")).status).toBe(404);
    expect((await call("unpublished-product", "checkout-links", { body })).status).toBe(201);
  });
});

describe("more-than-fifty-orders", () => {
  test("returns the newest 50 of 216, and the log says that there are more", async () => {
    const { orders, records } = embedded();
    const listed = await orders("more-than-fifty-orders");
    expect(listed.map(({ amountMinor }) => amountMinor)).toEqual(NUMBERS);
    expect(listed[0]?.createdAt).toBe("2026-10-17T08:59:59.000Z");
    expect(listed[49]?.createdAt).toBe("2026-10-17T08:59:10.000Z");
    expect(records[0]?.hints).toEqual(["the list was limited to 50 of 216 orders"]);
    expect((await orders("default")).length).toBe(50);
    expect(records[1]?.hints).toEqual(["the list was limited to 50 of 96 orders"]);
  });
});

describe("shuffled-lists", () => {
  test("returns the orders of more-than-fifty-orders in no order", async () => {
    const { orders } = embedded();
    const amounts = (await orders("shuffled-lists")).map(({ amountMinor }) => amountMinor);
    expect(amounts).not.toEqual(NUMBERS);
    expect(amounts).not.toEqual(NUMBERS.toReversed());
    expect(amounts.toSorted((a, b) => Number(b) - Number(a))).toEqual(NUMBERS);
  });

  test("returns all products in another order", async () => {
    const { products } = embedded();
    const [usual, shuffled] = [await products("default"), await products("shuffled-lists")];
    expect(shuffled).not.toEqual(usual);
    expect(new Set(shuffled)).toEqual(new Set(usual));
  });

  test.each(["products", "orders"] as const)("shuffles %s the same each time", async (target) => {
    const { call } = embedded();
    const response = await call("shuffled-lists", target);
    expect(await call("shuffled-lists", target)).toEqual(response);
    expect(await embedded().call("shuffled-lists", target)).toEqual(response);
  });
});

describe("refunds", () => {
  test("changes the state and the refund of existing orders, and nothing else", async () => {
    const { orders } = embedded();
    const usual = await orders("default");
    const refunded = await orders("refunds");
    const changed = refunded.flatMap(({ state, amountMinor, refundedMinor, ...rest }, n) => {
      const { state: stateBefore, refundedMinor: before, ...others } = usual[n] ?? {};
      expect({ ...rest, amountMinor }).toEqual(others as typeof rest & { amountMinor: string });
      const isSame = state === stateBefore && refundedMinor === before;
      return isSame ? [] : [[state, refundedMinor, amountMinor]];
    });
    const paperback = ["REFUNDED", "1400", "1400"];
    expect(changed).toEqual([
      ["REFUNDED", "4900", "4900"],
      ["PARTIALLY_REFUNDED", "4900", "9800"],
      ["PARTIALLY_REFUNDED", "1199", "1200"],
      ["PAID", "2500", "2500"],
      ...Array.from({ length: 12 }, () => paperback),
    ]);
  });
});

describe("huge-amounts", () => {
  test("returns every digit, where a number would lose the difference", async () => {
    const amounts = (await embedded().orders("huge-amounts"))
      .slice(0, 3)
      .map(({ amountMinor, refundedMinor }) => [amountMinor, refundedMinor]);
    expect(amounts).toEqual([
      ["9007199254740993", "9007199254740992"],
      ["18446744073709551617", "18446744073709551616"],
      ["999999999999999999999999999999", "999999999999999999999999999998"],
    ]);
    for (const [amount, refunded] of amounts) expect(Number(amount)).toBe(Number(refunded));
  });
});
