// The rate limit under control: limits and buckets, of all keys and of one.
import { describe, expect, test } from "bun:test";
import { controlled, misfits, notFound } from "./ask.ts";

const LIMIT = "/worlds/default/rate-limit";
const key = "mst_one_full";
const SEEDS = `
merchants: [{ slug: acme }]
keys:
  - { key: ${key}, merchant: acme }
  - { key: mst_own_full, merchant: acme, rateLimit: { capacity: 1, refillPerSecond: 0.1 } }
settings: { rateLimit: { capacity: 3, refillPerSecond: 1 }, clock: { frozen: true } }
`;
const THREE = { capacity: 3, refillPerSecond: 1 };
const OWN = { capacity: 1, refillPerSecond: 0.1 };
const bucket = (name: string, rateLimit: object, tokens: number) => ({
  key: name,
  rateLimit,
  tokens,
});
const OWN_BUCKET = bucket("mst_own_full", OWN, 1);

/** A sandbox with ways to see how many requests come through. */
function limited(options: Parameters<typeof controlled>[0] = {}) {
  const made = controlled({ seeds: SEEDS, ...options });
  const status = async (asked = key) => (await made.call("ping", { key: asked })).status;
  return {
    ...made,
    /** Asks until it is refused, and tells how often it was not; 30 times at most. */
    drain: async (asked = key) => {
      let count = 0;
      while (count < 30 && (await status(asked)) === 200) count++;
      return count;
    },
  };
}

describe("GET …/rate-limit", () => {
  test("returns the limit and the current buckets", async () => {
    const { must, drain } = limited();
    expect(await must(200, "GET", LIMIT)).toEqual({
      rateLimit: THREE,
      buckets: [bucket(key, THREE, 3), OWN_BUCKET],
    });
    expect([await drain(), await drain("mst_own_full")]).toEqual([3, 1]);
    expect(await must(200, "GET", LIMIT)).toEqual({
      rateLimit: THREE,
      buckets: [bucket(key, THREE, 0), { ...OWN_BUCKET, tokens: 0 }],
    });
    await must(200, "POST", "/worlds/default/clock/advance", { by: "1500ms" });
    expect(await must(200, "GET", LIMIT)).toEqual({
      rateLimit: THREE,
      buckets: [bucket(key, THREE, 1.5), { ...OWN_BUCKET, tokens: 0.15000000000000002 }],
    });
    expect(await drain()).toBe(1);
  });

  test("draws nothing, however often it is asked", async () => {
    const { must, drain } = limited();
    for (let n = 0; n < 10; n++) await must(200, "GET", LIMIT);
    expect(await drain()).toBe(3);
  });

  test("returns only the buckets of keys with their own limit if the limit is off", async () => {
    const { must } = limited();
    const shown = { rateLimit: "off", buckets: [OWN_BUCKET] };
    expect(await must(200, "PUT", LIMIT, { rateLimit: "off" })).toEqual(shown);
    expect(await must(200, "GET", LIMIT)).toEqual(shown);
  });
});

