// Buying: the form, the one order that it creates, and the receipt.
import { describe, expect, test } from "bun:test";
import { changeOrder } from "../../../src/world/changes/orders.ts";
import { changeWorld } from "../../../src/world/changes/overlay.ts";
import { IDS } from "../../support/sandbox.ts";
import { ATLAS, type Form, readForm, SHOP, shop } from "./shop.ts";

const RECEIPT = /^\/checkout\/[\da-f-]{36}\/receipt\/[\da-f-]{36}$/;

describe("the form", () => {
  test("shows the unit price, and the total of every quantity", async () => {
    const { status, html, text } = await shop().ask(ATLAS);
    expect(status).toBe(200);
    expect(html).toContain("<title>Checkout: A World Atlas · Acme &amp; Sons</title>");
    expect(text).toContain("A World Atlas €49.00 each Quantity 1 2 3 4 5 6 7 8 9 10 Total €49.00");
    expect(html).toContain('<option value="1" selected="">1</option>');
    const totals = [...html.matchAll(/class="of-(\d+)">([^<]*) </g)].map(([, n, total]) => [
      n,
      total,
    ]);
    expect(totals).toEqual([
      ["1", "€49.00"],
      ["2", "€98.00"],
      ["3", "€147.00"],
      ["4", "€196.00"],
      ["5", "€245.00"],
      ["6", "€294.00"],
      ["7", "€343.00"],
      ["8", "€392.00"],
      ["9", "€441.00"],
      ["10", "€490.00"],
    ]);
  });

  test("needs no script, and has none", async () => {
    expect((await shop().ask(ATLAS)).html).not.toContain("<script");
  });

  test("is found by an id in upper or lower case, and sent to the id in lower case", async () => {
    const { action } = await shop().open(ATLAS.replace(IDS.atlas, IDS.atlas.toUpperCase()));
    expect(action).toBe(`${ATLAS}?pay`);
  });

  test("may be kept for the Back button, and is new on every visit", async () => {
    const made = shop();
    const { headers } = await made.ask(ATLAS);
    expect(headers.get("Cache-Control")).toBe("private, no-cache");
    expect((await made.open()).fields.token).not.toBe((await made.open()).fields.token ?? "");
  });

  test("supports GET, HEAD and POST only", async () => {
    const made = shop();
    const head = await made.ask(ATLAS, { method: "HEAD" });
    expect([head.status, head.html]).toEqual([200, ""]);
    for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const { status, headers } = await made.ask(ATLAS, { method });
      expect([status, headers.get("Allow")]).toEqual([405, "GET, HEAD, POST"]);
    }
    const { status, headers } = await made.ask(`${ATLAS}/receipt/x`, { method: "POST" });
    expect([status, headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
  });
});

describe("paying", () => {
  test("creates one PAID order of quantity × price, the first in the API's list", async () => {
    const made = shop();
    const before = await made.orders();
    made.pass(1.5);
    const { headers, status } = await made.send(await made.open(), { quantity: "3" });
    expect(status).toBe(303);
    expect(headers.get("Location")).toMatch(RECEIPT);
    const [first, ...rest] = await made.orders();
    expect(rest).toEqual(before);
    expect(first).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      productId: IDS.atlas,
      state: "PAID",
      currency: "EUR",
      amountMinor: "14700",
      refundedMinor: "0",
      createdAt: "2026-10-17T09:00:01.500Z",
    });
  });

  test("leads to a receipt with the order's id and its position in the API's list", async () => {
    const made = shop();
    const { status, headers, html, text } = await made.buy();
    const [order] = await made.orders();
    expect(status).toBe(200);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(text).toContain(
      `Thank you, your order is paid Order ${order?.id} Product A World Atlas Quantity 1 × €49.00 Amount €49.00 ` +
        "State PAID Time 2026-10-17 09:00:00 UTC Buy again For testers This is now the first of 2 orders in " +
        "GET /orders (newest first). " +
        `curl 'http://127.0.0.1:4700/api/v1/integration/orders' \\ -H 'Authorization: Bearer mst_acme_full'`,
    );
    expect(html).toContain(`<a href="/dashboard/orders?find=${order?.id}">`);
    expect(html).toContain('<time datetime="2026-10-17T09:00:00.000Z">');
    expect(html).toContain(`href="${ATLAS}"`);
  });

  test("shows the quantity and the price that was paid, whatever the price is now", async () => {
    const made = shop();
    const { path } = await made.buy(ATLAS, { quantity: "3" });
    const world = made.worlds.default;
    changeWorld(world, { products: [{ publicCode: "ATLAS-1", priceMinor: "7350" }] });
    expect((await made.ask(path)).text).toContain("Quantity 3 × €49.00 Amount €147.00");
    const [order] = await made.orders();
    changeOrder(world, order?.id ?? "", { amountMinor: "100" });
    expect((await made.ask(path)).text).toContain("A World Atlas Amount €1.00");
  });

  test("is in the log, with its world and its order, and so is a payment that was rejected", async () => {
    const made = shop();
    await made.buy(`/w/default${ATLAS}`, { quantity: "2" });
    const [order] = await made.orders();
    const stale = {
      ...(await made.open()),
      fields: { token: "stale", price: "1 EUR", quantity: "1" },
    };
    await made.send(stale);
    await made.send(await made.open(), { card: "declined" });
    const shown = made.records
      .filter(({ endpoint }) => endpoint === undefined)
      .map(({ world, method, path, status, why, hints }) => [
        world,
        method,
        path,
        status,
        why,
        hints,
      ]);
    const request = ["default", "POST", ATLAS];
    expect(shown).toEqual([
      [...request, 303, undefined, [`order ${order?.id} is PAID: 9800 EUR in minor units`]],
      [...request, 403, "This page has expired. Nothing was paid. Try again.", []],
      [...request, 402, "Your card was declined. Nothing was paid.", []],
    ]);
  });

  test("charges 1000 minor units for a product without a price", async () => {
    const made = shop();
    await made.buy("/checkout/91a10000-0000-4000-8000-000000000005", { quantity: "2" });
    const [order] = await made.orders();
    expect([order?.amountMinor, order?.currency]).toEqual(["2000", "JPY"]);
  });

  test("charges the longest prices to the last digit", async () => {
    const price = "9".repeat(36);
    const made = shop({
      seeds: SHOP.replace(
        '"4900" }\n  - { publicCode: DRAFT',
        `"${price}" }\n  - { publicCode: DRAFT`,
      ),
    });
    const { text } = await made.buy(ATLAS, { quantity: "7" });
    const [order] = await made.orders();
    expect(order?.amountMinor).toBe(`6${"9".repeat(35)}3`);
    expect(text).toContain("Amount €69,999,999,");
  });

  test("works in any currency, even with line ends in it", async () => {
    const made = shop();
    const currency = 'E\r\nU"R\u0000';
    await made.handle("default").change({ products: [{ publicCode: "ATLAS-1", currency }] });
    const form = await made.open();
    expect(form.fields.price).toBe('4900 E\\r\\nU\\"R\\u0000');
    expect((await made.send(form)).status).toBe(303);
    expect((await made.orders())[0]).toMatchObject({ currency, amountMinor: "4900" });
  });

  test("happens in its world, and in no other", async () => {
    const made = shop({
      scenarios: { sale: 'products: [{ publicCode: ATLAS-1, priceMinor: "99" }]' },
    });
    const { path, text } = await made.buy(`/w/sale${ATLAS}`);
    expect(path).toMatch(/^\/w\/sale\/checkout\//);
    expect(text).toContain("'http://127.0.0.1:4700/w/sale/api/v1/integration/orders'");
    const amounts = async (world?: string) =>
      (await made.orders("mst_acme_full", world)).map(({ amountMinor }) => amountMinor);
    expect(await amounts("sale")).toEqual(["99", "4900"]);
    expect(await amounts()).toEqual(["4900"]);
  });

  test("creates the order of the product's merchant", async () => {
    const made = shop();
    await made.buy(`/checkout/${IDS.globe}`);
    expect((await made.orders("mst_globex_full")).map(({ amountMinor }) => amountMinor)).toEqual([
      "4250",
    ]);
    expect(await made.orders()).toHaveLength(1);
  });

  test("creates another order on another visit to the same link", async () => {
    const made = shop();
    const paths = [(await made.buy()).path, (await made.buy()).path];
    expect(new Set(paths).size).toBe(2);
    expect(await made.orders()).toHaveLength(3);
  });

  test("is undone by a reset of the world, and the receipt says so", async () => {
    const made = shop();
    const { path } = await made.buy();
    made.worlds.reset("default");
    expect(await made.orders()).toHaveLength(1);
    const { status, text } = await made.ask(path);
    expect(status).toBe(404);
    expect(text).toContain("Receipt not found");
    expect(text).toContain(
      "Either it was not paid, or the world was reset or its seeds changed after the payment.",
    );
  });

  test("outlives a snapshot: loaded again, the world lists the same orders", async () => {
    const made = shop();
    await made.buy();
    const again = shop({ seeds: await made.worlds.default.snapshot() });
    expect(await again.orders()).toEqual(await made.orders());
  });
});

