// Holds that the README's pictures are not old: the recordings against what the program prints now, the pages by
// what they are made of.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { CHROMIUM, launchChromium } from "../support/chromium.ts";
import { troublesOf } from "../support/look.ts";
import { readUserPages } from "../support/markdown.ts";
import { digestPage, PAGES, SCHEMES, showPage } from "./pages.ts";
import { pathOf, readDigests } from "./pictures.ts";
import { RECORDINGS } from "./recordings.ts";

const OLD = "this picture is old: `npm run pictures` makes it again, then look at it";
const MOST_BYTES = 150_000;

setDefaultTimeout(60_000);

test.each(Object.entries(RECORDINGS))(
  "the recording %s matches the current output",
  async (name, record) => {
    expect(await record(), OLD).toBe(await Bun.file(pathOf(`${name}.svg`)).text());
  },
);

test.each(Object.entries(PAGES))(
  "the picture of the %s matches the current page",
  async (name, page) => {
    expect((await readDigests())[name], OLD).toBe(await digestPage(page));
  },
);

test("the README and docs show every picture, each of them small", async () => {
  const pages = Object.keys(PAGES).flatMap((name) =>
    SCHEMES.map((scheme) => `${name}-${scheme}.webp`),
  );
  const files = [...Object.keys(RECORDINGS).map((name) => `${name}.svg`), ...pages];
  const text = (await readUserPages()).map((page) => page.text).join("");
  const shown = text.match(/(?<=test\/pictures\/)[\w-]+\.(?:svg|webp)/g);
  expect([...new Set(shown)].toSorted()).toEqual(files.toSorted());
  expect(files.filter((file) => Bun.file(pathOf(file)).size > MOST_BYTES)).toEqual([]);
});

describe.skipIf(CHROMIUM === undefined)("in Chromium", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test.each(Object.entries(PAGES))(
    "the %s shows on its picture what it is for",
    async (_name, page) => {
      const seen = await showPage(browser, page, "light", async (shown) => {
        const box = await shown.getByText(page.shows).boundingBox();
        return {
          bottom: (box?.y ?? 0) + (box?.height ?? 0),
          top: box?.y,
          troubles: troublesOf(shown),
        };
      });
      expect(seen.troubles).toEqual([]);
      expect(seen.top).toBeGreaterThan(0);
      expect(seen.bottom).toBeLessThan(page.size.height);
    },
  );
});
