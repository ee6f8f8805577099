// Buying: the form, the order that it makes, once, and the receipt.
import { describe, expect, test } from "bun:test";
import { IDS } from "../../support/sandbox.ts";
import { ATLAS, type Form, readForm, SHOP, shop } from "./shop.ts";

const RECEIPT = /^\/checkout\/[\da-f-]{36}\/receipt\/[\da-f-]{36}$/;

describe("the form", () => {
  test("shows what one costs, and the total of every quantity", async () => {
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

  test("is found by an id in either case, and sent to the one in lower case", async () => {
    const { action } = await shop().open(ATLAS.replace(IDS.atlas, IDS.atlas.toUpperCase()));
    expect(action).toBe(`${ATLAS}?pay`);
  });

  test("may be kept for who goes back, and is new on every visit", async () => {
    const made = shop();
    const { headers } = await made.ask(ATLAS);
    expect(headers.get("Cache-Control")).toBe("private, no-cache");
    expect((await made.open()).fields.token).not.toBe((await made.open()).fields.token ?? "");
  });

  test("is answered to HEAD without the page, and to no other method than POST", async () => {
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
  test("makes one order, PAID, of quantity × price, the first that the API lists", async () => {
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

  test("leads to a receipt, with the order's id and where the API lists it", async () => {
    const made = shop();
    const { status, headers, html, text } = await made.buy();
    const [order] = await made.orders();
    expect(status).toBe(200);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(text).toContain(
      `Thank you, your order is paid Order ${order?.id} Product A World Atlas Amount €49.00 ` +
        "State PAID Time 2026-10-17 09:00:00 UTC Buy again For testers It is now the first of 2 in " +
        "GET /orders, which lists the newest first. " +
        `curl -H "Authorization: Bearer $SANDBOX_API_KEY" 'http://127.0.0.1:4700/api/v1/integration/orders' ` +
        "Put a key of acme with orders:read in SANDBOX_API_KEY",
    );
    expect(html).toContain('<time datetime="2026-10-17T09:00:00.000Z">');
    expect(html).toContain(`href="${ATLAS}"`);
  });

  test("charges 1000 minor units for what has no price", async () => {
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

  test("is done in any currency, one with line ends in it too", async () => {
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

  test("happens at the merchant who sells", async () => {
    const made = shop();
    await made.buy(`/checkout/${IDS.globe}`);
    expect((await made.orders("mst_globex_full")).map(({ amountMinor }) => amountMinor)).toEqual([
      "4250",
    ]);
    expect(await made.orders()).toHaveLength(1);
  });

  test("is done again by another visit to the same link", async () => {
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
    expect(text).toContain("There is no such receipt");
    expect(text).toContain("it was not paid, or the world was reset or its seeds changed since.");
  });

  test("outlives a snapshot: loaded again, the world lists the same orders", async () => {
    const made = shop();
    await made.buy();
    const again = shop({ seeds: await made.worlds.default.snapshot() });
    expect(await again.orders()).toEqual(await made.orders());
  });
});

describe("one form makes one order", () => {
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
    const answers = await Promise.all(Array.from({ length: 20 }, () => made.send(form)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(new Set(answers.map(({ headers }) => headers.get("Location"))).size).toBe(1);
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

  test("while many forms at once make as many", async () => {
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
  ])("has the form come back with the new %s, and makes no order", async (_what, change, price) => {
    const made = shop();
    const form = await made.open();
    await made.handle("default").change({ products: [{ publicCode: "ATLAS-1", ...change }] });
    const { status, headers, html, text } = await made.send(form, { quantity: "2" });
    expect(status).toBe(409);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(text).toContain("The price has changed meanwhile. Nothing was paid.");
    expect(text).toContain(price);
    expect(html).toContain('<option value="2" selected="">');
    expect(await made.orders()).toHaveLength(1);
    expect((await made.send(readForm(html))).status).toBe(303);
  });

  test("is no change where it is another product's, or a title's", async () => {
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

  test("is told as what it is where the product is withdrawn meanwhile", async () => {
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

  test("but Pay itself pays, whatever state is written there", async () => {
    const made = shop();
    await made.buy(ATLAS, { quantity: "1", state: "FAILED", pay: "PAID" });
    expect(await made.orders()).toMatchObject([{ state: "PAID" }, {}]);
  });

  test("and no state of more than 100 letters", async () => {
    const made = shop();
    const { status, text } = await made.send(await made.open(), { state: "x".repeat(101) });
    expect(status).toBe(422);
    expect(text).toContain("A state has 100 letters at most.");
  });

  test("but no state that seeds refuse, and then the reason is shown", async () => {
    const made = shop();
    const { status, text } = await made.send(await made.open(), { state: "number {n}" });
    expect(status).toBe(422);
    expect(text).toContain(
      "The order can't be made: `{n}` has a meaning only beside `repeat`. Nothing was paid.",
    );
    expect(await made.orders()).toHaveLength(1);
  });

  test("PAID, if nothing is written, and the refund is shown if there is one", async () => {
    const made = shop();
    expect((await made.buy(ATLAS, { state: " " })).text).toContain("State PAID");
    expect((await made.buy(ATLAS, { state: "REFUNDED" })).text).toContain(
      "Refunded €49.00 State REFUNDED",
    );
  });

  test("a declined card, which makes no order and leaves the form as it was", async () => {
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

  test("which stand apart from what a shopper sees, in a panel that is closed", async () => {
    const { html } = await shop().ask(ATLAS);
    const [shopper = "", tester = ""] = html.split('<details class="testers">');
    expect(shopper).not.toMatch(/tester|state|declin/i);
    expect(tester).toContain('name="card" value="declined"');
  });
});

describe("the receipt", () => {
  test("says where the API lists the order, while the clock stands still", async () => {
    const made = shop();
    const receipts = [await made.buy(), await made.buy(), await made.buy()];
    const listed = (await made.orders()).map(({ id }) => id);
    for (const [bought, { path, html }] of receipts.entries()) {
      const [, id = ""] = /<code>([\da-f-]{36})<\/code>/.exec(html) ?? [];
      const at = listed.indexOf(id);
      expect(at).toBe(2 - bought);
      const place = at === 0 ? "the first" : `number ${at + 1}`;
      expect((await made.ask(path)).text).toContain(`It is now ${place} of 4 in GET /orders`);
    }
  });

  test.each([
    ["oldest", "It is now number 2 of 2 in GET /orders, which lists the oldest first"],
    ["shuffled", "of 2 in GET /orders, which lists them shuffled."],
  ])("knows of lists with the %s first", async (listOrder, sentence) => {
    const made = shop({ seeds: SHOP.replace("settings:", `settings:\n  listOrder: ${listOrder}`) });
    expect((await made.buy()).text).toContain(sentence);
  });

  test("says so where the API does not list the order at all", async () => {
    const many =
      "  - { product: ATLAS-1, amountMinor: 1, createdAt: now+1h, repeat: { times: 60, every: 1m } }\n";
    const made = shop({ seeds: SHOP.replace("settings:", `${many}settings:`) });
    expect((await made.buy()).text).toContain("It is not among the first 50 of 62 in GET /orders");
  });

  test("is of the world that is there once the form was read, also where that was reset meanwhile", async () => {
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

  test("shows what became of the order since", async () => {
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
    expect(html).toContain("<h1>There is no such receipt</h1>");
  });

  test("of another product is a 404 too", async () => {
    const made = shop();
    const { path } = await made.buy();
    expect((await made.ask(path.replace(IDS.atlas, IDS.globe))).status).toBe(404);
  });
});

test("behind a proxy with a path of its own, every link keeps that path", async () => {
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

test("a world without room for another order says so, and nothing is paid", async () => {
  const full =
    "  - { product: GLOBE-1, amountMinor: 1, createdAt: now-90d, repeat: { times: 99999, every: 1m } }\n";
  const made = shop({ seeds: SHOP.replace("settings:", `${full}settings:`) });
  const { status, text } = await made.send(await made.open());
  expect(status).toBe(409);
  expect(text).toContain("has 100000 orders already; reset it, or make another. Nothing was paid.");
});
