// How long the dashboard keeps a browser from answering its user while requests pour in: the longest task of its page
// in Chromium.
import { ENDPOINTS } from "../../../src/contract/endpoints.ts";
import { launchChromium } from "../../support/chromium.ts";
import type { Figure } from "../figure.ts";
import type { Part } from "../part.ts";
import { EXECUTABLE, FLAGS } from "../programs.ts";
import { startServer } from "../server.ts";
import { spreadOf } from "../statistics.ts";
import { TARGETS } from "../targets.ts";

const PER_SECOND = 500;
const EVERY_MS = 20;

declare global {
  interface Window {
    longestTask: number;
  }
}

export const dashboard: Part = {
  title: "The dashboard under load",
  summary: `the longest task of the dashboard in Chromium, at ${PER_SECOND} requests a second for a minute`,
  needs: ["build", "chromium"],
  async measure({ quick, say }) {
    say(`${PER_SECOND} requests a second`);
    const { longest, rate } = await watch([EXECUTABLE], quick ? 5_000 : 60_000);
    const row = (what: string, unit: string, value: number): Figure => {
      return { what, unit, measured: spreadOf([value]), samples: [value] };
    };
    return {
      rows: [
        // Why: browsers count no task below 50 ms.
        {
          ...row("the longest task, 0 for none above 50 ms", "ms", longest),
          target: TARGETS.longestTask,
        },
        row("responses a second meanwhile", "", rate),
      ],
    };
  },
};

/** Sends requests for some time, each fifth of which is rejected, while a dashboard is open. */
export async function watch(command: readonly string[], ms: number) {
  await using server = await startServer([...command, ...FLAGS, "--rate-limit", "off"]);
  const browser = await launchChromium();
  const page = await browser.newPage();
  await page.addInitScript(() => {
    window.longestTask = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        window.longestTask = Math.max(window.longestTask, duration);
      }
    }).observe({ type: "longtask" });
  });
  await page.goto(server.controlUrl.replace("/_sandbox", "/dashboard"));
  await page.locator("#live", { hasText: "Live" }).waitFor();
  // Why: the start of a page is no answer to its user.
  await page.evaluate(() => {
    window.longestTask = 0;
  });

  const started = performance.now();
  let sent = 0;
  let answered = 0;
  while (performance.now() - started < ms) {
    const due = ((performance.now() - started) / 1_000) * PER_SECOND;
    for (; sent < due; sent++) {
      const key = sent % 5 === 0 ? "mst_acme_revoked" : "mst_acme_full";
      const headers = { Authorization: `Bearer ${key}` };
      void fetch(server.baseUrl + ENDPOINTS.orders.path, { headers })
        .then((response) => response.arrayBuffer())
        .then(() => answered++);
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  const rate = answered / ((performance.now() - started) / 1_000);
  const longest = await page.evaluate(() => window.longestTask);
  await browser.close();
  return { longest, rate };
}
