// The runner of the checks itself: what it skips, what it sends, that it ends, and that it keeps keys to
// itself. That each check can fail is in broken.test.ts.
import { describe, expect, test } from "bun:test";
import { CHECKS } from "../../src/conform/checks.ts";
import { Halt } from "../../src/conform/mismatch.ts";
import { formatOutcome } from "../../src/conform/reports/pretty.ts";
import { type CheckOutcome, type RunOptions, runChecks } from "../../src/conform/run.ts";
import type { ServerUnderTest } from "../../src/conform/server.ts";
import { createSandbox } from "../../src/library/library.ts";
import { sandbox } from "../support/sandbox.ts";
import { KEYS, SEEDS } from "./broken/broken.ts";

const FULL = "key-that-nobody-may-read";

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

function runAgainst(
  fetch: Fetch,
  options: RunOptions = {},
  target: Partial<ServerUnderTest> = {},
): Promise<CheckOutcome[]> {
  const keys = { full: FULL };
  return Array.fromAsync(
    runChecks({ baseUrl: "http://api.test", keys, fetch, ...target }, options),
  );
}

const only = (...ids: string[]) => ({ checks: CHECKS.filter(({ id }) => ids.includes(id)) });
const DOCUMENT = { checks: CHECKS.filter(({ section }) => section !== undefined) };

/** Answers the path's last part, and an empty list elsewhere. */
const answering =
  (answers: Readonly<Record<string, () => Response | Promise<Response>>>): Fetch =>
  async (url) =>
    answers[new URL(url).pathname.replace(/.*\//, "")]?.() ?? Response.json([]);

describe("the checks", () => {
  test("have ids that differ", () => {
    const ids = CHECKS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z\d]+(-[a-z\d]+)*$/.test(id))).toEqual([]);
  });

  test("name a section of the specification if it promises them", () => {
    for (const { section } of DOCUMENT.checks) expect(section).toMatch(/^\d(\.\d)?$/);
  });

  test("of the specification send nothing but reads and requests for links, no key in an address", async () => {
    const { api } = sandbox({ seeds: SEEDS });
    const sent = new Set<string>();
    const fetch: Fetch = async (url, init) => {
      sent.add(`${init.method} ${url}`);
      return api.fetch(new Request(url, init));
    };
    await runAgainst(fetch, { ...DOCUMENT, allowRateLimit: true }, { keys: KEYS });
    expect([...sent].toSorted()).toEqual([
      "GET http://api.test/api/v1/integration/orders",
      "GET http://api.test/api/v1/integration/ping",
      "GET http://api.test/api/v1/integration/products",
      "POST http://api.test/api/v1/integration/checkout-links",
    ]);
  });
});

