// The docs in a real browser: read and tried with scripts and without, by mouse and by
// keyboard, and never by a page of another origin.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { listen } from "../../src/runtime/listen.ts";
import type { Listener } from "../../src/runtime/listener.ts";
import { CHROMIUM, launchChromium } from "../support/chromium.ts";
import { expectSound, openPage, troublesOf } from "../support/look.ts";
import { IDS, SEEDS, sandbox } from "../support/sandbox.ts";

setDefaultTimeout(60_000);

const LISTENED = { hostname: "127.0.0.1", port: 0 };
const FULL = "mst_acme_full";

const FAULTY = `
faults:
  - { key: mst_acme_reads, endpoint: products, drop: before }
  - { key: mst_acme_reads, endpoint: orders, drop: midway }
  - { key: mst_acme_reads, delay: 1h }
`;

/** What is sent, and what the page shows. */
const TRIES: readonly [
  endpoint: string,
  key: string,
  productId: string,
  badge: string,
  said: string,
][] = [
  ["ping", FULL, "", "200 OK", IDS.acme],
  ["products", FULL, "", "200 OK", "DRAFT-1"],
  ["orders", FULL, "", "200 OK", IDS.firstOrder],
  ["checkout-links", FULL, IDS.atlas, "201 Created", "/p/ATLAS-1"],
  ["ping", "", "", "401 Unauthorized", "Why no key was sent"],
  ["ping", "mst_nobody_knows", "", "401 Unauthorized", "is not a key of world default"],
  ["ping", "mst_acme_revoked", "", "401 Unauthorized", "is revoked"],
  ["orders", "mst_acme_links", "", "403 Forbidden", "has no scope orders:read"],
  ["ping", "mst_closed_full", "", "403 Forbidden", "has no sandbox access"],
  ["checkout-links", FULL, IDS.globe, "404 Not Found", "belongs to globex"],
  ["checkout-links", FULL, IDS.draft, "404 Not Found", "is DRAFT"],
  ["checkout-links", FULL, "atlas", "400 Bad Request", "must be a UUID"],
  ["ping", "mst_acme_once", "", "429 Too Many Requests", "has no tokens left"],
  ["products", "mst_acme_reads", "", "No response", "closed before a response arrived"],
  ["orders", "mst_acme_reads", "", "200 OK", "closed in the middle of the response"],
];

