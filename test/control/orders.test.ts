// Orders under control: added and changed, one at a time, each seen by the next request.
import { describe, expect, test } from "bun:test";
import * as v from "valibot";
import { type Order, OrderSchema } from "../../src/contract/endpoints/orders.ts";
import { IDS } from "../support/sandbox.ts";
import { type ControlledSandbox, conflict, controlled, misfits, notFound } from "./ask.ts";

const ORDERS = "/worlds/default/orders";
const key = "mst_acme_full";
const FIRST = {
  id: IDS.firstOrder,
  productId: IDS.atlas,
  state: "PAID",
  currency: "EUR",
  amountMinor: "4900",
  refundedMinor: "0",
  createdAt: "2026-10-15T09:00:00.000Z",
};
const NEW = { product: "ATLAS-1", amountMinor: "1200" };
const MADE_ID = /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

async function list(
  { call }: Pick<ControlledSandbox, "call">,
  world = "default",
): Promise<Order[]> {
  return v.parse(v.array(OrderSchema), JSON.parse((await call("orders", { key, world })).text));
}

describe("POST …/orders", () => {
  test("adds one that was made now, paid in the product's currency", async () => {
    const made = controlled();
    const before = await list(made);
    made.pass(1);
    const order = await made.must(201, "POST", ORDERS, NEW);
    expect(order).toEqual({
      id: expect.stringMatching(MADE_ID),
      productId: IDS.atlas,
      state: "PAID",
      currency: "EUR",
      amountMinor: "1200",
      refundedMinor: "0",
      createdAt: "2026-10-17T09:00:01.000Z",
    });
    expect(await list(made)).toEqual([v.parse(OrderSchema, order), ...before]);
  });

  test("takes every field of a seed's order but repeat", async () => {
    const { must, worlds } = controlled();
    const fields = {
      product: IDS.globe.toUpperCase(),
      id: "ABCDEF00-0000-4000-8000-00000000000F",
      ref: "of-mine",
      state: "REFUNDED",
      currency: "USD",
      amountMinor: "00123456789012345678901234567890",
      refundedMinor: 7,
      createdAt: "2026-10-17T11:00:00.25+02:00",
    };
    expect(await must(201, "POST", ORDERS, fields)).toEqual({
      id: "abcdef00-0000-4000-8000-00000000000f",
      productId: IDS.globe,
      state: "REFUNDED",
      currency: "USD",
      amountMinor: fields.amountMinor,
      refundedMinor: "7",
      createdAt: "2026-10-17T09:00:00.25Z",
    });
    expect(await worlds.default.snapshot()).toContain("ref: of-mine");
  });

  test("gives the ids that seeds give: of ref, else of the product and its count", async () => {
    const order = { ...NEW, createdAt: "2026-10-17T09:00:00Z" };
    const orders = [{ ...order, ref: "a" }, order, order, { ...order, product: "DRAFT-1" }];
    const made = controlled();
    await made.must(201, "POST", "/worlds", { name: "seeded", seeds: { orders } });
    for (const fields of orders) await made.must(201, "POST", ORDERS, fields);
    expect(await list(made)).toEqual(await list(made, "seeded"));
  });

  test("returns an id that no order of pulled seeds has", async () => {
    const made = controlled();
    const order = { ...NEW, createdAt: "2026-10-17T09:00:00Z" };
    const count = { times: 9, every: "1h" };
    await made.must(201, "POST", "/worlds", {
      name: "counted",
      seeds: { orders: [{ ...order, product: "DRAFT-1", repeat: count }] },
    });
    const counted = (await list(made, "counted")).filter(
      ({ productId }) => productId !== IDS.atlas,
    );
    const pulled = counted.slice(0, 5).map(({ id }) => ({ ...order, product: "DRAFT-1", id }));
    await made.must(201, "POST", "/worlds", { name: "pulled", seeds: { orders: pulled } });
    for (let n = 0; n < 5; n++) {
      await made.must(201, "POST", "/worlds/pulled/orders", { ...order, product: "DRAFT-1" });
    }
    const ids = (await list(made, "pulled")).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("rejects a ref and an id that are taken, by seeds or by others before", async () => {
    const made = controlled();
    const { ask, must } = made;
    const own = Object(await must(201, "POST", ORDERS, { ...NEW, ref: "of-mine" }));
    const before = await list(made);
    const taken = (name: string) =>
      conflict(`The order ${name} already exists. Change it, or use another name.`);
    const other = { ...NEW, amountMinor: 1 };
    expect(await ask("POST", ORDERS, { ...other, ref: "of-mine" })).toEqual(taken("of-mine"));
    for (const id of [own.id, own.id.toUpperCase(), IDS.lastOrder]) {
      expect(await ask("POST", ORDERS, { ...other, id })).toEqual(taken(id));
    }
    expect(await list(made)).toEqual(before);
  });

  test("rejects an id that a repeated order has, listed or not", async () => {
    const made = controlled();
    const repeat = { times: 200, every: "1h" };
    const orders = [{ ...NEW, ref: "r{n}", createdAt: "now-30d", repeat }];
    const settings = { listOrder: "oldest" };
    await made.must(201, "POST", "/worlds", { name: "newest", seeds: { orders } });
    await made.must(201, "POST", "/worlds", { name: "oldest", seeds: { orders, settings } });
    for (const listed of ["newest", "oldest"]) {
      const { id } = (await list(made, listed))[25] ?? FIRST;
      for (const world of ["newest", "oldest"]) {
        expect((await made.ask("POST", `/worlds/${world}/orders`, { ...NEW, id })).status).toBe(
          409,
        );
      }
    }
  });

  test("rejects an invalid order, field by field", async () => {
    const body = {
      id: "1",
      ref: "",
      state: null,
      amountMinor: "4.90",
      refundedMinor: -1,
      createdAt: "yesterday",
      repeat: { times: 2, every: "1h" },
    };
    expect(await controlled().ask("POST", ORDERS, body)).toEqual(
      misfits({
        product: "is missing",
        id: "must be a UUID like 3f2b8c1e-5d64-4a0b-9c0e-7f1d2a3b4c5d",
        ref: "must be a name of your own, as text",
        state: "must be a state like PAID, as text",
        amountMinor: "must be an amount in minor units, in plain digits like 4900",
        refundedMinor: "must be an amount in minor units, in plain digits like 4900",
        createdAt: "must be a time like 2026-10-17T09:00:00Z or now-3d",
        repeat:
          "unknown field. Known here: product, id, ref, state, currency, amountMinor, quantity, refundedMinor, createdAt.",
      }),
    );
  });

  test("rejects an amount that lost digits as a number, and explains how to send it", async () => {
    const body = '{ "product": "ATLAS-1", "amountMinor": 12345678901234567890 }';
    const { ask, must } = controlled();
    expect(await ask("POST", ORDERS, body)).toEqual(
      misfits({
        amountMinor:
          'must be an amount in minor units, above 9007199254740991 as text like "9007199254740993", because larger numbers lose digits',
      }),
    );
    const world = `{ "seeds": { "orders": [{ "createdAt": "now", ${body.slice(2)}] } }`;
    expect((await ask("POST", "/worlds", world)).status).toBe(422);
    const text = { product: "ATLAS-1", amountMinor: "12345678901234567890" };
    expect(await must(201, "POST", ORDERS, text)).toMatchObject({ amountMinor: text.amountMinor });
  });

  test.each([
    [{ product: "ATLAS-2" }, "unknown-reference", "Did you mean `ATLAS-1`?"],
    [{ amountMinor: "{n}00" }, "bad-repeat", undefined],
    [{ createdAt: "now+9999999d" }, "bad-time", "Times must be between the years 0 and 9999."],
  ])("rejects %j: %s", async (fields, code, hint) => {
    const made = controlled();
    const before = await list(made);
    const { status, body } = await made.ask("POST", ORDERS, { ...NEW, ...fields });
    expect([status, body]).toMatchObject([422, { errors: [{ code, ...(hint && { hint }) }] }]);
    expect(await list(made)).toEqual(before);
  });

  test("adds fifty at once, and returns to each request its own order", async () => {
    const made = controlled();
    const orders = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        made.must(201, "POST", ORDERS, { ...NEW, amountMinor: `${n}` }),
      ),
    );
    expect(orders).toMatchObject(orders.map((_order, n) => ({ amountMinor: `${n}` })));
    expect(new Set(orders.map((order) => Object(order).id)).size).toBe(50);
    expect(await made.must(200, "GET", "/worlds/default")).toMatchObject({
      counts: { orders: 52 },
    });
  });
});

