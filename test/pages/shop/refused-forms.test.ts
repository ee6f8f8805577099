// Forms that are not as the checkout made them, or were sent by somebody else: the checkout comes back
// with the reason, and no order is made.
import { describe, expect, test } from "bun:test";
import { IDS } from "../../support/sandbox.ts";
import { ATLAS, type Form, readForm, type Seen, type Shop, shop } from "./shop.ts";

const QUANTITY = "The quantity must be a whole number from 1 to 10. Nothing was paid.";
const STALE = "This page was out of date. Nothing was paid. Please pay again.";
const FOREIGN =
  "A page of another site sent you here to pay. Nothing was paid. Pay here if you want to.";
const oddField = (name: string) =>
  `The form's field "${name}" is missing, unknown, or there twice. Nothing was paid.`;

let made: Shop;

/** Expects a form that comes back, and can be sent then. */
async function expectReturn({ status, html, text }: Seen, expected: [status: number, why: string]) {
  expect([status, text.includes(expected[1]) || text]).toEqual([expected[0], true]);
  expect(html).toContain('role="alert"');
  expect(await made.orders()).toHaveLength(1);
  expect((await made.send(readForm(html))).status).toBe(303);
}

const post = (body: BodyInit, type?: string) =>
  made.ask(ATLAS, {
    method: "POST",
    body,
    ...(type !== undefined && { headers: { "Content-Type": type } }),
  });

/** Writes a form's fields as browsers do, with others behind them. */
const bodyOf = ({ fields }: Form, more = "") => `${new URLSearchParams(fields)}${more}`;

describe("a form that is not as it was made", () => {
  test.each([
    ...["0", "-1", "11", "1e1", "1.5", "１", "", " 1", "1 ", "0x1", "01", "+1", "1\n", "NaN"],
    ...["9".repeat(400), "1".repeat(1_000), "9007199254740993", "٣"],
  ])("has the quantity %p refused", async (quantity) => {
    made = shop();
    await expectReturn(await made.send(await made.open(), { quantity }), [422, QUANTITY]);
  });

  test.each(["quantity", "token", "price"])("has a missing %s refused", async (field) => {
    made = shop();
    const seen = await made.send(await made.open(), { [field]: undefined });
    await expectReturn(seen, [422, field === "quantity" ? QUANTITY : oddField(field)]);
  });

  test.each(["quantity=1", "quantity=2", "token=", "price=4900+EUR"])(
    "has a second %s refused",
    async (field) => {
      made = shop();
      const seen = await post(
        bodyOf(await made.open(), `&${field}`),
        "application/x-www-form-urlencoded",
      );
      const [name = ""] = field.split("=");
      await expectReturn(seen, [422, name === "quantity" ? QUANTITY : oddField(name)]);
    },
  );

  test.each([
    ["state=A&state=B", "state"],
    ["card=", "card"],
    ["card=accepted", "card"],
    ["amountMinor=1", "amountMinor"],
    ["__proto__=1", "__proto__"],
    ["=", ""],
    ["%3Cscript%3E=1", "<script>"],
  ])("has %s refused", async (field, name) => {
    made = shop();
    const seen = await post(
      bodyOf(await made.open(), `&${field}`),
      "application/x-www-form-urlencoded",
    );
    expect(seen.html).not.toContain("<script");
    await expectReturn(seen, [422, oddField(name)]);
  });

  test.each([
    ["text/plain", "text/plain;charset=utf-8"],
    ["JSON", "application/json"],
    ["a type that begins alike", "application/x-www-form-urlencoded-not"],
  ])("has %s refused", async (_what, type) => {
    made = shop();
    const seen = await post(bodyOf(await made.open()), type);
    await expectReturn(seen, [
      415,
      `The form came as ${type}, not as browsers send it. Nothing was paid.`,
    ]);
  });

  test("has a multipart form refused", async () => {
    made = shop();
    const form = new FormData();
    for (const [name, value] of Object.entries((await made.open()).fields)) form.set(name, value);
    await expectReturn(await post(form), [415, "The form came as multipart/form-data"]);
  });

  test("has a form without a type, or without anything, refused", async () => {
    made = shop();
    const bytes = new TextEncoder().encode(bodyOf(await made.open()));
    await expectReturn(await post(bytes), [415, "The form came as no media type"]);
    made = shop();
    const empty = await post("", "application/x-www-form-urlencoded");
    await expectReturn(empty, [422, QUANTITY]);
  });

  test.each([
    ["whole", (text: string) => text],
    [
      "in parts",
      (text: string) =>
        new ReadableStream({
          start(controller) {
            const bytes = new TextEncoder().encode(text);
            for (let at = 0; at < bytes.length; at += 65_536)
              controller.enqueue(bytes.slice(at, at + 65_536));
            controller.close();
          },
        }),
    ],
  ])("has more than a mebibyte refused, sent %s", async (_how, send) => {
    made = shop();
    const body = bodyOf(await made.open(), `&state=${"x".repeat(64 * 1024)}`);
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const seen = await made.ask(ATLAS, {
      method: "POST",
      body: send(body),
      headers,
      duplex: "half",
    } as RequestInit);
    await expectReturn(seen, [413, "The form was too long. Nothing was paid."]);
  });

  test("has ten thousand fields refused in no time", async () => {
    made = shop();
    const names = Array.from({ length: 10_000 }, (_, n) => `${n}=`).join("&");
    const seen = await post(
      bodyOf(await made.open(), `&${names}`),
      "application/x-www-form-urlencoded",
    );
    await expectReturn(seen, [422, oddField("0")]);
  });

  test("is charged in other letters of the type, and with its charset", async () => {
    made = shop();
    const type = "Application/X-WWW-Form-URLencoded ; charset=UTF-8";
    expect((await post(bodyOf(await made.open()), type)).status).toBe(303);
  });

  test("is a 404 for what is not sold, whatever is in it", async () => {
    made = shop();
    for (const path of ["/checkout/x", `/checkout/${IDS.unknown}`, `/checkout/${IDS.draft}`]) {
      const { fields } = await made.open();
      const { status, text } = await made.send({ action: path, fields });
      expect(status).toBe(404);
      expect(text).toContain("This is not on sale");
    }
    expect(await made.orders()).toHaveLength(1);
  });
});

