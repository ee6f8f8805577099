// What every page must be, wherever it is tested: readable by all in light, in dark and on a phone, quiet
// in the console, and at home on this machine.
import { expect } from "bun:test";
import axe from "axe-core";
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Page,
  ViewportSize,
} from "playwright-core";

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 375, height: 800 };

interface Look {
  readonly name: string;
  readonly colorScheme: "light" | "dark";
  readonly size: ViewportSize;
  /** The only rules to check. Default: all. */
  readonly rules?: string[];
}

const LOOKS: readonly Look[] = [
  { name: "light", colorScheme: "light", size: WIDE },
  // Why: only the colours differ.
  {
    name: "dark",
    colorScheme: "dark",
    size: WIDE,
    rules: ["color-contrast", "link-in-text-block"],
  },
  { name: "on a phone", colorScheme: "light", size: PHONE },
];

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const noted = new WeakMap<BrowserContext, string[]>();

/** Opens a page in a context of its own, which notes what goes wrong in it. Close the context when done. */
export async function openPage(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  // Why: contrast is measured, and must not be in the middle of a transition.
  const context = await browser.newContext({ viewport: WIDE, reducedMotion: "reduce", ...options });
  noted.set(context, noteTroubles(context));
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/** What went wrong so far in a page that `openPage` has opened. */
export function troublesOf(page: Page): readonly string[] {
  const troubles = noted.get(page.context());
  if (troubles === undefined) throw new TypeError("open the page with `openPage`");
  return troubles;
}

/** Expects that nothing went wrong in a page, and that what it shows is sound in every look. It takes scripts. */
export async function expectSound(page: Page): Promise<void> {
  const size = page.viewportSize() ?? WIDE;
  const findings: string[] = [];
  await page.evaluate(axe.source);
  for (const { name, colorScheme, size, rules } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    findings.push(...(await examine(page, rules)).map((finding) => `${name}: ${finding}`));
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(size);
  expect({ troubles: troublesOf(page), findings }).toEqual({ troubles: [], findings: [] });
}

async function examine(page: Page, rules?: string[]): Promise<string[]> {
  const options: axe.RunOptions = {
    resultTypes: ["violations"],
    ...(rules && { runOnly: rules }),
  };
  const { violations, excess } = await page.evaluate(
    async (how) => ({
      violations: (await window.axe.run(how)).violations,
      excess: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }),
    options,
  );
  const findings = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
  return excess > 0 ? [...findings, `${excess} px wider than the window`] : findings;
}

function noteTroubles(context: BrowserContext): string[] {
  const troubles: string[] = [];
  context.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^(?:https?|wss?):$/.test(protocol) && hostname !== "127.0.0.1") {
      troubles.push(`asks for ${request.url()}`);
    }
  });
  context.on("response", (response) => {
    // Why: the status of the page itself is the test's own matter.
    if (response.status() < 400 || response.request().isNavigationRequest()) return;
    troubles.push(`${response.url()} answers ${response.status()}`);
  });
  context.on("console", (message) => {
    if (!["error", "warning"].includes(message.type())) return;
    // Why: those are noted as responses, with the address.
    if (message.text().includes("the server responded with a status of")) return;
    troubles.push(`console: ${message.text()}`);
  });
  context.on("weberror", (webError) => void troubles.push(`throws ${webError.error().message}`));
  return troubles;
}
