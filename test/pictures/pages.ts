// The pages that the README shows, with something on them: how a picture of each is taken, and a digest of all that
// the page is made of, by which a test tells that its picture is old. Pixels differ from machine to machine.
import type { Browser, Page } from "playwright-core";
import { createSandbox, type Sandbox } from "../../src/library/library.ts";
import { listen } from "../../src/runtime/listen.ts";
import { ATLAS, FULL, LINK_BODY, live } from "../browser/dashboard.ts";
import { openPage } from "../support/look.ts";

const API = "http://127.0.0.1:4700";
const HOSTED = "http://127.0.0.1:4701";
const NOW = Date.parse("2026-10-17T09:00:00Z");
const TRIED = { endpoint: "ping", key: "mst_acme_expired" };

export interface PicturedPage {
  readonly path: string;
  readonly size: { readonly width: number; readonly height: number };
  /** Does what a person does before it looks as on the picture. */
  readonly prepare: (page: Page) => Promise<void>;
  /** Words that are to be read on the picture. */
  readonly shows: string;
  /** What it loads besides itself, its style and its scripts. */
  readonly loads?: () => Request;
}

/** The pages by the names of their pictures. */
export const PAGES: Readonly<Record<string, PicturedPage>> = {
  dashboard: {
    path: "/dashboard",
    size: { width: 1280, height: 760 },
    prepare: async (page) => {
      await live(page);
      await page.locator("#log > li").nth(5).waitFor();
    },
    shows: "has no scope orders:read, only checkout:links",
  },
  checkout: {
    path: `/checkout/${ATLAS}`,
    size: { width: 600, height: 860 },
    prepare: (page) => page.getByText("For testers").click(),
    shows: "Decline the card",
  },
  docs: {
    path: "/docs",
    size: { width: 1280, height: 830 },
    prepare: async (page) => {
      await page.locator("#ping-key").selectOption(TRIED.key);
      await page.getByLabel("Try ping").getByRole("button", { name: "Send" }).click();
      await page.getByText("Why key").waitFor();
      await page.locator("#ping").evaluate((heading) => heading.scrollIntoView());
    },
    shows: "use another key, or change its",
    loads: () => {
      const headers = { Origin: HOSTED, Accept: "text/html" };
      const body = new URLSearchParams(TRIED);
      return new Request(`${HOSTED}/docs/try`, { method: "POST", headers, body });
    },
  },
};

export const SCHEMES = ["light", "dark"] as const;

/** Makes a sandbox at the default addresses, with a few requests, some of them refused. */
async function createPictured(): Promise<Sandbox> {
  let time = NOW;
  const sandbox = createSandbox({ systemTime: () => time });
  sandbox.advertise({ baseUrl: API, hostedUrl: HOSTED });
  const ask = async (path: string, key = FULL, body?: string) => {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const init = { method: body === undefined ? "GET" : "POST", headers, body: body ?? null };
    await sandbox.api.fetch(new Request(`${API}/api/v1/integration/${path}`, init));
    time += 13_000;
  };
  await ask("ping");
  await ask("products");
  await ask("checkout-links", FULL, LINK_BODY);
  await ask("checkout-links", FULL, LINK_BODY.replace("productId", "product_id"));
  await ask("orders", "mst_acme_expired");
  await ask("orders", "mst_acme_links");
  return sandbox;
}

/** Shows a page of a sandbox of its own as it looks on its picture, for as long as something is done with it. */
export async function showPage<Result>(
  browser: Browser,
  { path, size, prepare }: PicturedPage,
  colorScheme: (typeof SCHEMES)[number],
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  const { hosted } = await createPictured();
  const listener = await listen({ hostname: "127.0.0.1", port: 0, fetch: hosted.fetch });
  // Why: pictures are to be sharp on fine screens.
  const options = { colorScheme, viewport: size, deviceScaleFactor: 2 };
  const page = await openPage(browser, `http://127.0.0.1:${listener.port}${path}`, options);
  try {
    await prepare(page);
    return await use(page);
  } finally {
    await page.context().close();
    await listener.close(0);
  }
}

/** Takes the picture of a page, as WebP. */
export async function takePicture(page: Page): Promise<Uint8Array> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 80 });
  return Uint8Array.fromBase64(data);
}

/** The digest of what a page is made of: itself, its style, its scripts, and what it loads. */
export async function digestPage({ path, size, loads }: PicturedPage): Promise<string> {
  const sandbox = await createPictured();
  const texts = new Map<string, string>();
  const read = async (request: Request) => {
    if (texts.has(request.url)) return;
    const answer = await sandbox.hosted.fetch(request);
    if (!answer.ok) throw new Error(`${request.url} answers ${answer.status}`);
    const text = withoutChance(await answer.text());
    texts.set(request.url, text);
    const linked = text.matchAll(/(?:href|src|from|import)(?:="| ")([^"]+\.(?:css|js|svg))"/g);
    for (const [, link = ""] of linked) await read(new Request(new URL(link, request.url)));
  };
  await read(new Request(HOSTED + path));
  if (loads) await read(loads());
  const bytes = new TextEncoder().encode(JSON.stringify([size, ...texts]));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

/** Takes out what differs from run to run: tokens, request ids, durations, and the chart, which is of real time. */
function withoutChance(text: string): string {
  return text
    .replace(/\b[\da-f-]{36}\.[\da-f]{64}\b/g, "TOKEN")
    .replace(/<figure id="chart">.*?<\/figure>/s, "")
    .replace(/data-(?:era|mark)="[^"]*"/g, "")
    .replace(/\breq_\w{7}_/g, "req_")
    .replace(/"ms": ?[\d.]+|\b[\d.]+ ms\b/g, "MS");
}
