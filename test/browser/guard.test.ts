// What web pages can do to the control API in a real browser: those of other origins nothing, by any way
// of sending a request that there is; the sandbox's own what they like.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { listen } from "../../src/runtime/listen.ts";
import type { Listener } from "../../src/runtime/listener.ts";
import { CHROMIUM, launchChromium } from "../support/chromium.ts";
import { IDS, requestOf, sandbox } from "../support/sandbox.ts";
import { TRIES } from "./tries.ts";

setDefaultTimeout(30_000);

const RESET = "POST /_sandbox/worlds/default/reset";
const LISTENED = { hostname: "127.0.0.1", port: 0 };

describe.skipIf(CHROMIUM === undefined)("a web page in Chromium", () => {
  const made = sandbox({ host: "127.0.0.1" });
  let hosted: Listener;
  let api: Listener;
  let attacker: Listener;
  let browser: Browser;
  let page: Page;
  let answers: string[] = [];
  let wake = () => {};

  beforeAll(async () => {
    hosted = await listen({ ...LISTENED, fetch: answerAndTell });
    api = await listen({ ...LISTENED, fetch: made.api.fetch });
    attacker = await listen({ ...LISTENED, fetch: answerAsAttacker });
    made.advertise({ baseUrl: addressOf(hosted), hostedUrl: addressOf(hosted) });
    made.worlds.create("made");
    browser = await launchChromium("--host-resolver-rules=MAP rebound.test 127.0.0.1");
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([hosted, api, attacker].map((listener) => listener.close(0)));
  });

  async function answerAndTell(request: Request): Promise<Response> {
    const answer = await made.hosted.fetch(request);
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/_sandbox/")) {
      answers.push(`${request.method} ${pathname} ${answer.status}`);
      wake();
    }
    return answer;
  }

  const addressOf = ({ port }: Listener, name = "127.0.0.1") => `http://${name}:${port}`;
  const control = () => `${addressOf(hosted)}/_sandbox`;

  async function open(address: string): Promise<void> {
    // Why: our own pages may not run scripts, and a page that rebinds its name is not ours.
    const context = await browser.newContext({ bypassCSP: address.includes(`:${hosted.port}`) });
    page = await context.newPage();
    await page.goto(address);
  }

  /** Awaits the answer to what a page has sent; the browser may have told the page sooner. */
  async function answered(): Promise<string[]> {
    if (answers.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return answers;
  }

  /** The worlds, and whether a key is used up still, as it would not be after a reset. */
  async function stateOf(): Promise<unknown> {
    const answer = await made.api.fetch(requestOf("ping", { key: "mst_acme_once" }));
    return { worlds: made.worlds.names(), ping: answer.status };
  }
  const UNTOUCHED = { worlds: ["default", "made"], ping: 429 };

  async function useUp(): Promise<void> {
    answers = [];
    await stateOf();
  }

  describe.each([
    ["at another port", () => addressOf(attacker)],
    ["at another name", () => addressOf(attacker, "attacker.localhost")],
    ["without an origin", () => `${addressOf(attacker)}/opaque`],
  ])("%s", (_where, address) => {
    beforeAll(() => open(address()));
    afterAll(() => page.context().close());

    test.each(TRIES.map((tried) => [tried.way, tried] as const))(
      "gets and changes nothing by %s",
      async (_way, { run, type = "", answer }) => {
        await useUp();
        const learned = await page
          .evaluate(run, { control: control(), type })
          // Why: `fetch` throws where an answer may not be read.
          .catch(({ message }: Error) => (message.includes("Failed to fetch") ? "" : message));
        expect({ learned, answers: await answered() }).toEqual({ learned: "", answers: [answer] });
        expect(await stateOf()).toEqual(UNTOUCHED);
      },
    );
  });

  test.each([
    ["link", '<a href="ADDRESS">', "GET /_sandbox/worlds/default/reset 403"],
    ["form", '<form method="post" action="ADDRESS"><button>', `${RESET} 403`],
  ])("has a person change nothing by a %s to click on", async (_what, html, answer) => {
    await useUp();
    await open(addressOf(attacker));
    const text = html.replace("ADDRESS", `${control()}/worlds/default/reset`);
    await page.evaluate((inner) => {
      document.body.innerHTML = `${inner}<b>Click</b>`;
    }, text);
    await Promise.all([page.waitForURL(/_sandbox/), page.click("b")]);
    expect({ answers: await answered(), state: await stateOf() }).toEqual({
      answers: [answer],
      state: UNTOUCHED,
    });
    await page.context().close();
  });

  test("reads and changes nothing through its own name that now resolves to this machine", async () => {
    await useUp();
    await open(`${addressOf(hosted, "rebound.test")}/`);
    const statuses = await page.evaluate(askAsProgramsDo);
    expect(statuses).toEqual([403, 403, 403, 403, 403]);
    expect(await stateOf()).toEqual(UNTOUCHED);
    await page.context().close();
  });

  test("reads no order and creates none through its own name that now resolves to this machine", async () => {
    await open(`${addressOf(hosted, "rebound.test")}/`);
    const checkout = `/checkout/${IDS.atlas}`;
    const before = made.worlds.default.state.orderCount;
    const learned = await page.evaluate(async (path) => {
      const pages = [
        await fetch(path),
        await fetch(path, { method: "POST", body: new URLSearchParams("quantity=1") }),
      ];
      return pages.map(({ status }) => status);
    }, checkout);
    expect(learned).toEqual([421, 421]);
    await open(`${addressOf(api, "rebound.test")}/`);
    const orders = await page.evaluate(async () => {
      const headers = { Authorization: "Bearer mst_acme_full" };
      const response = await fetch("/api/v1/integration/orders", { headers });
      return { status: response.status, text: await response.text() };
    });
    expect(orders.status).toBe(421);
    expect(orders.text).not.toContain("amountMinor");
    expect(made.worlds.default.state.orderCount).toBe(before);
    expect(made.records.at(-1)?.why).toContain("--allow-host NAME");
    await page.context().close();
  });

  test("can call everything from the sandbox's own origin", async () => {
    await useUp();
    await open(`${addressOf(hosted)}/`);
    const statuses = await page.evaluate(askAsProgramsDo);
    expect(statuses).toEqual([200, 200, 200, 200, 415]);
    expect(await stateOf()).toEqual({ ...UNTOUCHED, ping: 200 });
    await page.context().close();
  });
});

/** Asks, in a page, what the page's own origin answers to two reads and three writes. */
async function askAsProgramsDo(): Promise<number[]> {
  const reset = "/_sandbox/worlds/default/reset";
  const headers = { "Content-Type": "application/json" };
  const answers = [
    await fetch("/_sandbox/health"),
    await fetch("/_sandbox/worlds"),
    await fetch(reset, { method: "POST", headers, body: "{}" }),
    await fetch(reset, { method: "POST" }),
    await fetch(reset, { method: "POST", body: "{}" }),
  ];
  return answers.map(({ status }) => status);
}

/** Serves pages that are not the sandbox's. */
function answerAsAttacker({ url }: Request): Response {
  return new Response("<!doctype html><title>Attacker</title>", {
    headers: {
      "Content-Type": "text/html",
      ...(url.endsWith("/opaque") && {
        "Content-Security-Policy": "sandbox allow-scripts allow-forms",
      }),
    },
  });
}
