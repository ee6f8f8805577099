// How long a server is asked that answers 429. All else of it is tried through `pull`.
import { describe, expect, test } from "bun:test";
import { askServer } from "../../../../src/cli/commands/pull/client.ts";
import { order, ping, product } from "../../pulling.ts";

const ANSWERS = { ping, products: [product(1)], orders: [order(1)] };

describe("a server that responds with 429 is asked again", () => {
  test.each<[name: string, headers: Record<string, string>[], waits: number[]]>([
    ["after a second, then two, then four", [{}, {}, {}], [1, 2, 4]],
    ["as soon as it says", [{ "Retry-After": "7" }, { "Retry-After": "53" }], [7, 53]],
    ["after a second at least", [{ "Retry-After": "0" }], [1]],
    [
      "at the time that it says, by its own clock",
      [{ "Retry-After": "Sat, 17 Oct 2026 09:00:20 GMT", Date: "Sat, 17 Oct 2026 09:00:00 GMT" }],
      [20],
    ],
    ["after a second if it is not a time", [{ "Retry-After": "soon" }], [1]],
  ])("%s", async (_name, headers, waits) => {
    expect(await askPatiently(headers)).toEqual({ answers: ANSWERS, slept: waits, told: waits });
  });

  test.each<[name: string, headers: Record<string, string>[], waits: number[]]>([
    ["for a minute in all", Array(9).fill({ "Retry-After": "25" }), [25, 25]],
    ["eight times where it says nothing", Array(9).fill({}), [1, 2, 4, 8, 10, 10, 10, 10]],
    ["not at all where it asks for more", [{ "Retry-After": "61" }], []],
  ])("%s", async (_name, headers, waits) => {
    const { answers, ...waited } = await askPatiently(headers);
    expect(answers).toMatchObject({
      message: expect.stringContaining("it responds with 429 to GET "),
    });
    expect(waited).toEqual({ slept: waits, told: waits });
  });
});

/** Asks a server that refuses the first few requests with these headers. */
async function askPatiently(refusals: readonly Record<string, string>[]) {
  const left = [...refusals];
  const slept: number[] = [];
  const told: number[] = [];
  const answers = await askServer({
    baseUrl: "http://server.test",
    key: "sk_test_0123456789",
    timeoutMs: 10_000,
    fetch: (url) => {
      const headers = left.shift();
      if (headers !== undefined) return new Response(null, { status: 429, headers });
      return Response.json(Object.entries(ANSWERS).find(([name]) => url.endsWith(name))?.[1]);
    },
    sleep: async (ms) => void slept.push(ms / 1_000),
    onWait: (seconds) => void told.push(seconds),
  }).catch((error) => error);
  return { answers, slept, told };
}
