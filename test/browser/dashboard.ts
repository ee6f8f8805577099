// A dashboard as its users have it: a sandbox of its own, a world a test, and a page in Chromium.
import { afterAll, beforeAll } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { ENDPOINTS, type EndpointName } from "../../src/contract/endpoints.ts";
import { type RunningSandbox, startSandbox, type WorldHandle } from "../../src/index.ts";
import { browserForTests, inChromium, type Visit } from "./browser.ts";

export const FULL = "mst_acme_full";
export const ATLAS = "a71a5000-0000-4000-8000-000000000001";
export const LINK_BODY = JSON.stringify({ productId: ATLAS });

const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

export interface Opened {
  readonly world: WorldHandle;
  readonly page: Page;
}

export interface Dashboards {
  readonly sandbox: RunningSandbox;
  /** Opens the dashboard of a world of the test's own, once it is live; pages are closed behind each test. */
  open(path?: string): Promise<Opened>;
  readonly visit: Visit;
}

/** Describes what is tried on dashboards. */
export const describeDashboard = (name: string, tests: (made: Dashboards) => void) =>
  inChromium(name, () => tests(dashboards()));

/** Has a sandbox and a browser for the tests around the call. */
function dashboards(): Dashboards {
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 });
  });
  afterAll(() => sandbox.close(0));
  const browser = browserForTests();
  const visit = (address: string, options: BrowserContextOptions = {}) =>
    browser.visit(address, { ...CLIPBOARD, ...options });
  return {
    get sandbox() {
      return sandbox;
    },
    visit,
    async open(path = "") {
      const world = await sandbox.world();
      const page = await visit(`${world.hostedUrl}/dashboard${path}`);
      await live(page);
      return { world, page };
    },
  };
}

/** Waits until a dashboard says that it is live. */
export async function live(page: Page): Promise<void> {
  await page.locator("#live", { hasText: /^Live$/ }).waitFor();
}

/** Asks the API of a world, and tells the status. */
export async function ask(
  { baseUrl }: Pick<WorldHandle, "baseUrl">,
  endpoint: EndpointName | `/${string}`,
  key = FULL,
  init: RequestInit = {},
): Promise<number> {
  return (await fetchApi({ baseUrl }, endpoint, key, init)).status;
}

/** Asks the API of a world. */
export function fetchApi(
  { baseUrl }: Pick<WorldHandle, "baseUrl">,
  endpoint: EndpointName | `/${string}`,
  key = FULL,
  init: RequestInit = {},
): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const links = endpoint === "checkout-links" ? { method: "POST", body: LINK_BODY } : {};
  const path = endpoint in ENDPOINTS ? ENDPOINTS[endpoint as EndpointName].path : endpoint;
  return fetch(baseUrl + path, { ...links, ...init, headers });
}

/** Opens the newest request in the log, and returns its id. */
export async function openNewest(page: Page, { requests }: Pick<WorldHandle, "requests">) {
  const id = requests().at(-1)?.id ?? "";
  await page.locator(`#log [data-key="${id}"] a.request`).click();
  return id;
}

/** The field that searches the requests, and that of the panel. */
export const searchOf = (page: Page, what: "requests" | "panel") =>
  page.getByRole("searchbox", { name: what === "panel" ? /^Find (?!requests)/ : /^Find requests/ });

/** Presses a button by the name that a screen reader says, and confirms where it asks first. */
export async function press(page: Page, name: string, confirmed = false): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
  if (confirmed) await page.locator("dialog[open] [value=yes]").click();
}

/** Waits until the page says that something is done. */
export async function said(page: Page, text: string): Promise<void> {
  await page.locator("#message", { hasText: text }).waitFor();
}

/** The words of the rows of a list, once there are so many; what divides them is left out. */
export const rows = (page: Page, list: string, count: number) =>
  textsOf(page, `${list} > li:not(.divider)`, count);

/** The words of the rows of the log and of what divides them, without times, once there are so many. */
export async function logLines(page: Page, count: number): Promise<string[]> {
  const texts = await textsOf(page, "#log > li", count);
  return texts.map((text) => text.replace(/^[\d: -]+:\d\d /, ""));
}

async function textsOf(page: Page, selector: string, count: number): Promise<string[]> {
  await page.waitForFunction(
    ([wanted, least]) => document.querySelectorAll(wanted).length === least,
    [selector, count] as const,
  );
  const texts = await page.locator(selector).allInnerTexts();
  return texts.map((text) => text.replace(/\s+/g, " ").trim());
}
