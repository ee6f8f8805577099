// A shopper's way through the hosted pages in a real browser, from a key to an order, against a sandbox in
// this process and against the executable.
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import * as v from "valibot";
import { ENDPOINTS, type EndpointName } from "../../src/contract/endpoints.ts";
import { startSandbox } from "../../src/library/library.ts";
import { listen } from "../../src/runtime/listen.ts";
import { expectSound, troublesOf } from "../support/look.ts";
import { bodyFor } from "../support/sandbox.ts";
import { RUNTIMES, spawnSandbox } from "../support/spawn-sandbox.ts";
import { browserForTests, inChromium } from "./browser.ts";

const ATLAS = "a71a5000-0000-4000-8000-000000000001";
const CHECKOUT = /\/checkout\/[\da-f-]{36}$/;
const RECEIPT = /\/checkout\/[\da-f-]{36}\/receipt\/[\da-f-]{36}$/;

interface Served {
  readonly baseUrl: string;
  readonly hostedUrl: string;
  readonly apiKey: string;
  stop(): Promise<unknown>;
}

async function serveHere(): Promise<Served> {
  const { baseUrl, hostedUrl, apiKey = "", close } = await startSandbox({ port: 0 });
  return { baseUrl, hostedUrl, apiKey, stop: () => close(0) };
}

async function serveExecutable(): Promise<Served> {
  const { ready, stop } = await spawnSandbox(RUNTIMES.executable ?? []);
  return { ...ready, stop };
}

inChromium.each([
  ["in this process", serveHere],
  ["as an executable", serveExecutable],
])("the checkout in Chromium, of a sandbox %s", (_where, serve) => {
  let served: Served;
  let page: Page;

  beforeAll(async () => {
    served = await serve();
  });
  afterAll(() => served?.stop());
  const { visit } = browserForTests();

  async function call(name: EndpointName, root = "", body?: string): Promise<unknown> {
    const headers = {
      Authorization: `Bearer ${served.apiKey}`,
      "Content-Type": "application/json",
    };
    const { method, path } = ENDPOINTS[name];
    const answer = await fetch(`${served.baseUrl}${root}${path}`, {
      method,
      headers,
      body: body ?? null,
    });
    return answer.json();
  }

  const listOrders = async (root = "") =>
    v.parse(ENDPOINTS.orders.response.schema, await call("orders", root));
  const idsOf = async (root = "") => (await listOrders(root)).map(({ id }) => id);

  async function linkTo(productId: string, root = "") {
    return v.parse(
      ENDPOINTS["checkout-links"].response.schema,
      await call("checkout-links", root, bodyFor(productId)),
    );
  }

  async function openCheckout(root = "", options = {}): Promise<void> {
    page = await visit((await linkTo(ATLAS, root)).checkoutUrl, options);
  }

  const pay = () => page.getByRole("button", { name: "Pay", exact: true });
  const total = () => page.locator("output").innerText();

  test.each([
    ["with scripts", "", {}],
    ["without scripts", "", { javaScriptEnabled: false }],
    ["in a world of its own", "/w/refunds", {}],
  ])("leads from a key to the first order of the list, %s", async (_how, root, options) => {
    const other = root === "" ? "/w/refunds" : "";
    const before = { here: await idsOf(root), there: await idsOf(other) };
    page = await visit((await linkTo(ATLAS, root)).productUrl, options);
    await page.getByRole("link", { name: "Go to checkout" }).click();
    await page.waitForURL(CHECKOUT);
    expect(await total()).toBe("€49.00");
    await page.getByLabel("Quantity").selectOption("3");
    expect(await total()).toBe("€147.00");
    await pay().click();
    await page.waitForURL(RECEIPT);
    const [first, ...rest] = await listOrders(root);
    expect(first).toMatchObject({ productId: ATLAS, state: "PAID", amountMinor: "14700" });
    expect(rest.map(({ id }) => id)).toEqual(before.here.slice(0, 49));
    expect(await idsOf(other)).toEqual(before.there);
    const receipt = await page.locator("main").innerText();
    expect(receipt).toContain(first?.id ?? "no id");
    expect(receipt).toContain("3 × €49.00");
    expect(receipt).toContain("€147.00");
    expect(receipt).toContain("This is now the first of ");
    expect(receipt).toContain(`'${served.baseUrl}${root}/api/v1/integration/orders'`);
    expect(troublesOf(page)).toEqual([]);
  });

  test.each([
    ["with scripts", {}],
    ["without scripts", { javaScriptEnabled: false }],
  ])("makes one order of one visit, %s", async (_how, options) => {
    const before = await idsOf();
    await openCheckout("", options);
    await pay().dblclick();
    await page.waitForURL(RECEIPT);
    const receipt = page.url();
    await page.reload();
    expect(page.url()).toBe(receipt);
    await page.goBack();
    await page.getByLabel("Quantity").selectOption("2");
    await pay().click();
    await page.waitForURL(RECEIPT);
    expect(page.url()).toBe(receipt);
    expect((await idsOf()).slice(1)).toEqual(before.slice(0, 49));
    await page.getByRole("link", { name: "Buy again" }).click();
    await page.waitForURL(CHECKOUT);
    await pay().click();
    await page.waitForURL((url) => RECEIPT.test(url.href) && url.href !== receipt);
    expect((await idsOf()).slice(2)).toEqual(before.slice(0, 48));
    expect(troublesOf(page)).toEqual([]);
  });

  test("leads from the receipt to its order on the dashboard", async () => {
    await openCheckout();
    await pay().click();
    await page.waitForURL(RECEIPT);
    const [id = ""] = await idsOf();
    await page.getByRole("link", { name: id }).click();
    await page.waitForURL(/\/dashboard\/orders/);
    await page.getByText(id).first().waitFor({ state: "attached" });
    expect(troublesOf(page)).toEqual([]);
  });

  test("prints a receipt without what is for testers", async () => {
    await openCheckout();
    await pay().click();
    await page.waitForURL(RECEIPT);
    const shown = async () => (await page.locator("body").innerText()).replace(/\s+/g, " ");
    expect(await shown()).toContain("For testers");
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await shown()).toStartWith("Sandbox: no money moves Acme Books Thank you");
    expect(await shown()).not.toMatch(/For testers|Buy again|Dashboard|Copy/);
    const ground = await page.evaluate(() => getComputedStyle(document.body).color);
    expect(ground).toBe("rgb(29, 28, 26)");
  });

  test("copies the command of the start page, which works as it is", async () => {
    page = await visit(`${served.hostedUrl}/w/refunds/`);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByText("Copied").waitFor();
    const command = await page.evaluate(() => navigator.clipboard.readText());
    const { stdout } = Bun.spawn(["sh", "-c", `${command} -s`]);
    expect(await new Response(stdout).json()).toMatchObject({ environment: "SANDBOX" });
    expect(troublesOf(page)).toEqual([]);
  });

  test("shows the total of a quantity that is still chosen after going back", async () => {
    await openCheckout();
    await page.getByLabel("Quantity").selectOption("7");
    await page.getByText("Dashboard").click();
    await page.waitForURL(/dashboard$/);
    await page.goBack();
    const chosen = await page.getByLabel("Quantity").inputValue();
    expect([chosen, await total()]).toEqual(["7", "€343.00"]);
  });

  test("can be used with only the keyboard", async () => {
    await openCheckout();
    await page.getByLabel("Quantity").focus();
    await page.keyboard.press("ArrowDown");
    expect(await total()).toBe("€98.00");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL(RECEIPT);
    expect((await listOrders())[0]).toMatchObject({ state: "PAID", amountMinor: "9800" });
  });

  test("declines a card for testers, and makes no order", async () => {
    const before = await idsOf();
    await openCheckout();
    expect(await page.getByRole("button").allInnerTexts()).toEqual(["Pay"]);
    await page.getByText("For testers").click();
    await page.getByLabel("Quantity").selectOption("2");
    await page.getByRole("button", { name: "Decline the card" }).click();
    await page.waitForURL(/\?pay$/);
    expect(await page.getByRole("alert").innerText()).toBe(
      "Your card was declined. Nothing was paid.",
    );
    expect(await total()).toBe("€98.00");
    expect(await idsOf()).toEqual(before);
    await pay().click();
    await page.waitForURL(RECEIPT);
    expect((await idsOf()).slice(1)).toEqual(before.slice(0, 49));
  });

  test.each([
    ["PENDING", "0", "its button"],
    ["REFUNDED", "4900", "its button"],
    ["lost at sea", "0", "the Enter key"],
  ])("makes an order that is %s for testers", async (state, refundedMinor, how) => {
    await openCheckout();
    await page.getByText("For testers").click();
    await page.getByLabel("Order state").fill(state);
    if (how === "the Enter key") await page.keyboard.press("Enter");
    else await page.getByRole("button", { name: "Pay with this state" }).click();
    await page.waitForURL(RECEIPT);
    expect((await listOrders())[0]).toMatchObject({ state, amountMinor: "4900", refundedMinor });
  });

  test("rejects a form from a page of another origin, even with a valid token", async () => {
    const before = await idsOf();
    await openCheckout();
    const form = await page.locator("form").evaluate((element) => element.outerHTML);
    await page.context().close();
    const attacker = await listen({
      hostname: "127.0.0.1",
      port: 0,
      fetch: () => new Response("<!doctype html>", { headers: { "Content-Type": "text/html" } }),
    });
    page = await visit(`http://127.0.0.1:${attacker.port}/`);
    await page.setContent(form.replace('action="', `action="${served.hostedUrl}`));
    await pay().click();
    await page.waitForURL(`${served.hostedUrl}/checkout/${ATLAS}?pay`);
    expect(await page.getByRole("alert").innerText()).toStartWith(
      "Another site sent this payment.",
    );
    expect(await idsOf()).toEqual(before);
    await attacker.close(0);
  });
});

