// What Cloudflare bills: the rows that a world writes, as docs/cloudflare.md has them, and the settings of the journal.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readMarkdown } from "../support/markdown.ts";
import { type Edge, startEdge, TOKEN, writing } from "./edge.ts";
import type { Made } from "./made.ts";

setDefaultTimeout(30_000);

const DAY_MS = 86_400_000;
const PAGE = await readMarkdown("docs/cloudflare.md");
const LIMITED = { settings: { rateLimit: { capacity: 1_000, refillPerSecond: 1 } } };
const UNLIMITED = { settings: { rateLimit: "off" } };

describe("the rows that a world writes", () => {
  let edge: Edge;

  beforeAll(async () => {
    edge = await startEdge();
  });
  afterAll(() => edge[Symbol.asyncDispose]());

  async function rowsOf(work: () => Promise<unknown>): Promise<number> {
    const written = async () => Number(await (await edge.ask("/__test/rows")).json());
    const before = await written();
    await work();
    return (await written()) - before;
  }

  async function call(world: Made, endpoints: readonly string[]): Promise<void> {
    const headers = { Authorization: `Bearer ${world.apiKey}` };
    for (const endpoint of endpoints) {
      const path = `/api/w/${world.name}/api/v1/integration/${endpoint}`;
      expect((await edge.ask(path, { headers })).status).toBe(200);
    }
  }

  const times = (count: number, ...endpoints: string[]) => Array(count).fill(endpoints).flat();
  const requestsOf = async (world: Made) => (await edge.control(world, "/requests")).json();

  test("and what it stores are as many as the docs say", async () => {
    let bytes = 0;
    const live = async () => {
      const world = await edge.make({ scenario: "more-than-fifty-orders", seeds: LIMITED });
      await call(world, times(100, "orders"));
      bytes = Number(await edge.probe("bytes", world));
      await edge.pass(7 * DAY_MS);
      await edge.probe("ring", world);
      await edge.ask("/_sandbox/worlds", writing("GET", undefined, TOKEN));
    };
    // Why: the first world stores its seeds, which the next ones share.
    await live();
    const rows = await rowsOf(live);
    const [, documented] = /^\| rows written .*\| (\d+) \|$/m.exec(PAGE.text) ?? [];
    expect(rows).toBe(Number(documented));
    const [, kilobytes] =
      /^\| storage .*\| ([\d,]+) KB for 7 of 30 days \|$/m.exec(PAGE.text) ?? [];
    const expected = Number(kilobytes?.replace(",", "")) * 1_000;
    // Why: the client's own headers are stored, too.
    expect(Math.abs(bytes - expected) / expected).toBeLessThan(0.05);
  });

  test.each([
    ["short", times(150, "ping")],
    ["long", times(150, "orders")],
    ["of any length", times(75, "ping", "orders")],
  ])(
    "are one for each request if responses are %s, also after the first hundred",
    async (_length, endpoints) => {
      const world = await edge.make({ scenario: "more-than-fifty-orders", seeds: LIMITED });
      expect(await rowsOf(() => call(world, endpoints))).toBe(150);
    },
  );

  test("are few if the journal is only in memory, which is lost in sleep, unlike the buckets", async () => {
    await edge.deploy({ vars: { JOURNAL: "memory" } });
    const [limited, unlimited] = [
      await edge.make({ seeds: LIMITED }),
      await edge.make({ seeds: UNLIMITED }),
    ];
    expect(await rowsOf(() => call(limited, times(10, "ping")))).toBe(10);
    expect(await rowsOf(() => call(unlimited, times(10, "ping")))).toBe(0);
    expect(await requestsOf(limited)).toHaveLength(10);
    const bucket = await (await edge.control(limited, "/rate-limit")).text();
    await edge.probe("evict", limited);
    expect(await requestsOf(limited)).toEqual([]);
    expect(await (await edge.control(limited, "/rate-limit")).text()).toBe(bucket);
  });

  test("are of as many requests as JOURNAL_LENGTH says, also in a world from before", async () => {
    await edge.deploy({});
    const world = await edge.make({ seeds: LIMITED });
    await call(world, times(5, "ping"));
    await edge.deploy({ vars: { JOURNAL_LENGTH: 3 } });
    await call(world, ["orders"]);
    await edge.probe("evict", world);
    const requests: { endpoint: string }[] = await requestsOf(world);
    expect(requests.map(({ endpoint }) => endpoint)).toEqual(["ping", "ping", "orders"]);
  });

  test.each([
    [{ JOURNAL: "disk" }, "JOURNAL must be kept or memory."],
    [{ JOURNAL_LENGTH: 1_001 }, "JOURNAL_LENGTH must be a whole number from 1 to 1000."],
  ])("%j is rejected", async (vars, message) => {
    await edge.deploy({ vars });
    const response = await edge.ask("/_sandbox/health");
    expect([response.status, (await response.json()).detail]).toEqual([
      503,
      `${message} Change it in wrangler.jsonc.`,
    ]);
  });
});
