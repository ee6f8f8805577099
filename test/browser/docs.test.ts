// The docs in a real browser: read and tried with scripts and without, by mouse and by
// keyboard, and never by a page of another origin.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { listen } from "../../src/runtime/listen.ts";
import type { Listener } from "../../src/runtime/listener.ts";
import { expectSound, troublesOf } from "../support/look.ts";
import { IDS, SEEDS, sandbox } from "../support/sandbox.ts";
import { browserForTests, inChromium } from "./browser.ts";

const LISTENED = { hostname: "127.0.0.1", port: 0 };
const FULL = "mst_acme_full";

const FAULTY = `
faults:
  - { key: mst_acme_reads, endpoint: products, drop: before }
  - { key: mst_acme_reads, endpoint: orders, drop: midway }
  - { key: mst_acme_reads, delay: 1h }
`;

/** What is sent, and what the page shows. All that the server shows of a call is held by test/pages/docs/try.test.ts. */
const TRIES: readonly [
  endpoint: string,
  key: string,
  productId: string,
  badge: string,
  said: string,
][] = [
  ["ping", FULL, "", "200 OK", IDS.acme],
  ["checkout-links", FULL, IDS.atlas, "201 Created", "/p/ATLAS-1"],
  ["ping", "", "", "401 Unauthorized", "Why no key was sent"],
  ["checkout-links", FULL, IDS.draft, "404 Not Found", "is DRAFT"],
  ["products", "mst_acme_reads", "", "No response", "closed before a response arrived"],
  ["orders", "mst_acme_reads", "", "200 OK", "closed in the middle of the response"],
];

