// Which requests a world's faults hit, and how they are counted.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { EndpointName } from "../../src/contract/endpoints.ts";
import { IDS, SEEDS, sandbox, type TestSandbox } from "../support/sandbox.ts";

const key = "mst_acme_full";

/** The seeds with some faults, each as the inside of a YAML mapping. */
const seedsOf = (...faults: string[]) =>
  `faults:\n${faults.map((fault) => `  - { ${fault} }\n`).join("")}${SEEDS}`;

const withFaults = (...faults: string[]) => sandbox({ seeds: seedsOf(...faults) });

/** Asks so many times, and tells the statuses. */
async function statusesOf(
  { call }: TestSandbox,
  count: number,
  target: EndpointName = "ping",
): Promise<number[]> {
  const statuses = [];
  for (let n = 0; n < count; n++) statuses.push((await call(target, { key })).status);
  return statuses;
}

const hitsOf = ({ worlds }: TestSandbox) => worlds.default.faults.list().map(({ hits }) => hits);

describe("a fault hits", () => {
  test.each([
    ["every request", "respond: 503", "ping", key, 503],
    ["every request where it says any", "endpoint: any, respond: 503", "orders", key, 503],
    ["its endpoint", "endpoint: orders, respond: 503", "orders", key, 503],
    ["no other endpoint", "endpoint: orders, respond: 503", "products", key, 200],
    ["its key", `key: ${key}, respond: 503`, "ping", key, 503],
    ["no other key", `key: ${key}, respond: 503`, "ping", "mst_acme_none", 200],
    ["its merchant by slug", "merchant: acme, respond: 503", "ping", key, 503],
    ["its merchant by id", `merchant: ${IDS.acme}, respond: 503`, "ping", key, 503],
    ["no other merchant", "merchant: globex, respond: 503", "ping", key, 200],
    ["what fits in all", `key: ${key}, endpoint: ping, respond: 503`, "ping", key, 503],
    ["nothing that fits in part", `key: ${key}, endpoint: ping, respond: 503`, "orders", key, 200],
  ] as const)("%s", async (_name, fault, target, key, status) => {
    const made = withFaults(fault);
    expect((await made.call(target, { key })).status).toBe(status);
    expect(hitsOf(made)).toEqual([status === 503 ? 1 : 0]);
  });

  test("not the requests that fail before it", async () => {
    const made = withFaults("respond: 503");
    await made.call("/nothing", { key });
    await made.call("ping", { key, method: "DELETE" });
    await made.call("ping", {});
    await made.call("ping", { key: "mst_acme_revoked" });
    expect(made.records.map(({ status }) => status)).toEqual([404, 405, 401, 401]);
    expect(hitsOf(made)).toEqual([0]);
  });
});

describe("a fault that is counted", () => {
  test("lets some pass, hits some, and then lets all pass", async () => {
    const made = withFaults("after: 2, times: 3, respond: 503");
    expect(await statusesOf(made, 8)).toEqual([200, 200, 503, 503, 503, 200, 200, 200]);
    expect(hitsOf(made)).toEqual([3]);
  });

  test("counts only what it is for", async () => {
    const made = withFaults("endpoint: orders, after: 1, times: 1, respond: 503");
    expect(await statusesOf(made, 3, "ping")).toEqual([200, 200, 200]);
    expect(await statusesOf(made, 3, "orders")).toEqual([200, 503, 200]);
  });

  test("counts again in each world", async () => {
    const made = withFaults("times: 1, respond: 503");
    made.worlds.create("other");
    expect(await statusesOf(made, 2)).toEqual([503, 200]);
    expect((await made.call("ping", { key, world: "other" })).status).toBe(503);
    expect((await made.call("ping", { key, world: "other" })).status).toBe(200);
  });
});

describe("of several faults", () => {
  test("the first that fits is applied, and no other counts the request", async () => {
    const made = withFaults("respond: 503, times: 2", "respond: 502, after: 1");
    expect(await statusesOf(made, 5)).toEqual([503, 503, 200, 502, 502]);
    expect(hitsOf(made)).toEqual([2, 2]);
  });

  test("one that lets a request pass leaves it to the next", async () => {
    const made = withFaults("after: 2, times: 1, respond: 500", "endpoint: ping, respond: 504");
    expect(await statusesOf(made, 4)).toEqual([504, 504, 500, 504]);
    expect(await statusesOf(made, 1, "orders")).toEqual([200]);
  });

  test("all hit as a plain count of the requests predicts", async () => {
    const rule = fc.record({
      endpoint: fc.constantFrom("ping", "orders", "any"),
      after: fc.nat({ max: 4 }),
      times: fc.integer({ min: 1, max: 4 }),
    });
    const asked = fc.array(fc.constantFrom<EndpointName>("ping", "orders"), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.array(rule, { maxLength: 4 }), asked, async (rules, targets) => {
        const made = withFaults(
          ...rules.map(
            ({ endpoint, after, times }) =>
              `endpoint: ${endpoint}, after: ${after}, times: ${times}, respond: 503`,
          ),
        );
        const seen = rules.map(() => 0);
        const hits = rules.map(() => 0);
        for (const target of targets) {
          const at = rules.findIndex(({ endpoint, after, times }, index) => {
            const count = seen[index] ?? 0;
            if (endpoint !== "any" && endpoint !== target) return false;
            seen[index] = count + 1;
            return count >= after && count < after + times;
          });
          if (at >= 0) hits[at] = (hits[at] ?? 0) + 1;
          expect((await made.call(target, { key })).status).toBe(at >= 0 ? 503 : 200);
        }
        expect(hitsOf(made)).toEqual(hits);
      }),
      { numRuns: 60 },
    );
  });
});