describe("the specification", () => {
  const { api, world } = createSandbox();
  const keysOfSeeds = { full: "mst_acme_full", otherMerchant: "mst_ember_full" };
  const overlays: readonly [string, Readonly<Record<string, unknown>>][] = [
    ["no setting", {}],
    ["lists in no order", { settings: { listOrder: "shuffled" } }],
    ["lists from the oldest on", { settings: { listOrder: "oldest" } }],
    ["problems for errors", { settings: { errorBody: "problem" } }],
    ["errors without a body", { settings: { errorBody: "empty" } }],
    ["pages for errors", { settings: { errorBody: "html" } }],
    ["headers of the rate limit", { settings: { rateLimitHeaders: "draft" } }],
    ["rejection of queries", { settings: { unknownQuery: "reject" } }],
  ];

  test.each(overlays)("is fulfilled with %s", async (_name, seeds) => {
    const { name } = await world({ seeds });
    expect(await failuresIn(name)).toEqual([]);
  });

  test.each([
    "empty-catalog",
    "frozen-clock",
    "huge-amounts",
    "more-than-fifty-orders",
    "refunds",
    "shuffled-lists",
    "unpublished-product",
  ])("is fulfilled by the scenario %s", async (scenario) => {
    expect(await failuresIn(scenario)).toEqual([]);
  });

  test.each(["", ".5", ".1234567890", `.${"7".repeat(40)}`])(
    "is fulfilled with times that have the fraction %j, and so is their order",
    async (fraction) => {
      const fetch: Fetch = async (url, init) => {
        const response = await api.fetch(new Request(url, init));
        if (!url.endsWith("/orders") || !response.ok) return response;
        const text = (await response.text()).replaceAll(/\.\d+Z"/g, `${fraction}Z"`);
        return new Response(text, { headers: response.headers });
      };
      const checks = CHECKS.filter(({ id }) => id.startsWith("orders-"));
      const outcomes = await runAgainst(fetch, { checks }, { keys: keysOfSeeds });
      expect(outcomes.filter(({ result }) => result !== "held").map(formatOutcome)).toEqual([]);
    },
  );

  async function failuresIn(name: string): Promise<string[]> {
    const fetch: Fetch = async (url, init) => api.fetch(new Request(url, init));
    const target = { baseUrl: `http://api.test/w/${name}`, keys: keysOfSeeds };
    const outcomes = await runAgainst(fetch, DOCUMENT, target);
    return outcomes.filter(({ result }) => result === "failed").map(formatOutcome);
  }
});

describe("runChecks", () => {
  test("reports what was expected and what was received", async () => {
    const orders = () => new Response("no", { status: 500 });
    const [outcome] = await runAgainst(answering({ orders }), only("orders-answer"));
    expect(outcome && formatOutcome(outcome)).toBe(
      [
        "failed   §4.3    orders returns 200 with a JSON array (orders-answer)",
        "                 expected: 200 to GET /api/v1/integration/orders",
        "                 received: 500 no",
      ].join("\n"),
    );
  });

  test("reports a redirect and does not follow it", async () => {
    const asked: string[] = [];
    const orders = async () => Response.redirect("http://other.test/orders", 307);
    const fetch: Fetch = async (url, init) => {
      asked.push(`${new URL(url).host} ${init.redirect}`);
      return answering({ orders })(url, init);
    };
    const [outcome] = await runAgainst(fetch, only("orders-answer"));
    expect(outcome).toMatchObject({
      expected: "200 to GET /api/v1/integration/orders",
      received: "307 a redirect to http://other.test/orders (not followed)",
    });
    expect(new Set(asked)).toEqual(new Set(["api.test manual"]));
  });

  test("expects links to begin with the given hosted address", async () => {
    const { api } = sandbox({ seeds: SEEDS });
    const fetch: Fetch = async (url, init) => api.fetch(new Request(url, init));
    const hostedUrl = "http://pay.test";
    const outcomes = await runAgainst(fetch, DOCUMENT, { keys: { full: KEYS.full }, hostedUrl });
    const failed = outcomes.filter(({ result }) => result === "failed");
    expect(failed.map(({ check }) => check.id)).toEqual(["link-product-url", "link-checkout-url"]);
    expect(failed[0]).toMatchObject({
      expected: 'the hosted address to be "http://pay.test"',
      received: '"http://127.0.0.1:4701"',
    });
  });

  test("skips what needs a missing key, and the rate limit by default", async () => {
    const checks = only("orders-owned", "429-answers", "429-by-key");
    const outcomes = await runAgainst(answering({}), checks);
    expect(outcomes).toMatchObject([
      { result: "skipped", reason: "needs --other-merchant-key" },
      { result: "skipped", reason: "needs --limited-key" },
      { result: "skipped", reason: "needs --limited-key and --read-only-key" },
    ]);
    const keys = { full: FULL, limited: "limited-key" };
    const [asked] = await runAgainst(answering({}), only("429-answers"), { keys });
    expect(asked).toMatchObject({ result: "skipped", reason: "needs --allow-rate-limit" });
  });

  test("fails the checks that get no response in time, and goes on", async () => {
    const fetch: Fetch = (url, init) =>
      url.endsWith("/orders") ? never(init) : answering({})(url, init);
    const checks = only("orders-answer", "products-answer");
    const outcomes = await runAgainst(fetch, { ...checks, timeoutMs: 5 });
    expect(outcomes).toMatchObject([
      { check: { id: "products-answer" }, result: "held" },
      {
        check: { id: "orders-answer" },
        result: "failed",
        expected: "a response to GET /api/v1/integration/orders within 0.005 s",
        received: "none",
      },
    ]);
  });

  test("fails the checks whose response does not end", async () => {
    const orders = () => new Response(endless("x".repeat(1024 * 1024)));
    const [outcome] = await runAgainst(answering({ orders }), only("orders-answer"));
    expect(outcome).toMatchObject({
      expected: "at most 16 MiB in the response to GET /api/v1/integration/orders",
      received: "more",
    });
  });

  test("fails the checks whose response has too many values", async () => {
    const orders = () => new Response(`[${"{},".repeat(4_000_000)}{}]`);
    const [outcome] = await runAgainst(answering({ orders }), only("orders-answer"));
    expect(outcome).toMatchObject({
      expected: "at most 100000 values in the response to GET /api/v1/integration/orders",
      received: "more",
    });
  });

  test("fails the checks whose response breaks off", async () => {
    const orders = () => new Response(breaking("the connection was closed"));
    const [outcome] = await runAgainst(answering({ orders }), only("orders-answer"));
    expect(outcome).toMatchObject({
      expected: "a response",
      received: "the connection was closed",
    });
  });

  test("stops if nothing responds", async () => {
    const refused = new Error("connection refused");
    const running = runAgainst(() => Promise.reject(refused));
    expect(await running.catch((error) => error)).toMatchObject({
      name: "Halt",
      message: "no response",
      cause: refused,
    });
  });

  test.each([401, 403, 404, 500])("stops if every read gets %i", async (status) => {
    const running = runAgainst(async () => new Response("no", { status }));
    const halt: unknown = await running.catch((error) => error);
    expect(halt).toBeInstanceOf(Halt);
    expect(halt).toMatchObject({
      status,
      location: null,
      message: `ping, products and orders all return ${status}`,
    });
  });

  test("repeats no key, however the server does", async () => {
    const echoes = [FULL, FULL.toUpperCase(), encodeURIComponent(FULL), btoa(`${FULL}:`)];
    const fetch: Fetch = async (url) =>
      url.includes("orders")
        ? Response.json([], { status: 418 })
        : new Response(echoes.join(), { headers: { location: FULL, "x-request-id": FULL } });
    const outcomes = await runAgainst(fetch);
    const text = JSON.stringify(outcomes).toLowerCase();
    for (const echo of echoes) expect(text).not.toContain(echo.toLowerCase());
    expect(text).toContain("<full key>");
  });
});

/** Answers never, until it is told to give up. */
function never({ signal }: RequestInit): Promise<Response> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
  });
}

function endless(text: string): ReadableStream {
  const chunk = new TextEncoder().encode(text);
  return new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
}

function breaking(message: string): ReadableStream {
  return new ReadableStream({ pull: (controller) => controller.error(new Error(message)) });
}