describe("one form creates one order", () => {
  const count = async (made: ReturnType<typeof shop>) => (await made.orders()).length - 1;

  test("sent again, which leads to the same receipt", async () => {
    const made = shop();
    const form = await made.open();
    const first = await made.send(form);
    for (const quantity of ["1", "5"]) {
      const again = await made.send(form, { quantity });
      expect([again.status, again.headers.get("Location")]).toEqual([
        303,
        first.headers.get("Location"),
      ]);
    }
    expect(await count(made)).toBe(1);
  });

  test("sent many times at once", async () => {
    const made = shop();
    const form = await made.open();
    const responses = await Promise.all(Array.from({ length: 20 }, () => made.send(form)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([303]));
    expect(new Set(responses.map(({ headers }) => headers.get("Location"))).size).toBe(1);
    expect(await count(made)).toBe(1);
  });

  test("with the receipt loaded again", async () => {
    const made = shop();
    const { path, html } = await made.buy();
    expect((await made.ask(path)).html).toBe(html);
    expect(await count(made)).toBe(1);
  });

  test("sent again once the price has changed, or the product is withdrawn", async () => {
    const made = shop();
    const form = await made.open();
    const first = await made.send(form);
    for (const change of [{ priceMinor: "1" }, { status: "DRAFT" }]) {
      await made.handle("default").change({ products: [{ publicCode: "ATLAS-1", ...change }] });
      expect((await made.send(form)).headers.get("Location")).toBe(first.headers.get("Location"));
    }
    const receipt = await made.ask(first.headers.get("Location") ?? "");
    expect(receipt.text).toContain("Amount €49.00");
    expect(await count(made)).toBe(1);
  });

  test("while many forms at once create as many orders", async () => {
    const made = shop();
    const forms = await Promise.all(Array.from({ length: 20 }, () => made.open()));
    await Promise.all(forms.map((form) => made.send(form)));
    expect(await count(made)).toBe(20);
  });
});

describe("a price that changes between the form and the payment", () => {
  test.each([
    ["price", { priceMinor: "5200" }, "€52.00 each"],
    ["currency", { currency: "USD" }, "$49.00 each"],
  ])("shows the form again with the new %s, and creates no order", async (_what, change, price) => {
    const made = shop();
    const form = await made.open();
    await made.handle("default").change({ products: [{ publicCode: "ATLAS-1", ...change }] });
    const { status, headers, html, text } = await made.send(form, { quantity: "2" });
    expect(status).toBe(409);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(text).toContain("The price has changed. Nothing was paid.");
    expect(text).toContain(price);
    expect(html).toContain('<option value="2" selected="">');
    expect(await made.orders()).toHaveLength(1);
    expect((await made.send(readForm(html))).status).toBe(303);
  });

  test("does not concern other products and titles", async () => {
    const made = shop();
    const form = await made.open();
    await made.handle("default").change({
      products: [
        { publicCode: "GLOBE-1", priceMinor: "1" },
        { publicCode: "ATLAS-1", title: "An Atlas" },
      ],
    });
    expect((await made.send(form)).status).toBe(303);
  });

  test("shows the reason if the product is no longer available", async () => {
    const made = shop();
    const form = await made.open();
    await made.handle("default").change({ products: [{ publicCode: "ATLAS-1", status: "DRAFT" }] });
    const { status, text } = await made.send(form);
    expect(status).toBe(404);
    expect(text).toMatch(/ATLAS-1 \(seeds\.yaml:\d+, changed by a test\) is DRAFT/);
    expect(await made.orders()).toHaveLength(1);
  });
});

describe("what testers may choose", () => {
  test.each([
    ["PENDING", "0"],
    ["FAILED", "0"],
    ["REFUNDED", "9800"],
    ["on its way", "0"],
    ["  DISPUTED ", "0"],
    ["<b>bold</b>", "0"],
    ['"\\\u0000\u2028', "0"],
    ["ملغى 🧾", "0"],
  ])("the state %p", async (state, refundedMinor) => {
    const made = shop();
    const { text } = await made.buy(ATLAS, { quantity: "2", state });
    const [order] = await made.orders();
    expect([order?.state, order?.amountMinor, order?.refundedMinor]).toEqual([
      state.trim(),
      "9800",
      refundedMinor,
    ]);
    expect(text).toContain(`Order ${order?.id}`);
    expect(text).not.toContain("Thank you");
  });

  test("which the Pay button ignores", async () => {
    const made = shop();
    await made.buy(ATLAS, { quantity: "1", state: "FAILED", pay: "PAID" });
    expect(await made.orders()).toMatchObject([{ state: "PAID" }, {}]);
  });

  test("a state of at most 100 characters", async () => {
    const made = shop();
    const { status, text } = await made.send(await made.open(), { state: "x".repeat(101) });
    expect(status).toBe(422);
    expect(text).toContain("The state must have at most 100 characters.");
  });

  test("no state that seeds reject, and the reason is shown", async () => {
    const made = shop();
    const { status, text } = await made.send(await made.open(), { state: "number {n}" });
    expect(status).toBe(422);
    expect(text).toContain(
      "Cannot create the order: `{n}` works only together with `repeat`. Nothing was paid.",
    );
    expect(await made.orders()).toHaveLength(1);
  });

  test("PAID by default, and a refund is shown", async () => {
    const made = shop();
    expect((await made.buy(ATLAS, { state: " " })).text).toContain("State PAID");
    expect((await made.buy(ATLAS, { state: "REFUNDED" })).text).toContain(
      "Refunded €49.00 State REFUNDED",
    );
  });

  test("a declined card, which creates no order and keeps the form", async () => {
    const made = shop();
    const { status, html, text } = await made.send(await made.open(), {
      card: "declined",
      quantity: "4",
    });
    expect(status).toBe(402);
    expect(text).toContain("Your card was declined. Nothing was paid.");
    expect(html).toContain('role="alert"');
    expect(html).toContain('<option value="4" selected="">');
    expect(await made.orders()).toHaveLength(1);
    expect((await made.send(readForm(html))).status).toBe(303);
    expect(await made.orders()).toHaveLength(2);
  });

  test("in a closed panel, separate from the shopper's form", async () => {
    const { html } = await shop().ask(ATLAS);
    const [shopper = "", tester = ""] = html.split('<details class="testers">');
    expect(shopper).not.toMatch(/tester|state|declin/i);
    expect(tester).toContain('name="card" value="declined"');
  });
});

describe("the receipt", () => {
  test("shows the order's position in the API's list, also while the clock is frozen", async () => {
    const made = shop();
    const receipts = [await made.buy(), await made.buy(), await made.buy()];
    const listed = (await made.orders()).map(({ id }) => id);
    for (const [bought, { path, html }] of receipts.entries()) {
      const [, id = ""] = /<code>([\da-f-]{36})<\/code>/.exec(html) ?? [];
      const at = listed.indexOf(id);
      expect(at).toBe(2 - bought);
      const place = at === 0 ? "the first" : `number ${at + 1}`;
      expect((await made.ask(path)).text).toContain(
        `This is now ${place} of 4 orders in GET /orders`,
      );
    }
  });

  test.each([
    ["oldest", "This is now number 2 of 2 orders in GET /orders (oldest first)."],
    ["shuffled", "of 2 orders in GET /orders (shuffled)."],
  ])("knows that lists are %s", async (listOrder, sentence) => {
    const made = shop({ seeds: SHOP.replace("settings:", `settings:\n  listOrder: ${listOrder}`) });
    expect((await made.buy()).text).toContain(sentence);
  });

  test("says that the API's list does not include the order", async () => {
    const many =
      "  - { product: ATLAS-1, amountMinor: 1, createdAt: now+1h, repeat: { times: 60, every: 1m } }\n";
    const made = shop({ seeds: SHOP.replace("settings:", `${many}settings:`) });
    expect((await made.buy()).text).toContain(
      "This order is not among the first 50 of 62 orders in GET /orders",
    );
  });

  test("belongs to the world after a reset, if the world is reset while the form is read", async () => {
    const made = shop();
    const { action, fields } = await made.open();
    const text = new TextEncoder().encode(`${new URLSearchParams(fields)}`);
    const body = new ReadableStream({
      pull(controller) {
        made.worlds.reset("default");
        controller.enqueue(text);
        controller.close();
      },
    });
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const paid = await made.ask(action, { method: "POST", headers, body });
    expect(paid.status).toBe(303);
    expect((await made.ask(paid.headers.get("Location") ?? "")).status).toBe(200);
    expect(await made.orders()).toHaveLength(2);
  });

  test("shows later changes of the order", async () => {
    const made = shop();
    const { path } = await made.buy();
    const [order] = await made.orders();
    const change = { state: "PARTIALLY_REFUNDED", refundedMinor: "100" };
    await made.handle("default").orders.change(order?.id ?? "", change);
    const { text } = await made.ask(path);
    expect(text).toContain("Amount €49.00 Refunded €1.00 State PARTIALLY_REFUNDED");
  });

  test.each([
    `${ATLAS}/receipt/x`,
    `${ATLAS}/receipt/${IDS.unknown}`,
    `${ATLAS}/receipt/${IDS.firstOrder}`,
    `/checkout/${IDS.unknown}/receipt/${IDS.unknown}`,
    "/checkout/x/receipt/__proto__",
  ])("%s is a 404", async (path) => {
    const { status, html } = await shop().ask(path);
    expect(status).toBe(404);
    expect(html).toContain("<h1>Receipt not found</h1>");
  });

  test("of another product is a 404 too", async () => {
    const made = shop();
    const { path } = await made.buy();
    expect((await made.ask(path.replace(IDS.atlas, IDS.globe))).status).toBe(404);
  });
});

test("behind a proxy with its own path, every link keeps that path", async () => {
  const addresses = {
    baseUrl: "https://api.example/sandbox",
    hostedUrl: "https://shop.example/sandbox",
  };
  const made = shop({ addresses });
  const { html } = await made.ask(ATLAS);
  const form: Form = readForm(html);
  expect(form.action).toBe(`/sandbox${ATLAS}?pay`);
  const { headers } = await made.send({ ...form, action: ATLAS });
  expect(headers.get("Location")).toStartWith(`/sandbox${ATLAS}/receipt/`);
});

test("a full world says so, and nothing is paid", async () => {
  const full =
    "  - { product: GLOBE-1, amountMinor: 1, createdAt: now-90d, repeat: { times: 99999, every: 1m } }\n";
  const made = shop({ seeds: SHOP.replace("settings:", `${full}settings:`) });
  const { status, text } = await made.send(await made.open());
  expect(status).toBe(409);
  expect(text).toContain(
    "already has 100000 orders. Reset it, or make another world. Nothing was paid.",
  );
});
