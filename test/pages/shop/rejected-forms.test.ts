// Forms that were changed, or were sent by another site: the checkout is shown again with the reason, and no order is
// created.
import { describe, expect, test } from "bun:test";
import { IDS } from "../../support/sandbox.ts";
import { ATLAS, type Form, readForm, type Seen, type Shop, shop } from "./shop.ts";

const QUANTITY = "The quantity must be a whole number from 1 to 10. Nothing was paid.";
const EXPIRED = "This page has expired. Nothing was paid. Try again.";
const FOREIGN =
  "Another site sent this payment. Nothing was paid. To pay, use the button on this page.";
const GET_FIRST = "GET this page first, and send its hidden fields.";
const FIELDS = "token, price, quantity, state, pay, card";

/** What is wrong with a field, as the page says it. */
function invalidField(name: string, problem: string): string {
  const isHidden = ["token", "price"].includes(name);
  return `The form field "${name}" ${problem}. ${isHidden ? `${GET_FIRST} ` : ""}Nothing was paid.`;
}
const unknownField = (name: string) => invalidField(name, `is unknown. The fields are ${FIELDS}`);

let made: Shop;

/** Expects the checkout with the reason, and that its form can then be paid. */
async function expectRejection(
  { status, html, text }: Seen,
  expected: [status: number, why: string],
) {
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

/** Encodes a form's fields as browsers do, with `more` at the end. */
const bodyOf = ({ fields }: Form, more = "") => `${new URLSearchParams(fields)}${more}`;

describe("a changed form", () => {
  test.each([
    ...["0", "-1", "11", "1e1", "1.5", "１", "", " 1", "1 ", "0x1", "01", "+1", "1\n", "NaN"],
    ...["9".repeat(400), "1".repeat(1_000), "9007199254740993", "٣"],
  ])("with the quantity %p is rejected", async (quantity) => {
    made = shop();
    await expectRejection(await made.send(await made.open(), { quantity }), [422, QUANTITY]);
  });

  test.each(["quantity", "token", "price"])("without %s is rejected", async (field) => {
    made = shop();
    const seen = await made.send(await made.open(), { [field]: undefined });
    const why = field === "quantity" ? QUANTITY : invalidField(field, "is missing");
    await expectRejection(seen, [422, why]);
  });

  test("without any field explains how to get them", async () => {
    made = shop();
    const why = `The form field "token" is missing. The form field "price" is missing. ${GET_FIRST}`;
    await expectRejection(await post("quantity=1", "application/x-www-form-urlencoded"), [
      422,
      why,
    ]);
  });

  test.each(["quantity=1", "quantity=2", "token=", "price=4900+EUR"])(
    "with a second %s is rejected",
    async (field) => {
      made = shop();
      const seen = await post(
        bodyOf(await made.open(), `&${field}`),
        "application/x-www-form-urlencoded",
      );
      const [name = ""] = field.split("=");
      const why = name === "quantity" ? QUANTITY : invalidField(name, "was sent more than once");
      await expectRejection(seen, [422, why]);
    },
  );

  test.each([
    ["state=A&state=B", invalidField("state", "was sent more than once")],
    ["card=", invalidField("card", 'must be "declined", or left out')],
    ["card=accepted", invalidField("card", 'must be "declined", or left out')],
    ["pay=CASH", invalidField("pay", 'must be "PAID", or left out')],
    ["amountMinor=1", unknownField("amountMinor")],
    ["__proto__=1", unknownField("__proto__")],
    ["=", unknownField("")],
    ["%3Cscript%3E=1", unknownField("<script>")],
  ])("with %s is rejected", async (field, why) => {
    made = shop();
    const seen = await post(
      bodyOf(await made.open(), `&${field}`),
      "application/x-www-form-urlencoded",
    );
    expect(seen.html).not.toContain("<script");
    await expectRejection(seen, [422, why]);
  });

  test.each([
    ["text/plain", "text/plain;charset=utf-8"],
    ["JSON", "application/json"],
    ["a similar type", "application/x-www-form-urlencoded-not"],
  ])("with %s is rejected", async (_what, type) => {
    made = shop();
    const seen = await post(bodyOf(await made.open()), type);
    await expectRejection(seen, [
      415,
      `Content-Type must be application/x-www-form-urlencoded. Received ${type}. Nothing was paid.`,
    ]);
  });

  test("as multipart is rejected", async () => {
    made = shop();
    const form = new FormData();
    for (const [name, value] of Object.entries((await made.open()).fields)) form.set(name, value);
    await expectRejection(await post(form), [415, "Received multipart/form-data"]);
  });

  test("without a type, or without fields, is rejected", async () => {
    made = shop();
    const bytes = new TextEncoder().encode(bodyOf(await made.open()));
    await expectRejection(await post(bytes), [415, "Received nothing."]);
    made = shop();
    const empty = await post("", "application/x-www-form-urlencoded");
    const why = `The form field "token" is missing. The form field "price" is missing. ${QUANTITY.replace("Nothing", `${GET_FIRST} Nothing`)}`;
    await expectRejection(empty, [422, why]);
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
  ])("of more than 64 KiB is rejected, sent %s", async (_how, send) => {
    made = shop();
    const body = bodyOf(await made.open(), `&state=${"x".repeat(64 * 1024)}`);
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const seen = await made.ask(ATLAS, {
      method: "POST",
      body: send(body),
      headers,
      duplex: "half",
    } as RequestInit);
    await expectRejection(seen, [413, "The form is longer than 64 KiB. Nothing was paid."]);
  });

  test("with ten thousand fields is rejected", async () => {
    made = shop();
    const names = Array.from({ length: 10_000 }, (_, n) => `${n}=`).join("&");
    const seen = await post(
      bodyOf(await made.open(), `&${names}`),
      "application/x-www-form-urlencoded",
    );
    await expectRejection(seen, [422, unknownField("0")]);
  });

  test("is charged if only the case of the type differs, or with a charset", async () => {
    made = shop();
    const type = "Application/X-WWW-Form-URLencoded ; charset=UTF-8";
    expect((await post(bodyOf(await made.open()), type)).status).toBe(303);
  });

  test("for a product that is not available is a 404", async () => {
    made = shop();
    for (const path of ["/checkout/x", `/checkout/${IDS.unknown}`, `/checkout/${IDS.draft}`]) {
      const { fields } = await made.open();
      const { status, text } = await made.send({ action: path, fields });
      expect(status).toBe(404);
      expect(text).toContain("This product is not available");
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
    ["has a suffix", (token: string) => `${token}0`],
  ])("that %s is not valid", async (_what, change) => {
    made = shop();
    const form = await made.open();
    await expectRejection(await made.send(form, { token: change(form.fields.token ?? "") }), [
      403,
      EXPIRED,
    ]);
  });

  test.each([
    ["product", () => made.open(`/checkout/${IDS.globe}`)],
    ["world", () => made.open(`/w/sale${ATLAS}`)],
    ["process", () => shop().open()],
  ])("of another %s is not valid", async (_what, openOther) => {
    made = shop({ scenarios: { sale: "settings: { listOrder: newest }" } });
    const { token } = (await openOther()).fields;
    await expectRejection(await made.send(await made.open(), { token }), [403, EXPIRED]);
  });

  test("is valid in another process with the same secret", async () => {
    const formSecret = new Uint8Array(32).fill(7);
    const form = await shop({ formSecret }).open();
    expect((await shop({ formSecret }).send(form)).status).toBe(303);
  });

  test("that is not valid keeps the quantity of the form", async () => {
    made = shop();
    const { html } = await made.send(await made.open(), { token: "stale", quantity: "6" });
    expect(html).toContain('<option value="6" selected="">');
  });
});

describe("a form that another site sends", () => {
  const SITE = "Sec-Fetch-Site";

  test.each([
    ["of another site", { [SITE]: "cross-site", Origin: "https://evil.example" }],
    ["of another port", { [SITE]: "same-site", Origin: "http://127.0.0.1:4700" }],
    ["of another origin, in an old browser", { Origin: "https://evil.example" }],
    ["of another port, in an old browser", { Origin: "http://127.0.0.1:4700" }],
    ["of another scheme, in an old browser", { Origin: "https://127.0.0.1:4701" }],
    ["without an origin", { Origin: "null" }],
    [
      "with the right origin, but another site",
      { [SITE]: "cross-site", Origin: "http://127.0.0.1:4701" },
    ],
    ["with an odd header", { [SITE]: "same-origin, cross-site" }],
  ])("%s is rejected, even with a valid token", async (_what, headers) => {
    made = shop();
    await expectRejection(await made.send(await made.open(), {}, headers), [403, FOREIGN]);
  });

  test.each([
    ["our own page", { [SITE]: "same-origin", Origin: "http://127.0.0.1:4701" }],
    ["our own page, in an old browser", { Origin: "http://127.0.0.1:4701" }],
    ["our own page behind a proxy", { [SITE]: "same-origin", Origin: "https://shop.example" }],
    ["a page that is loaded again", { [SITE]: "none" }],
    ["a program", {}],
  ])("is accepted from %s", async (_what, headers) => {
    made = shop();
    expect((await made.send(await made.open(), {}, headers)).status).toBe(303);
  });

  test("is accepted from the advertised address", async () => {
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
