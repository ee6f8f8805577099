// The dashboard as every way of running the sandbox serves it: what is built needs `npm run build` before.
import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { CHROMIUM, launchChromium } from "../support/chromium.ts";
import { openPage, troublesOf } from "../support/look.ts";
import { RUNTIMES, type Spawned, spawnSandbox } from "../support/spawn-sandbox.ts";
import { ask, live, press, rows, said } from "./dashboard.ts";

setDefaultTimeout(60_000);

describe.skipIf(CHROMIUM === undefined)("the dashboard is served by", () => {
  let browser: Browser | undefined;
  let spawned: Spawned | undefined;

  afterEach(async () => {
    await browser?.close();
    await spawned?.stop();
  });

  test.each(Object.entries(RUNTIMES).filter(([name]) => name !== "bun"))(
    "%s",
    async (_name, command) => {
      spawned = await spawnSandbox(command, ["--log", "json"]);
      browser = await launchChromium();
      const { baseUrl, hostedUrl } = spawned.ready;
      const page = await openPage(browser, `${hostedUrl}/dashboard/keys`);
      await live(page);

      await page.getByText("New key").click();
      await page.getByLabel("Key", { exact: true }).fill("mst_of_the_form");
      await press(page, "Create key");
      await said(page, "mst_of_the_form is a key of acme now.");
      expect(await ask({ baseUrl }, "orders", "mst_of_the_form")).toBe(200);
      await press(page, "Revoke mst_of_the_form");
      await said(page, "mst_of_the_form is revoked.");
      expect(await ask({ baseUrl }, "ping", "mst_of_the_form")).toBe(401);

      const shown = await rows(page, "#log", 2);
      expect(shown[0]).toMatch(/ 401 GET .* is revoked; use another key/);
      await page.locator("#log a").last().click();
      await page.locator(".panel").getByText("curl 'http").waitFor();
      await page
        .locator(".panel")
        .getByRole("button", { name: /^Replay / })
        .click();
      await said(page, "Sent again: 401.");
      await rows(page, "#log", 3);

      await page.getByRole("link", { name: /^Orders \d/ }).click();
      await rows(page, ".list", 30);
      await press(page, "+90 d: move the clock forward by 90 days");
      await said(page, "It is 90 days later.");
      expect(await ask({ baseUrl }, "ping", "mst_acme_expiring")).toBe(401);
      await press(page, "Reset the world default");
      await said(page, "The world default is reset.");
      expect(await ask({ baseUrl }, "ping", "mst_acme_expiring")).toBe(200);
      await rows(page, "#log", 5);
      expect(troublesOf(page)).toEqual([]);
    },
  );
});
