// Products under control: added, published, withdrawn and changed, each seen by the next request.
import { describe, expect, test } from "bun:test";
import { bodyFor, IDS } from "../support/sandbox.ts";
import { conflict, controlled, misfits, notFound } from "./ask.ts";

const PRODUCTS = "/worlds/default/products";
const key = "mst_acme_full";
const ATLAS = {
  id: IDS.atlas,
  publicCode: "ATLAS-1",
  merchant: "acme",
  status: "PUBLISHED",
  currency: "EUR",
  version: 4,
  title: null,
  priceMinor: null,
};
const NEW = { publicCode: "NEW-1", merchant: "acme", currency: "JPY" };

/** A sandbox with ways to see what a client sees of a product. */
function shop() {
  const made = controlled();
  return {
    ...made,
    list: async (asked = key): Promise<unknown[]> =>
      JSON.parse((await made.call("products", { key: asked })).text),
    links: async (id: string, asked = key) =>
      (await made.call("checkout-links", { key: asked, body: bodyFor(id) })).status,
  };
}

describe("POST …/products", () => {
  test("adds one at the end of the list, with links", async () => {
    const { must, list, links } = shop();
    const before = await list();
    const made = Object(await must(201, "POST", PRODUCTS, NEW));
    expect(made).toEqual({
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/),
      ...NEW,
      status: "PUBLISHED",
      version: 1,
      title: null,
      priceMinor: null,
    });
    const { id, publicCode, status, currency, version } = made;
    expect(await list()).toEqual([...before, { id, publicCode, status, currency, version }]);
    expect(await links(id)).toBe(201);
    expect(await links(id, "mst_globex_full")).toBe(404);
  });

  test("accepts every field of a seed's product, and returns ids in lower case", async () => {
    const { must } = shop();
    const fields = {
      ...NEW,
      merchant: IDS.acme.toUpperCase(),
      id: "ABCDEF00-0000-4000-8000-00000000000F",
      status: "DRAFT",
      version: -3,
      title: "A World Atlas",
      priceMinor: "00123456789012345678901234567890",
    };
    const shown = { ...fields, merchant: "acme", id: fields.id.toLowerCase() };
    expect(await must(201, "POST", PRODUCTS, fields)).toEqual(shown);
    const other = { ...NEW, publicCode: "NEW-2", priceMinor: 4900 };
    expect(await must(201, "POST", PRODUCTS, other)).toMatchObject({ priceMinor: "4900" });
  });

  test("keeps every text as it was sent", async () => {
    const { must } = shop();
    const texts = [
      "\u0080\u009f\x7f",
      "\ufeff",
      "\ufffe\uffff",
      "\u2028\u2029\x85",
      "\ud800",
      "📚",
    ];
    texts.push(
      "\0\x1b\b",
      '"\\/',
      "a: b # c",
      "{n}",
      "*x",
      "&x",
      "<<",
      "%",
      "null",
      "1e3",
      "\t\r\n",
    );
    for (const [n, title] of texts.entries()) {
      const made = { ...NEW, publicCode: `NEW-${n} ü/?`, title };
      expect(await must(201, "POST", PRODUCTS, made)).toMatchObject(made);
    }
  });

  test("rejects an invalid product, field by field", async () => {
    const body = { publicCode: "..", version: 1.5, priceMinor: "4.90", status: "", id: "x", a: 1 };
    expect(await shop().ask("POST", PRODUCTS, body)).toEqual(
      misfits({
        publicCode:
          "must be a code of 1 to 256 characters, without control characters, and not . or ..",
        merchant: "is missing",
        id: "must be a UUID like 3f2b8c1e-5d64-4a0b-9c0e-7f1d2a3b4c5d",
        status: "must be a status like PUBLISHED, as text",
        currency: "is missing",
        version: "must be a whole number up to 9007199254740991",
        priceMinor: "must be an amount in minor units, in plain digits like 4900",
        a: "unknown field. Known here: publicCode, merchant, id, status, currency, version, title, priceMinor.",
      }),
    );
  });

  test("rejects a code that is taken, whoever's it is", async () => {
    const { ask, list } = shop();
    const before = await list();
    const taken = { ...NEW, publicCode: "GLOBE-1" };
    expect(await ask("POST", PRODUCTS, taken)).toEqual(
      conflict("The product GLOBE-1 already exists. Change it, or use another code."),
    );
    expect(await list()).toEqual(before);
  });

  test("rejects an id that is taken, and an unknown merchant", async () => {
    const { ask } = shop();
    expect(await ask("POST", PRODUCTS, { ...NEW, id: IDS.atlas.toUpperCase() })).toMatchObject({
      status: 422,
      body: { errors: [{ code: "duplicate-name" }] },
    });
    expect(await ask("POST", PRODUCTS, { ...NEW, merchant: "acne" })).toMatchObject({
      status: 422,
      body: { errors: [{ code: "unknown-reference", hint: "Did you mean `acme`?" }] },
    });
  });
});