inChromium("the reference in Chromium", () => {
  const made = sandbox({ seeds: SEEDS + FAULTY, host: "127.0.0.1" });
  let api: Listener;
  let hosted: Listener;
  const { visit } = browserForTests();
  let address: string;

  beforeAll(async () => {
    api = await listen({ ...LISTENED, fetch: made.api.fetch });
    hosted = await listen({ ...LISTENED, fetch: made.hosted.fetch });
    address = `http://127.0.0.1:${hosted.port}`;
    made.advertise({ baseUrl: `http://127.0.0.1:${api.port}`, hostedUrl: address });
  });
  afterAll(async () => {
    await Promise.all([api.close(0), hosted.close(0)]);
    made.worlds.release();
  });

  const open = (path: string, scripts = true) =>
    visit(`${address}${path}`, { javaScriptEnabled: scripts });

  async function fill(page: Page, endpoint: string, key: string, productId: string) {
    await page.selectOption(`#${endpoint}-key`, key);
    if (endpoint === "checkout-links") await page.fill("#checkout-links-product", productId);
  }

  /** Opens all details, as a click on each would. */
  const unfoldAll = (page: Page) =>
    page.locator("details").evaluateAll((all: HTMLDetailsElement[]) => {
      for (const details of all) details.open = true;
    });

  const formOf = (page: Page, endpoint: string) =>
    page.getByRole("form", { name: `Try ${endpoint}` });

  test("has no visual or accessibility errors with all details open and a response shown", async () => {
    const page = await open("/docs?language=go");
    await unfoldAll(page);
    await fill(page, "checkout-links", FULL, IDS.globe);
    await formOf(page, "checkout-links").getByRole("button").click();
    await page.locator(".outcome").waitFor();
    await expectSound(page);
  });

  test("has no visual or accessibility errors on the page of a response", async () => {
    const page = await open("/docs");
    // Why: a form that is sent by a call is sent past the script.
    await formOf(page, "orders").evaluate((form: HTMLFormElement) => form.submit());
    await page.locator("main > .outcome").waitFor();
    await expectSound(page);
  });

  test.each([
    ...["/docs/control", "/docs/control/worlds"],
    ...["/docs/control/requests", "/docs/control/schemas", "/docs/search?q=key"],
    ...["/docs/guide", "/docs/guide/seeds", "/docs/guide/conformance"],
  ])("has no visual or accessibility errors at %s", async (path) => {
    const page = await open(path);
    await unfoldAll(page);
    await expectSound(page);
  });

  describe.each([
    ["with scripts, in place", true, "/docs", TRIES],
    ["without scripts, on a page", false, "/docs/try", TRIES.slice(1, 3)],
  ])("%s", (_how, scripts, path, tries) => {
    test.each(tries)(
      "%s with %p and %p shows %s: %s",
      async (endpoint, key, productId, badge, said) => {
        const page = await open("/docs", scripts);
        await fill(page, endpoint, key, productId);
        await formOf(page, endpoint).getByRole("button", { name: "Send" }).click();
        const outcome = page.locator(".outcome");
        await outcome.waitFor();
        expect(new URL(page.url()).pathname).toBe(path);
        expect(await outcome.locator(".badge").textContent()).toBe(badge);
        expect((await outcome.innerText()).replace(/\s+/g, " ")).toContain(said);
        expect(await page.locator(`#${endpoint}-key`).inputValue()).toBe(key);
        expect(troublesOf(page)).toEqual([]);
      },
    );
  });

  test("announces that it waits, and sends only one request at a time", async () => {
    const page = await open("/docs");
    const { journal } = made.worlds.default;
    const before = journal.list().length;
    await page.selectOption("#ping-key", "mst_acme_reads");
    const button = formOf(page, "ping").getByRole("button");
    await button.click();
    const status = page.locator("output").first();
    await page.getByText("Waiting for the response …").waitFor();
    await button.click();
    while (!made.worlds.default.holding) await new Promise(setImmediate);
    made.worlds.default.faults.release();
    await page.locator(".outcome").waitFor();
    expect(await status.textContent()).toMatch(/^200 OK [\d.]+ ms, req_/);
    expect(journal.list().length).toBe(before + 1);
  });

  test("says so when the sandbox has stopped", async () => {
    const page = await open("/docs");
    await page.route("**/docs/try", (route) => route.abort());
    await formOf(page, "ping").getByRole("button").click();
    await page.getByText("No response from the sandbox. Check that it is still running.").waitFor();
  });

  test("can be used with only the keyboard", async () => {
    const page = await open("/docs");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(page.url()).toEndWith("/docs#main");
    await page.locator("#ping-key").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator(".outcome").waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Send");
    await tabsOf(page).getByText("curl").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.locator('figure[data-language="javascript"]').first().waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("JavaScript");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Copy");
  });

  const tabsOf = (page: Page) => page.locator(".languages").first();
  const languagesOf = (page: Page) =>
    page
      .locator("figure[data-language]")
      .evaluateAll((figures) => [
        ...new Set(figures.map((figure) => figure.getAttribute("data-language"))),
      ]);

  test.each([true, false])("keeps the language of the examples, scripts %p", async (scripts) => {
    const page = await open("/docs", scripts);
    for (const [label, language] of [
      ["Python", "python"],
      ["Go", "go"],
      ["PHP", "php"],
      ["JavaScript", "javascript"],
    ] as const) {
      await tabsOf(page).getByText(label, { exact: true }).click();
      await page.locator(`figure[data-language="${language}"]`).first().waitFor();
      expect(await languagesOf(page)).toEqual([language]);
    }
    for (const path of ["/docs", "/w/default/docs/control/worlds"]) {
      await page.goto(address + path);
      expect(await languagesOf(page)).toEqual(["javascript"]);
    }
    expect(troublesOf(page)).toEqual([]);
  });

  test("keeps an example in view when its language changes", async () => {
    const page = await open("/docs#checkout-links");
    const tabs = page.locator("#checkout-links").locator("xpath=../..").locator(".languages");
    const top = async () => (await tabs.boundingBox())?.y ?? 0;
    const before = await top();
    await tabs.getByText("Go", { exact: true }).click();
    await page.locator('figure[data-language="go"]').first().waitFor();
    expect(Math.abs((await top()) - before)).toBeLessThan(2);
  });

  test("finds places with only the keyboard, and goes to them", async () => {
    const page = await open("/docs/control");
    await page.keyboard.press("/");
    await page.keyboard.type("expired");
    await page.locator(".results").getByText("The key has expired").waitFor();
    await page.keyboard.press("Escape");
    expect(await page.locator(".results").isVisible()).toBe(false);
    await page.keyboard.type(" key");
    await page.locator(".results a").first().waitFor();
    const width = (await page.locator(".results").boundingBox())?.width ?? 0;
    const isUncovered = await page.evaluate((x) => {
      const box = document.querySelector(".results")?.getBoundingClientRect();
      const found = document.elementFromPoint((box?.x ?? 0) + x, (box?.y ?? 0) + 20);
      return found?.closest(".results") !== null;
    }, width - 5);
    expect(isUncovered).toBe(true);
    await expectSound(page);
    await page.keyboard.press("ArrowDown");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
      "The key has expired Errors",
    );
    await page.keyboard.press("Enter");
    await page.waitForURL(`${address}/docs/errors#unauthorized-expired`);
  });

  test("finds places without scripts, on a page", async () => {
    const page = await open("/docs/control", false);
    await page.getByLabel("Search the docs").fill("advance");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Advance the clock" }).click();
    await page.waitForURL(`${address}/docs/control/clock#advanceClock`);
  });

  test("marks the section that is read", async () => {
    const page = await open("/docs");
    const current = () => page.locator(".contents [aria-current]").allInnerTexts();
    expect(await current()).toEqual(["Introduction"]);
    await page.locator("#orders").evaluate((heading) => heading.scrollIntoView());
    await page.locator('.contents [aria-current][href="#orders"]').waitFor();
    expect(await current()).toEqual(["List orders"]);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.locator('.contents [aria-current][href="#headers"]').waitFor();
    expect(await current()).toEqual(["Headers"]);
  });

  test("leads from a rejected request on the dashboard to its error, which can be tried", async () => {
    const rejected = await made.call("orders", { key: "mst_acme_links" });
    expect(rejected.status).toBe(403);
    const { id } = made.worlds.default.journal.list().at(-1) ?? {};
    const page = await open(`/dashboard/requests/${id}`);
    await page.getByRole("link", { name: "insufficient_scope in the docs" }).click();
    await page.waitForURL(`${address}/docs/errors#insufficient_scope`);
    const form = page.getByRole("form", { name: "Try insufficient_scope-key" });
    await form.getByRole("button", { name: "Try it" }).click();
    await page.locator(".outcome").getByText("403 Forbidden").waitFor();
    expect(await page.locator(".outcome").innerText()).toContain("has no scope");
    await unfoldAll(page);
    await expectSound(page);
  });

  test.each([true, false])("tries an operation of the control API, scripts %p", async (scripts) => {
    const page = await open("/docs/control/worlds", scripts);
    const form = page.getByRole("form", { name: "Try makeWorld", includeHidden: true });
    await form.locator("xpath=..").locator("summary").click();
    const name = scripts ? "made-here" : "made-there";
    await form.getByLabel("Body").fill(`{ "name": "${name}" }`);
    await form.getByRole("button", { name: "Send" }).click();
    await page.locator(".outcome").getByText("201 Created").waitFor();
    expect(new URL(page.url()).pathname).toBe(scripts ? "/docs/control/worlds" : "/docs/try");
    expect(made.worlds.names()).toContain(name);
    expect(troublesOf(page)).toEqual([]);
  });

  test("copies code exactly", async () => {
    const page = await open("/docs");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const block = page.locator("figure").filter({ hasText: "curl 'http" }).first();
    const code = await block.locator("code").textContent();
    await block.getByRole("button", { name: "Copy" }).click();
    await block.getByText("Copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code ?? "");
  });

  test("suggests all products of the world, including drafts and those of other merchants", async () => {
    const page = await open("/docs");
    const options = await page.locator("#all-products option").all();
    const offered = await Promise.all(
      options.map(async (option) => [
        await option.getAttribute("value"),
        await option.textContent(),
      ]),
    );
    expect(offered).toEqual([
      [IDS.atlas, "ATLAS-1, PUBLISHED, acme"],
      [IDS.draft, "DRAFT-1, DRAFT, acme"],
      [IDS.globe, "GLOBE-1, PUBLISHED, globex"],
    ]);
    const input = page.locator("#checkout-links-product");
    expect(await input.evaluate((one: HTMLInputElement) => one.list?.id)).toBe("all-products");
  });

  test("scrolls to the heading in the address", async () => {
    const page = await open("/docs#orders");
    const top = () =>
      page.locator("#orders").evaluate((heading) => heading.getBoundingClientRect().top);
    expect(await top()).toBeLessThan(100);
    await page.getByRole("navigation", { name: "On this page" }).getByText("List products").click();
    expect(page.url()).toEndWith("/docs#products");
  });

  test("is not tried out by a form of another origin, be it clicked on or sent by a script", async () => {
    const attacker = await listen({ ...LISTENED, fetch: () => attackWith(`${address}/docs/try`) });
    const { journal } = made.worlds.default;
    for (const scripts of [true, false]) {
      const before = journal.list().length;
      const page = await visit(`http://127.0.0.1:${attacker.port}/`, {
        javaScriptEnabled: scripts,
      });
      await page.click("button");
      await page.waitForURL(/\/docs\/try$/);
      expect(await page.textContent("body")).toContain('"status":403');
      expect(journal.list().length).toBe(before);
    }
    await attacker.close(0);
  });
});

function attackWith(target: string): Response {
  const html = `<!doctype html><title>x</title><form method="post" action="${target}">
    <input name="endpoint" value="ping"><input name="key" value="${FULL}"><button>Win</button></form>`;
  return new Response(html, { headers: { "Content-Type": "text/html" } });
}