describe.skipIf(CHROMIUM === undefined)("the reference in Chromium", () => {
  const made = sandbox({ seeds: SEEDS + FAULTY, host: "127.0.0.1" });
  let api: Listener;
  let hosted: Listener;
  let browser: Browser;
  let address: string;

  beforeAll(async () => {
    api = await listen({ ...LISTENED, fetch: made.api.fetch });
    hosted = await listen({ ...LISTENED, fetch: made.hosted.fetch });
    address = `http://127.0.0.1:${hosted.port}`;
    made.advertise({ baseUrl: `http://127.0.0.1:${api.port}`, hostedUrl: address });
    await made.call("ping", { key: "mst_acme_once" });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([api.close(0), hosted.close(0)]);
    made.worlds.release();
  });

  const open = (path: string, scripts = true) =>
    openPage(browser, `${address}${path}`, { javaScriptEnabled: scripts });

  async function fill(page: Page, endpoint: string, key: string, productId: string) {
    await page.selectOption(`#${endpoint}-key`, key);
    if (endpoint === "checkout-links") await page.fill("#checkout-links-product", productId);
  }

  const formOf = (page: Page, endpoint: string) =>
    page.getByRole("form", { name: `Try ${endpoint}` });

  test("is sound with all details open, and with a response in place", async () => {
    const page = await open("/docs");
    for (const folded of await page.locator("summary").all()) await folded.click();
    await fill(page, "checkout-links", FULL, IDS.globe);
    await formOf(page, "checkout-links").getByRole("button").click();
    await page.locator(".outcome").waitFor();
    await expectSound(page);
    await page.context().close();
  });

  test("is sound on the page of a response", async () => {
    const page = await open("/docs");
    // Why: a form that is sent by a call is sent past the script.
    await formOf(page, "orders").evaluate((form: HTMLFormElement) => form.submit());
    await page.locator("main > .outcome").waitFor();
    await expectSound(page);
    await page.context().close();
  });

  test.each(["/docs/control", "/docs/guide", "/docs/guide/seeds", "/docs/guide/conformance"])(
    "is sound at %s",
    async (path) => {
      const page = await open(path);
      await expectSound(page);
      await page.context().close();
    },
  );

  describe.each([
    ["with scripts, in place", true, "/docs"],
    ["without scripts, on a page", false, "/docs/try"],
  ])("%s", (_how, scripts, path) => {
    let page: Page;
    beforeAll(async () => {
      page = await open("/docs", scripts);
    });
    afterAll(() => page.context().close());

    test.each(TRIES)(
      "%s with %p and %p shows %s: %s",
      async (endpoint, key, productId, badge, said) => {
        await page.goto(`${address}/docs`);
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
    await page.context().close();
  });

  test("says so when the sandbox has stopped", async () => {
    const page = await open("/docs");
    await page.route("**/docs/try", (route) => route.abort());
    await formOf(page, "ping").getByRole("button").click();
    await page.getByText("No response from the sandbox. Check that it is still running.").waitFor();
    await page.context().close();
  });

  test("is used by keyboard alone", async () => {
    const page = await open("/docs");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(page.url()).toEndWith("/docs#main");
    await page.locator("#ping-key").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator(".outcome").waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Send");
    await page.locator("#in-curl").focus();
    await page.keyboard.press("ArrowRight");
    expect(await page.locator("#in-javascript").isChecked()).toBe(true);
    await page.context().close();
  });

  test.each([true, false])("shows code in the chosen language, scripts %p", async (scripts) => {
    const page = await open("/docs", scripts);
    for (const [label, language] of [
      ["Python", "python"],
      ["JavaScript", "javascript"],
      ["curl", "curl"],
    ] as const) {
      await page.getByLabel(label, { exact: true }).check();
      const shown = await page.locator("figure[data-language]:visible").all();
      const languages = await Promise.all(shown.map((one) => one.getAttribute("data-language")));
      expect(languages).toEqual([language, language, language, language]);
    }
    await page.context().close();
  });

  test("copies code exactly", async () => {
    const page = await open("/docs");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const block = page.locator("figure").filter({ hasText: "curl 'http" }).first();
    const code = await block.locator("code").textContent();
    await block.getByRole("button", { name: "Copy" }).click();
    await block.getByText("Copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code ?? "");
    await page.context().close();
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
    await page.context().close();
  });

  test("scrolls to the heading in the address", async () => {
    const page = await open("/docs#orders");
    const top = () =>
      page.locator("#orders").evaluate((heading) => heading.getBoundingClientRect().top);
    expect(await top()).toBeLessThan(100);
    await page.getByRole("navigation", { name: "On this page" }).getByText("List products").click();
    expect(page.url()).toEndWith("/docs#products");
    await page.context().close();
  });

  test("is not tried out by a form of another origin, be it clicked on or sent by a script", async () => {
    const attacker = await listen({ ...LISTENED, fetch: () => attackWith(`${address}/docs/try`) });
    const { journal } = made.worlds.default;
    for (const scripts of [true, false]) {
      const before = journal.list().length;
      const page = await openPage(browser, `http://127.0.0.1:${attacker.port}/`, {
        javaScriptEnabled: scripts,
      });
      await page.click("button");
      await page.waitForURL(/\/docs\/try$/);
      expect(await page.textContent("body")).toContain('"status":403');
      expect(journal.list().length).toBe(before);
      await page.context().close();
    }
    await attacker.close(0);
  });
});

function attackWith(target: string): Response {
  const html = `<!doctype html><title>x</title><form method="post" action="${target}">
    <input name="endpoint" value="ping"><input name="key" value="${FULL}"><button>Win</button></form>`;
  return new Response(html, { headers: { "Content-Type": "text/html" } });
}