describe("a token", () => {
  test.each([
    ["is empty", () => ""],
    ["is none", () => "token"],
    ["has no signature", (token: string) => token.slice(0, 36)],
    ["has half a signature", (token: string) => token.slice(0, -32)],
    ["has another signature", (token: string) => token.slice(0, 37) + "0".repeat(64)],
    ["names another form", (token: string) => `${IDS.unknown}${token.slice(36)}`],
    ["is written in capitals", (token: string) => token.toUpperCase()],
    ["has something behind it", (token: string) => `${token}0`],
  ])("that %s is stale", async (_what, change) => {
    made = shop();
    const form = await made.open();
    await expectReturn(await made.send(form, { token: change(form.fields.token ?? "") }), [
      403,
      STALE,
    ]);
  });

  test.each([
    ["product", () => made.open(`/checkout/${IDS.globe}`)],
    ["world", () => made.open(`/w/sale${ATLAS}`)],
    ["process", () => shop().open()],
  ])("of another %s is stale", async (_what, openOther) => {
    made = shop({ scenarios: { sale: "settings: { listOrder: newest }" } });
    const { token } = (await openOther()).fields;
    await expectReturn(await made.send(await made.open(), { token }), [403, STALE]);
  });

  test("is taken by another process that signs with the same secret", async () => {
    const formSecret = new Uint8Array(32).fill(7);
    const form = await shop({ formSecret }).open();
    expect((await shop({ formSecret }).send(form)).status).toBe(303);
  });

  test("keeps the quantity of the form that comes back", async () => {
    made = shop();
    const { html } = await made.send(await made.open(), { token: "stale", quantity: "6" });
    expect(html).toContain('<option value="6" selected="">');
  });
});

describe("a form that another page sends", () => {
  const SITE = "Sec-Fetch-Site";

  test.each([
    ["of another site", { [SITE]: "cross-site", Origin: "https://evil.example" }],
    ["of another port", { [SITE]: "same-site", Origin: "http://127.0.0.1:4700" }],
    ["of another origin, in an old browser", { Origin: "https://evil.example" }],
    ["of another port, in an old browser", { Origin: "http://127.0.0.1:4700" }],
    ["of another scheme, in an old browser", { Origin: "https://127.0.0.1:4701" }],
    ["without an origin", { Origin: "null" }],
    [
      "that says where it is from in vain",
      { [SITE]: "cross-site", Origin: "http://127.0.0.1:4701" },
    ],
    ["with an odd header", { [SITE]: "same-origin, cross-site" }],
  ])("%s is refused, with a good token too", async (_what, headers) => {
    made = shop();
    await expectReturn(await made.send(await made.open(), {}, headers), [403, FOREIGN]);
  });

  test.each([
    ["our own page", { [SITE]: "same-origin", Origin: "http://127.0.0.1:4701" }],
    ["our own page, in an old browser", { Origin: "http://127.0.0.1:4701" }],
    ["our own page behind a proxy", { [SITE]: "same-origin", Origin: "https://shop.example" }],
    ["a page that is loaded again", { [SITE]: "none" }],
    ["a program", {}],
  ])("but not where it is %s", async (_what, headers) => {
    made = shop();
    expect((await made.send(await made.open(), {}, headers)).status).toBe(303);
  });

  test("but not where it is of the advertised address", async () => {
    made = shop({
      addresses: { baseUrl: "https://api.example", hostedUrl: "https://shop.example/x" },
    });
    const { fields } = readForm((await made.ask(ATLAS)).html);
    const { status } = await made.send(
      { action: ATLAS, fields },
      {},
      { Origin: "https://shop.example" },
    );
    expect(status).toBe(303);
  });
});
