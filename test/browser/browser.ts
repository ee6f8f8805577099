// A browser for the tests of a file, which are skipped where there is none.
import { afterAll, afterEach, beforeAll, describe, setDefaultTimeout } from "bun:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { CHROMIUM, launchChromium } from "../support/chromium.ts";
import { openPage } from "../support/look.ts";

/** Opens an address in a context of its own, which is closed after the test. */
export type Visit = (address: string, options?: BrowserContextOptions) => Promise<Page>;

/** Describes what is tried in Chromium. */
export const inChromium = describe.skipIf(CHROMIUM === undefined);

/** Has a browser for the tests around the call. */
export function browserForTests(): { readonly visit: Visit } {
  setDefaultTimeout(60_000);
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(async () => {
    await Promise.all(browser?.contexts().map((context) => context.close()));
  });
  afterAll(() => browser?.close());
  return { visit: (address, options) => openPage(browser, address, options) };
}