describe("a fault with a probability", () => {
  const FIFTH = "probability: 0.2, respond: 503";

  test("hits about its share of the requests", async () => {
    const made = withFaults(FIFTH);
    const hits = (await statusesOf(made, 2_000)).filter((status) => status === 503).length;
    expect(hits).toBeWithin(340, 460);
    expect(hitsOf(made)).toEqual([hits]);
  });

  test("hits the same requests in each run and each world", async () => {
    const first = await statusesOf(withFaults(FIFTH), 200);
    expect(await statusesOf(withFaults(FIFTH), 200)).toEqual(first);
  });

  test("hits the same requests whatever the others do", async () => {
    const [other, more] = ["endpoint: orders, respond: 500", "probability: 0.5, respond: 500"];
    const first = await statusesOf(withFaults(other, FIFTH), 200);
    const made = withFaults(`${other}, delay: { min: 0ms, max: 1ms }`, FIFTH, more);
    const again = [];
    for (let n = 0; n < 200; n++) {
      await made.call("orders", { key });
      again.push(...(await statusesOf(made, 1)));
    }
    expect(again.map((status) => status === 503)).toEqual(first.map((status) => status === 503));
  });

  test("hits others than its neighbour", async () => {
    const [first, second] = await Promise.all(
      ["ping", "products"].map((name) =>
        statusesOf(
          withFaults(`endpoint: ping, ${FIFTH}`, `endpoint: products, ${FIFTH}`),
          200,
          name === "ping" ? "ping" : "products",
        ),
      ),
    );
    expect(first).not.toEqual(second ?? []);
  });

  test("lets pass first, and stops, as it is counted", async () => {
    const statuses = await statusesOf(withFaults(`after: 100, times: 2, ${FIFTH}`), 200);
    expect(statuses.slice(0, 100)).not.toContain(503);
    expect(statuses.filter((status) => status === 503)).toEqual([503, 503]);
  });
});

describe("a delay", () => {
  const delaysOf = (fault: string, count: number) => {
    const { faults, findKey } = withFaults(fault).worlds.default;
    const found = findKey(key);
    if (found === undefined) throw new Error(`there is no ${key}`);
    return Array.from({ length: count }, () => faults.strike("ping", found)?.delay);
  };

  test("has the given length", () => {
    expect(delaysOf("delay: 1h30m", 3)).toEqual([5_400_000, 5_400_000, 5_400_000]);
    expect(delaysOf("respond: 503", 1)).toEqual([0]);
  });

  test("of a range takes every length in it, both ends too, and the same in each run", () => {
    const range = "delay: { min: 5ms, max: 9ms }";
    expect([...new Set(delaysOf(range, 100))].toSorted()).toEqual([5, 6, 7, 8, 9]);
    expect(delaysOf(range, 100)).toEqual(delaysOf(range, 100));
  });

  test("uses real time, even with a frozen clock", async () => {
    const made = sandbox({
      seeds: `${SEEDS}  clock: { frozen: true }\nfaults: [{ endpoint: ping, delay: 1ms }]\n`,
    });
    expect((await made.call("ping", { key })).status).toBe(200);
    expect(made.handle("default").requests()[0]?.hints).toEqual([
      "fault 1 (seeds.yaml:28) delayed the response by 1 ms (hit 1)",
    ]);
  });

  test("continues if the faults are removed, and ends with a reset", async () => {
    const made = sandbox({ seeds: `${SEEDS}faults: [{ endpoint: ping, delay: 1d }]\n` });
    const held = made.call("ping", { key });
    const world = made.worlds.default;
    await made.handle("default").faults.set([]);
    expect([world.holding, (await made.call("ping", { key })).status]).toEqual([true, 200]);
    made.handle("default").reset();
    expect([world.holding, (await held).status]).toEqual([false, 200]);
  });

  test("ends at once where all are released, and those that come after do not", async () => {
    const { faults } = sandbox().worlds.default;
    const held = [faults.hold(86_400_000), faults.hold(86_400_000)];
    faults.release();
    await Promise.all(held);
    const later = faults.hold(86_400_000).then(() => "ended");
    expect(await Promise.race([later, faults.hold(0).then(() => "held")])).toBe("held");
    faults.release();
    expect(await later).toBe("ended");
  });
});

test("a rule that is switched off hits nothing, and keeps its number", async () => {
  const made = withFaults("off: true, respond: 429", "respond: 503");
  expect((await made.call("ping", { key })).status).toBe(503);
  expect(made.worlds.default.faults.list().map(({ hits }) => hits)).toEqual([0, 1]);
});

test("the rules are listed in their order, each with its content and its hits", async () => {
  const made = withFaults("key: mst_acme_full, times: 2, respond: 429", "drop: midway");
  await made.call("ping", { key });
  const anything = { endpoint: undefined, key: undefined, merchant: undefined, after: 0 };
  const rest = {
    probability: 1,
    delay: undefined,
    respond: undefined,
    drop: undefined,
    off: false,
  };
  expect(made.worlds.default.faults.list()).toEqual([
    {
      rule: { ...anything, ...rest, key, times: 2, respond: 429, origin: "seeds.yaml:2" },
      hits: 1,
    },
    {
      rule: {
        ...anything,
        ...rest,
        times: Number.POSITIVE_INFINITY,
        drop: "midway",
        origin: "seeds.yaml:3",
      },
      hits: 0,
    },
  ]);
});