describe("PUT …/rate-limit", () => {
  test("drains the bucket of one key, which then refills", async () => {
    const { must, drain } = limited();
    const shown = { rateLimit: THREE, buckets: [bucket(key, THREE, 0), OWN_BUCKET] };
    expect(await must(200, "PUT", LIMIT, { key, tokens: 0 })).toEqual(shown);
    expect([await drain(), await drain("mst_own_full")]).toEqual([0, 1]);
    await must(200, "POST", "/worlds/default/clock/advance", { by: "2s" });
    expect(await drain()).toBe(2);
  });

  test("drains or fills all of them if it names none", async () => {
    const { must, drain } = limited();
    await must(200, "PUT", LIMIT, { tokens: 0 });
    expect([await drain(), await drain("mst_own_full")]).toEqual([0, 0]);
    await must(200, "PUT", LIMIT, { tokens: 2.5 });
    expect([await drain(), await drain("mst_own_full")]).toEqual([2, 1]);
  });

  test("fills a bucket to its capacity at most, and a full one stays full when that is raised", async () => {
    const { must, drain } = limited();
    const shown = { rateLimit: THREE, buckets: [bucket(key, THREE, 3), OWN_BUCKET] };
    expect(await must(200, "PUT", LIMIT, { key, tokens: 1e300 })).toEqual(shown);
    await must(200, "PUT", LIMIT, { rateLimit: { capacity: 20, refillPerSecond: 1 } });
    expect(await drain()).toBe(20);
  });

  test("changes the limit of all keys but those with their own", async () => {
    const { must, drain } = limited();
    const rateLimit = { capacity: 5, refillPerSecond: 2 };
    expect(await must(200, "PUT", LIMIT, { rateLimit })).toEqual({
      rateLimit,
      buckets: [bucket(key, rateLimit, 5), OWN_BUCKET],
    });
    expect([await drain(), await drain("mst_own_full")]).toEqual([5, 1]);
    await must(200, "PUT", LIMIT, { rateLimit: { capacity: 2, refillPerSecond: 1 } });
    await must(200, "POST", "/worlds/default/clock/advance", { by: "1h" });
    expect(await drain()).toBe(2);
  });

  test("keeps the tokens refilled at the old rate when the rate is changed", async () => {
    const { must, drain } = limited();
    await must(200, "PUT", LIMIT, { rateLimit: { capacity: 30, refillPerSecond: 1 } });
    await drain();
    await must(200, "POST", "/worlds/default/clock/advance", { by: "2s" });
    await must(200, "PUT", LIMIT, { rateLimit: { capacity: 30, refillPerSecond: 10 } });
    expect(await drain()).toBe(2);
    await must(200, "POST", "/worlds/default/clock/advance", { by: "2s" });
    expect(await drain()).toBe(20);
  });

  test("changes the limit of one key, and fills its bucket in the same call", async () => {
    const { must, drain } = limited();
    const rateLimit = { capacity: 10, refillPerSecond: 1 };
    expect(await must(200, "PUT", LIMIT, { key, rateLimit, tokens: 4 })).toEqual({
      rateLimit: THREE,
      buckets: [bucket(key, rateLimit, 4), OWN_BUCKET],
    });
    expect([await drain(), await drain("mst_own_full")]).toEqual([4, 1]);
  });

  test("lifts the limit, and puts it back", async () => {
    const { must, drain } = limited();
    expect(await drain()).toBe(3);
    await must(200, "PUT", LIMIT, { rateLimit: "off" });
    expect([await drain(), await drain("mst_own_full")]).toEqual([30, 1]);
    await must(200, "PUT", LIMIT, { rateLimit: THREE });
    expect(await drain()).toBe(0);
    await must(200, "PUT", LIMIT, { key, tokens: 1 });
    expect(await drain()).toBe(1);
  });

  test("changes nothing if nothing is given", async () => {
    const { must, worlds } = limited();
    const { state } = worlds.default;
    expect(await must(200, "PUT", LIMIT, {})).toEqual(await must(200, "GET", LIMIT));
    await must(200, "PUT", LIMIT, { key });
    expect(worlds.default.state).toBe(state);
  });

  test("is forgotten by a reset", async () => {
    const { must, drain } = limited();
    await must(200, "PUT", LIMIT, { rateLimit: "off", tokens: 0 });
    await must(200, "POST", "/worlds/default/reset");
    expect(await drain()).toBe(3);
  });

  test("lifts the limit of a single key, and puts it back", async () => {
    const { must, drain } = limited();
    const shown = await must(200, "PUT", LIMIT, { key, rateLimit: "off" });
    expect(shown).toEqual({ rateLimit: THREE, buckets: [OWN_BUCKET] });
    expect([await drain(), await drain("mst_own_full")]).toEqual([30, 1]);
    await must(200, "PUT", LIMIT, { key, rateLimit: THREE, tokens: 2 });
    expect(await drain()).toBe(2);
  });

  test("rejects an unknown key, and changes nothing", async () => {
    const { ask, must } = limited();
    const before = await must(200, "GET", LIMIT);
    expect(
      await ask("PUT", LIMIT, { key: "mst_another_key", tokens: 0, rateLimit: "off" }),
    ).toEqual(
      notFound("There is no key mst_…ey in the world default. Known: mst_one_full, mst_own_full."),
    );
    expect(await must(200, "GET", LIMIT)).toEqual(before);
  });

  const ANY_LIMIT = "must be off, or an object of capacity and refillPerSecond";
  test.each<[unknown, Record<string, string>]>([
    ["on", { rateLimit: ANY_LIMIT }],
    [null, { rateLimit: ANY_LIMIT }],
    [[], { "rateLimit.capacity": "is missing", "rateLimit.refillPerSecond": "is missing" }],
    [
      { capacity: 0, refillPerSecond: 0 },
      {
        "rateLimit.capacity": "must be a whole number, 1 or more",
        "rateLimit.refillPerSecond": "must be a number of tokens a second, more than 0",
      },
    ],
    [
      { ...THREE, refill: 1, a: 1 },
      {
        "rateLimit.refill": "unknown field. Known here: capacity, refillPerSecond.",
        "rateLimit.a": "unknown field. Known here: capacity, refillPerSecond.",
      },
    ],
  ])("rejects the limit %j", async (rateLimit, errors) => {
    expect(await limited().ask("PUT", LIMIT, { rateLimit })).toEqual(misfits(errors));
  });

  test.each([
    [1, "0"],
    [null, null],
    [[], -1],
    [{}, {}],
  ])("rejects the key %j and %j tokens", async (key, tokens) => {
    expect(await limited().ask("PUT", LIMIT, { key, tokens })).toEqual(
      misfits({ key: "must be a key", tokens: "must be a number of tokens, 0 or more" }),
    );
  });

  describe("if the command line sets a limit", () => {
    test.each([
      ["off", 30],
      [{ capacity: 7, refillPerSecond: 1 }, 7],
    ] as const)("of %j, it is for every key until it is changed", async (rateLimit, count) => {
      const { must, drain } = limited({ overrides: { rateLimit } });
      expect([await drain(), await drain("mst_own_full")]).toEqual([count, count]);
      const changed = { capacity: 2, refillPerSecond: 1 };
      await must(200, "POST", "/worlds/default/reset");
      expect(await must(200, "PUT", LIMIT, { rateLimit: changed })).toEqual({
        rateLimit: changed,
        buckets: [bucket(key, changed, 2), bucket("mst_own_full", changed, 2)],
      });
      expect([await drain(), await drain("mst_own_full")]).toEqual([2, 2]);
      await must(200, "POST", "/worlds/default/reset");
      expect(await drain()).toBe(count);
    });

    test("one key's limit is changed separately, and stays whatever changes later", async () => {
      const { must, drain } = limited({ overrides: { rateLimit: "off" } });
      await must(200, "PUT", LIMIT, { key, rateLimit: OWN });
      await must(201, "POST", "/worlds/default/keys", { key: "mst_new_full", merchant: "acme" });
      expect(await must(200, "GET", LIMIT)).toEqual({
        rateLimit: "off",
        buckets: [bucket(key, OWN, 1)],
      });
      expect([await drain(), await drain("mst_own_full"), await drain("mst_new_full")]).toEqual([
        1, 30, 30,
      ]);
    });

    test.each(["off", { capacity: 7, refillPerSecond: 1 }] as const)(
      "of %j, a key that is created with its own has that, and the others stay as they are",
      async (rateLimit) => {
        const { must, drain } = limited({ overrides: { rateLimit } });
        const count = rateLimit === "off" ? 30 : 7;
        const fields = { key: "mst_new_full", merchant: "acme", rateLimit: OWN };
        expect(await must(201, "POST", "/worlds/default/keys", fields)).toMatchObject(fields);
        expect([await drain("mst_new_full"), await drain("mst_own_full"), await drain()]).toEqual([
          1,
          count,
          count,
        ]);
        expect(await must(200, "GET", LIMIT)).toMatchObject({ rateLimit });
      },
    );
  });
});