describe("PATCH …/orders/:id", () => {
  const first = `${ORDERS}/${IDS.firstOrder}`;

  test("refunds, and is seen by the next request", async () => {
    const made = controlled();
    expect(await list(made)).toContainEqual(FIRST);
    const refunded = { ...FIRST, state: "REFUNDED", refundedMinor: "4900" };
    const change = { state: "REFUNDED", refundedMinor: 4900 };
    expect(await made.must(200, "PATCH", first, change)).toEqual(refunded);
    expect(await list(made)).toContainEqual(refunded);
    expect(await made.must(200, "PATCH", first, change)).toEqual(refunded);
    expect(await made.must(200, "PATCH", first, {})).toEqual(refunded);
  });

  test("changes each field by itself, and no other order", async () => {
    const made = controlled();
    const others = (await list(made)).filter(({ id }) => id !== IDS.firstOrder);
    let shown = FIRST;
    for (const change of [
      { state: "PENDING" },
      { currency: "CHF" },
      { amountMinor: "99999999999999999999" },
      { refundedMinor: "1" },
      { createdAt: "2020-01-01T00:00:00.000Z" },
    ]) {
      shown = { ...shown, ...change };
      expect(await made.must(200, "PATCH", first, change)).toEqual(shown);
      expect(await list(made)).toEqual([...others, shown]);
    }
    const now = await made.must(200, "PATCH", first, { createdAt: "now" });
    expect(now).toEqual({ ...shown, createdAt: "2026-10-17T09:00:00.000Z" });
  });

  test("accepts an id in either case, and finds no unknown one", async () => {
    const { must, ask } = controlled();
    expect(await must(200, "PATCH", `${ORDERS}/${IDS.firstOrder.toUpperCase()}`, {})).toEqual(
      FIRST,
    );
    const known = `Known: ${IDS.firstOrder}, ${IDS.lastOrder}.`;
    for (const [id, hint] of [
      [IDS.unknown, known],
      [`${IDS.firstOrder.slice(0, -1)}9`, `Did you mean \`${IDS.firstOrder}\`?`],
      ["x", known],
      ["%2F%00", known],
    ]) {
      const name = decodeURIComponent(id ?? "");
      expect(await ask("PATCH", `${ORDERS}/${id}`, {})).toEqual(
        notFound(`There is no order ${name} in the world default. ${hint}`),
      );
    }
  });

  test("rejects what names an order, and what is not of its type", async () => {
    const none =
      "unknown field. Known here: state, currency, amountMinor, quantity, refundedMinor, createdAt.";
    const body = {
      product: "GLOBE-1",
      id: IDS.unknown,
      ref: "x",
      remove: true,
      repeat: {},
      state: 1,
    };
    expect(await controlled().ask("PATCH", first, body)).toEqual(
      misfits({
        state: "must be a state like PAID, as text",
        product: none,
        id: none,
        ref: none,
        remove: none,
        repeat: none,
      }),
    );
  });

  test.each([
    [{ amountMinor: "{n}" }, "bad-repeat"],
    [{ createdAt: "2026-13-01T00:00:00Z" }, "bad-time"],
  ])("rejects %j, and leaves the order", async (change, code) => {
    const made = controlled();
    const { status, body } = await made.ask("PATCH", first, change);
    expect([status, body]).toMatchObject([422, { errors: [{ code }] }]);
    expect(await list(made)).toContainEqual(FIRST);
  });

  test("loses none of fifty at once, of one order", async () => {
    const { must } = controlled();
    const changes = Array.from({ length: 50 }, (_, n) =>
      n % 2 ? { amountMinor: `${n}` } : { state: `S${n}` },
    );
    await Promise.all(changes.map((change) => must(200, "PATCH", first, change)));
    expect(await must(200, "PATCH", first, {})).toEqual({
      ...FIRST,
      state: "S48",
      amountMinor: "49",
    });
  });

  test("of fifty repeated ones at once changes each", async () => {
    const made = controlled();
    const repeat = { times: 50, every: "1h" };
    const orders = [{ ...NEW, amountMinor: "{n}00", createdAt: "now-9d", repeat }];
    await made.must(201, "POST", "/worlds", { name: "mine", seeds: { orders } });
    const listed = await list(made, "mine");
    await Promise.all(
      listed.map(({ id, amountMinor }) =>
        made.must(200, "PATCH", `/worlds/mine/orders/${id}`, { refundedMinor: amountMinor }),
      ),
    );
    expect(await list(made, "mine")).toEqual(
      listed.map((order) => ({ ...order, refundedMinor: order.amountMinor })),
    );
  });
});