describe("PATCH …/products/:id", () => {
  const atlas = `${PRODUCTS}/${IDS.atlas}`;

  test("withdraws and publishes: the links go and come, the list shows it", async () => {
    const { must, list, links, records } = shop();
    expect(await links(IDS.atlas)).toBe(201);
    expect(await must(200, "PATCH", atlas, { status: "DRAFT" })).toEqual({
      ...ATLAS,
      status: "DRAFT",
    });
    expect(await links(IDS.atlas)).toBe(404);
    expect(records.at(-1)?.why).toMatch(
      /^product ATLAS-1 \(.*\) is DRAFT, and only PUBLISHED products/,
    );
    expect(await list()).toMatchObject([{ id: IDS.atlas, status: "DRAFT" }, { id: IDS.draft }]);
    expect(await must(200, "PATCH", atlas, { status: "PUBLISHED" })).toEqual(ATLAS);
    expect(await links(IDS.atlas)).toBe(201);
  });

  test("changes what is given and nothing else", async () => {
    const { must, list } = shop();
    const [, draft] = await list();
    const changes = [{ currency: "USD" }, { version: 5 }, { title: "Atlas" }, { priceMinor: 1200 }];
    let shown: object = ATLAS;
    for (const change of changes) {
      const written = "priceMinor" in change ? { priceMinor: "1200" } : change;
      shown = { ...shown, ...written };
      expect(await must(200, "PATCH", atlas, change)).toEqual(shown);
    }
    const identity = { id: IDS.atlas, publicCode: "ATLAS-1", status: "PUBLISHED" };
    expect(await list()).toEqual([{ ...identity, currency: "USD", version: 5 }, draft]);
    expect(await must(200, "PATCH", atlas, {})).toEqual(shown);
  });

  test("leaves the orders the currency that they were paid in", async () => {
    const { must, call } = shop();
    const explicit = { product: "ATLAS-1", amountMinor: 1, currency: "CHF" };
    await must(201, "POST", "/worlds/default/orders", explicit);
    await must(200, "PATCH", `/worlds/default/orders/${IDS.firstOrder}`, { refundedMinor: "9" });
    await must(200, "PATCH", atlas, { currency: "USD" });
    const orders: { currency: string }[] = JSON.parse((await call("orders", { key })).text);
    expect(orders.map(({ currency }) => currency)).toEqual(["CHF", "USD", "EUR"]);
  });

  test("accepts an id in either case or a public code, and finds no unknown one", async () => {
    const { must, ask } = shop();
    for (const name of [IDS.atlas.toUpperCase(), "ATLAS-1"]) {
      expect(await must(200, "PATCH", `${PRODUCTS}/${name}`, {})).toEqual(ATLAS);
    }
    const known = "Known: ATLAS-1, DRAFT-1, GLOBE-1.";
    for (const [id, hint] of [
      [IDS.unknown, known],
      ["ATLAS-0", "Did you mean `ATLAS-1`?"],
      ["atlas-1", "Did you mean `ATLAS-1`?"],
      ["%2F", known],
    ]) {
      const name = decodeURIComponent(id ?? "");
      expect(await ask("PATCH", `${PRODUCTS}/${id}`, {})).toEqual(
        notFound(`There is no product ${name} in the world default. ${hint}`),
      );
    }
  });

  test("rejects to change what names a product, and unknown fields", async () => {
    const { ask } = shop();
    const none = "unknown field. Known here: status, currency, version, title, priceMinor.";
    const body = { publicCode: "X", id: IDS.unknown, merchant: "globex", remove: true, status: 1 };
    expect(await ask("PATCH", atlas, body)).toEqual(
      misfits({
        status: "must be a status like PUBLISHED, as text",
        publicCode: none,
        id: none,
        merchant: none,
        remove: none,
      }),
    );
  });

  test("loses none of fifty at once", async () => {
    const { must, list } = shop();
    const codes = Array.from({ length: 25 }, (_, n) => `NEW-${n}`);
    await Promise.all([
      ...codes.map((publicCode) => must(201, "POST", PRODUCTS, { ...NEW, publicCode })),
      ...codes.map((_code, n) =>
        must(200, "PATCH", atlas, n % 2 ? { title: "T" } : { version: n }),
      ),
    ]);
    expect(await list()).toHaveLength(27);
    expect(await must(200, "PATCH", atlas, {})).toEqual({ ...ATLAS, title: "T", version: 24 });
  });
});
