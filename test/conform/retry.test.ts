// What a run does about 429: it waits as the server says, for a time that has an end.
import { describe, expect, test } from "bun:test";
import { CHECKS } from "../../src/conform/checks.ts";
import { Halt } from "../../src/conform/mismatch.ts";
import { countWaiting } from "../../src/conform/retry.ts";
import { type RunOptions, runChecks } from "../../src/conform/run.ts";
import { sandbox } from "../support/sandbox.ts";
import { SEEDS } from "./broken/broken.ts";

const only = (...ids: string[]) => CHECKS.filter(({ id }) => ids.includes(id));

/** A server that answers 429 to some requests for orders, `after` it has answered others. */
function refusing(times: number, headers: Record<string, string> = {}, after = 0) {
  let asked = 0;
  const fetch = async (url: string) => {
    if (!url.endsWith("/orders")) return Response.json([]);
    const count = asked++ - after;
    return count >= 0 && count < times
      ? new Response("slow down", { status: 429, headers })
      : Response.json([]);
  };
  return { fetch, asked: () => asked };
}

/** Runs checks of orders, and tells the pauses in seconds. */
async function run(
  { fetch }: Pick<ReturnType<typeof refusing>, "fetch">,
  options: RunOptions = {},
  ids = ["orders-answer"],
) {
  const slept: number[] = [];
  const waits: string[] = [];
  const target = { baseUrl: "http://api.test", keys: { full: "some-key" }, fetch };
  const outcomes = await Array.fromAsync(
    runChecks(target, {
      checks: only(...ids),
      sleep: async (ms) => void slept.push(ms / 1_000),
      onWait: ({ request, seconds }) => waits.push(`${request} ${seconds}`),
      ...options,
    }),
  );
  return { outcomes, slept, waits };
}

describe("a 429", () => {
  test("waits as long as Retry-After says, and reports the wait", async () => {
    const { outcomes, slept, waits } = await run(refusing(2, { "retry-after": "7" }));
    expect(outcomes).toMatchObject([{ result: "held" }]);
    expect(slept).toEqual([7, 7]);
    expect(waits).toEqual(Array(2).fill("GET /api/v1/integration/orders 7"));
  });

  test("is waited out until the time that Retry-After names, by the server's clock", async () => {
    const headers = {
      date: "Sat, 17 Oct 2026 09:00:00 GMT",
      "retry-after": "Sat, 17 Oct 2026 09:00:12 GMT",
    };
    expect((await run(refusing(1, headers))).slept).toEqual([12]);
  });

  test.each([
    ["nothing", {}],
    ["a word", { "retry-after": "soon" }],
    ["a time without another to count from", { "retry-after": "Sat, 17 Oct 2026 09:00:12 GMT" }],
  ])("waits longer each time if Retry-After is %s", async (_name, headers) => {
    expect((await run(refusing(6, headers))).slept).toEqual([1, 2, 4, 8, 10, 10]);
  });

  test.each(["0", "-5", "0.3"])("is waited out for a second at least: %s", async (seconds) => {
    const { slept } = await run(refusing(1, { "retry-after": seconds }));
    expect(slept).toEqual([1]);
  });

  test("never waits longer than allowed, and not at all if the wait would be too long", async () => {
    const halt = await run(refusing(1, { "retry-after": "3600" })).catch((error) => error);
    expect(halt).toBeInstanceOf(Halt);
    expect(halt.cause).toMatchObject({
      expected: "a response other than 429 to GET /api/v1/integration/orders within 120 s",
      received: "429, with 3600 s more to wait",
    });
  });

  test("that does not end in the middle of a run fails a check; the key is not sent again", async () => {
    const server = refusing(Number.POSITIVE_INFINITY, { "retry-after": "10" }, 1);
    const ids = ["orders-answer", "head-ping", "query-ignored-orders", "401-no-key"];
    const { outcomes, slept } = await run(server, {}, ids);
    expect(outcomes).toMatchObject([
      {
        check: { id: "orders-answer" },
        result: "failed",
        received: "429, with 10 s more to wait",
      },
      { check: { id: "401-no-key" }, result: "failed", received: "200 []" },
      {
        check: { id: "head-ping" },
        result: "skipped",
        reason: "the server keeps returning 429 to the full key",
      },
      { check: { id: "query-ignored-orders" }, result: "skipped" },
    ]);
    expect(slept).toEqual(Array(12).fill(10));
    expect(server.asked()).toBe(14);
  });

  test("ends the run if it is the response to everything, at once if no wait is allowed", async () => {
    const fetch = async () => new Response("", { status: 429 });
    const halt = await run({ fetch }, { maxWaitMs: 0 }).catch((error) => error);
    expect(halt).toMatchObject({
      name: "Halt",
      cause: {
        message:
          "expected a response other than 429 to GET /api/v1/integration/ping within 0 s, received 429, with 1 s more to wait",
      },
    });
  });

  test("fails no check of a run that has caused it", async () => {
    const narrow = SEEDS.replace(
      "rateLimit: off",
      "rateLimit: { capacity: 3, refillPerSecond: 0.5 }",
    );
    const { api, pass } = sandbox({ seeds: narrow });
    let waited = 0;
    const sleep = async (ms: number) => {
      waited += ms;
      pass(ms / 1_000);
    };
    const target = {
      baseUrl: "http://api.test",
      keys: { full: "mst_acme_full", otherMerchant: "mst_globex_full" },
      fetch: async (url: string, init: RequestInit) => api.fetch(new Request(url, init)),
    };
    const outcomes = await Array.fromAsync(runChecks(target, { sleep }));
    expect(outcomes.filter(({ result }) => result === "failed")).toEqual([]);
    expect(waited).toBeGreaterThan(60_000);
  });
});

describe("countWaiting", () => {
  test.each([
    ["none", [], 5, 0],
    ["one", [[1, 2]], 5, 2],
    [
      "two that follow each other, with a gap",
      [
        [0, 1],
        [3, 2],
      ],
      9,
      3,
    ],
    [
      "two that are side by side",
      [
        [1, 3],
        [1, 3],
      ],
      5,
      3,
    ],
    [
      "two that overlap",
      [
        [1, 3],
        [2, 3],
      ],
      9,
      4,
    ],
    [
      "one within another",
      [
        [1, 5],
        [2, 1],
      ],
      9,
      5,
    ],
    ["one that is not over", [[1, 5]], 3, 2],
    [
      "two that are not over",
      [
        [1, 5],
        [2, 9],
      ],
      3,
      2,
    ],
  ] as const)("counts the time of pauses: %s", (_name, pauses, now, seconds) => {
    const waiting = countWaiting();
    for (const [at, length] of pauses) waiting.add(at, length);
    expect(waiting.secondsBy(now)).toBe(seconds);
  });
});
