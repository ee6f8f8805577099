// The links of a published product: permanent, the same every time, and nothing changed by asking.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { changeWorld } from "../../src/world/changes/overlay.ts";
import { bodyFor, IDS, sandbox } from "../support/sandbox.ts";

const key = "mst_acme_links";
const NOTE =
  "No charge was initiated. The price is calculated and the order created at the hosted checkout.";

const linkText = (hostedUrl: string, code = "ATLAS-1") =>
  `{"productId":"${IDS.atlas}","productUrl":"${hostedUrl}/p/${code}",` +
  `"checkoutUrl":"${hostedUrl}/checkout/${IDS.atlas}","environment":"SANDBOX","note":"${NOTE}"}`;

const seedsOf = (publicCode: string) => `
merchants: [{ slug: acme }]
keys: [{ key: ${key}, merchant: acme }]
products: [{ publicCode: ${JSON.stringify(publicCode)}, merchant: acme, id: ${IDS.atlas}, currency: EUR }]
`;

test("a published product gives 201 and its links", async () => {
  const { id: _id, ...response } = await sandbox().call("checkout-links", {
    key,
    body: bodyFor(IDS.atlas),
  });
  expect(response).toEqual({
    status: 201,
    headers: { "cache-control": "no-store", "content-type": "application/json" },
    text: linkText("http://127.0.0.1:4701"),
  });
});

test("the links start with the advertised hosted address and the world's prefix", async () => {
  const addresses = { baseUrl: "https://api.test", hostedUrl: "https://pay.test/shop" };
  const { call, worlds, advertise } = sandbox({ addresses });
  worlds.create("alpha");
  const body = bodyFor(IDS.atlas);
  const ask = async (world?: string) =>
    (await call("checkout-links", { key, body, ...(world && { world }) })).text;
  expect(await ask()).toBe(linkText("https://pay.test/shop"));
  expect(await ask("alpha")).toBe(linkText("https://pay.test/shop/w/alpha"));
  expect(await ask("default")).toBe(linkText("https://pay.test/shop"));
  advertise({ baseUrl: "http://127.0.0.1:1", hostedUrl: "http://127.0.0.1:2" });
  expect(await ask("alpha")).toBe(linkText("http://127.0.0.1:2/w/alpha"));
});

test("the same request gets the same response every time and changes nothing", async () => {
  const { call, pass } = sandbox();
  const lists = async () => [
    (await call("products", { key: "mst_acme_full" })).text,
    (await call("orders", { key: "mst_acme_full" })).text,
  ];
  const before = await lists();
  for (let n = 0; n < 60; n++) {
    const { status, text } = await call("checkout-links", { key, body: bodyFor(IDS.atlas) });
    expect([status, text]).toEqual([201, linkText("http://127.0.0.1:4701")]);
    pass(86_400);
  }
  expect(await lists()).toEqual(before);
});

describe("a productId is taken", () => {
  test.each([
    ["in upper case", bodyFor(IDS.atlas.toUpperCase())],
    ["in mixed case", bodyFor(`A71a${IDS.atlas.slice(4)}`)],
    ["written with escapes", `{"product\\u0049d":"\\u0061${IDS.atlas.slice(1)}"}`],
    ["between blanks of all kinds", `\r\n\t {\n"productId" :\t"${IDS.atlas}"\r} \n`],
    ["from the last of two fields", `{"productId":"x","productId":"${IDS.atlas}"}`],
  ])("%s", async (_name, body) => {
    const { status, text } = await sandbox().call("checkout-links", { key, body });
    expect([status, text]).toEqual([201, linkText("http://127.0.0.1:4701")]);
  });

  test("of any version, the nil UUID too", async () => {
    const { call } = sandbox();
    for (const id of [`${"0".repeat(8)}-0000-0000-0000-${"0".repeat(12)}`, IDS.unknown]) {
      expect((await call("checkout-links", { key, body: bodyFor(id) })).status).toBe(404);
    }
  });
});

describe("a public code is in the product's link", () => {
  test.each([
    ["GESCHENK KARTE/ÄÖ", "GESCHENK%20KARTE%2F%C3%84%C3%96"],
    ["a?b#c%d&e+f", "a%3Fb%23c%25d%26e%2Bf"],
    ["😀", "%F0%9F%98%80"],
    ["<b>\"'", "%3Cb%3E%22'"],
  ])("percent-encoded: %s", async (code, encoded) => {
    const response = await sandbox({ seeds: seedsOf(code) }).call("checkout-links", {
      key,
      body: bodyFor(IDS.atlas),
    });
    expect(response.text).toBe(linkText("http://127.0.0.1:4701", encoded));
  });

  test("as one segment that decodes to it, whatever its characters", async () => {
    const code = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
      .filter((text) => text.trim() === text && !/[\p{Cc}\p{Cs}]|^\.{1,2}$/u.test(text));
    await fc.assert(
      fc.asyncProperty(code, async (publicCode) => {
        const { call } = sandbox({ seeds: seedsOf(publicCode) });
        const { text } = await call("checkout-links", { key, body: bodyFor(IDS.atlas) });
        const { productUrl }: { productUrl: string } = JSON.parse(text);
        const { pathname, search, hash } = new URL(productUrl);
        expect([search, hash]).toEqual(["", ""]);
        expect(decodeURIComponent(pathname.slice("/p/".length))).toBe(publicCode);
        expect(pathname.split("/").length).toBe(3);
      }),
    );
  });
});

test("a change of the merchant while a body arrives changes nothing for that request", async () => {
  const { api, worlds } = sandbox();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const request = new Request("http://sandbox/api/v1/integration/checkout-links", {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: readable,
  });
  const answered = api.fetch(request);
  changeWorld(worlds.default, { merchants: [{ slug: "acme", name: "Acme & Daughters" }] });
  const writer = writable.getWriter();
  await writer.write(new TextEncoder().encode(bodyFor(IDS.atlas)));
  await writer.close();
  expect((await answered).status).toBe(201);
});