inChromium("in light, in dark and on a phone", () => {
  let served: Served;
  let page: Page;

  beforeAll(async () => {
    served = await serveHere();
  });
  afterAll(() => served?.stop());
  const { visit } = browserForTests();

  test.each([
    ["the index", "/"],
    ["the index of a scenario", "/w/flaky/"],
    ["a product", "/p/ATLAS-1"],
    ["a product with markup in its title", "/p/TALES-1"],
    ["a product without a price", "/w/slow/p/SIGNED-1"],
    ["a checkout", `/checkout/${ATLAS}`],
    ["a product that is withdrawn", "/p/ATLAS-0"],
    ["a code that is mistyped", "/p/ATLAS-2"],
    ["an address that is none", "/nothing"],
  ])("%s has no visual or accessibility errors", async (_what, path) => {
    page = await visit(served.hostedUrl + path);
    const panel = page.locator("details:not([open]) summary");
    if ((await panel.count()) > 0) await panel.click();
    await expectSound(page);
  });

  test("a declined card and a receipt have no visual or accessibility errors", async () => {
    page = await visit(`${served.hostedUrl}/w/flaky/checkout/${ATLAS}`);
    await page.getByText("For testers").click();
    await page.getByRole("button", { name: "Decline the card" }).click();
    await page.waitForURL(/\?pay$/);
    await page.getByText("For testers").click();
    await expectSound(page);
    await page.getByLabel("Order state").fill("REFUNDED");
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await page.waitForURL(RECEIPT);
    await expectSound(page);
  });
});
