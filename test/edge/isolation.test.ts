// A hundred worlds at once, of which none knows of another.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { type Edge, startEdge, TOKEN, writing } from "./edge.ts";
import type { Made } from "./made.ts";

setDefaultTimeout(60_000);

const COUNT = 100;
const AT_ONCE = 20;

let edge: Edge;

beforeAll(async () => {
  edge = await startEdge();
});
afterAll(() => edge[Symbol.asyncDispose]());

test("what happens in one of a hundred worlds shows in no other", async () => {
  const worlds = await inTurns(COUNT, () => edge.make());
  expect(new Set(worlds.map(({ name }) => name)).size).toBe(COUNT);
  await inTurns(COUNT, (n) =>
    edge.control(at(worlds, n), "/keys", {
      method: "POST",
      body: { key: keyOf(n), merchant: "acme" },
    }),
  );
  const statuses = await inTurns(COUNT, async (n) => {
    const asked = [keyOf(n), keyOf((n + 1) % COUNT)].map((key) => ping(at(worlds, n), key));
    return (await Promise.all(asked)).map(({ status }) => status);
  });
  expect(statuses).toEqual(Array(COUNT).fill([200, 401]));
});

test("a page, or the list of worlds, names no other world", async () => {
  const [mine, theirs] = [await edge.make({ name: "pr-1" }), await edge.make({ name: "pr-1" })];
  const pages = ["/", "/no-such-page", "/dashboard", "/dashboard/worlds", "/_sandbox/worlds"];
  for (const path of pages) {
    for (const token of [mine.secret, TOKEN, ""]) {
      const response = await edge.ask(`/w/${mine.name}${path}`, writing("GET", undefined, token));
      expect(await response.text()).not.toContain(theirs.name);
    }
  }
});

const keyOf = (n: number) => `mst_world_${n}`;

function at(worlds: readonly Made[], n: number): Made {
  const world = worlds[n];
  if (world === undefined) throw new Error(`there is no world ${n}`);
  return world;
}

function ping({ baseUrl }: Made, key: string): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}` };
  return edge.ask(`${baseUrl}/api/v1/integration/ping`, { headers });
}

/** Does something so often, some at once; returns what came of each, in order. */
async function inTurns<Result>(count: number, work: (n: number) => Promise<Result>) {
  const results: Result[] = [];
  let next = 0;
  const take = async () => {
    while (next < count) {
      const n = next++;
      results[n] = await work(n);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  return results;
}
