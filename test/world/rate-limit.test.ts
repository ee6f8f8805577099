// The token bucket over time, on the world's clock: held against a model that counts in whole numbers.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { viewLimits } from "../../src/world/views.ts";
import { sandbox, type TestSandbox } from "../support/sandbox.ts";

const key = "mst_acme_full";

const seedsOf = (capacity: number, refillPerSecond: number, settings = "") => `
merchants: [{ slug: acme }]
keys: [{ key: ${key}, merchant: acme }]
settings:
  rateLimit: { capacity: ${capacity}, refillPerSecond: ${refillPerSecond} }
  rateLimitHeaders: draft
${settings}`;

const ping = async ({ call }: TestSandbox) => {
  const { status, headers } = await call("ping", { key });
  const [, left, next] = /^"default";r=(\d+);t=(\d+)$/.exec(headers.ratelimit ?? "") ?? [];
  return {
    status,
    left: Number(left),
    next: Number(next),
    retryAfter: Number(headers["retry-after"] ?? 0),
  };
};

/** Spends what the bucket holds and returns the Retry-After of the refusal that follows. */
async function drain(made: TestSandbox): Promise<number> {
  for (;;) {
    const { status, retryAfter } = await ping(made);
    if (status === 429) return retryAfter;
  }
}

/** Tokens that come back in a second: the odd ones, and any number of thousandths. */
const refill = fc.oneof(
  fc.constantFrom(0.1, 0.3, 0.333, 0.7, 1, 3, 7.5, 50, 0.001),
  fc.integer({ min: 1, max: 20_000 }).map((thousandths) => thousandths / 1_000),
);
const capacity = fc.integer({ min: 1, max: 12 });

test("after Retry-After seconds a request passes, and a second sooner it does not", async () => {
  await fc.assert(
    fc.asyncProperty(capacity, refill, fc.nat(5_000), async (q, perSecond, milliseconds) => {
      const made = sandbox({ seeds: seedsOf(q, perSecond) });
      await ping(made);
      made.pass(milliseconds / 1_000);
      const retryAfter = await drain(made);
      expect(retryAfter).toBeGreaterThanOrEqual(1);
      made.pass(retryAfter - 1);
      if (retryAfter > 1) expect((await ping(made)).status).toBe(429);
      made.pass(1);
      expect((await ping(made)).status).toBe(200);
    }),
    { numRuns: 100 },
  );
});

test("every result equals that of a bucket which counts in whole millionths", async () => {
  const TOKEN = 1_000_000;
  const seconds = fc.nat(12).map((count) => count * 1_000);
  const wait = fc.oneof(fc.constant(0), fc.nat(50), fc.nat(4_000), seconds);
  const waits = fc.array(wait, { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(capacity, refill, waits, async (q, perSecond, all) => {
      const made = sandbox({ seeds: seedsOf(q, perSecond) });
      const perMillisecond = Math.round(perSecond * 1_000);
      let held = q * TOKEN;
      for (const wait of all) {
        made.pass(wait / 1_000);
        held = Math.min(q * TOKEN, held + wait * perMillisecond);
        const allowed = held >= TOKEN;
        if (allowed) held -= TOKEN;
        const left = Math.floor(held / TOKEN);
        const next = Math.ceil(((left + 1) * TOKEN - held) / (perMillisecond * 1_000));
        expect(await ping(made)).toEqual({
          status: allowed ? 200 : 429,
          left,
          next,
          retryAfter: allowed ? 0 : next,
        });
      }
    }),
    { numRuns: 100 },
  );
});

test("requests that get 429 do not delay the next token", async () => {
  const slow = fc.integer({ min: 1, max: 499 }).map((thousandths) => thousandths / 1_000);
  await fc.assert(
    fc.asyncProperty(slow, fc.integer({ min: 1, max: 400 }), async (perSecond, polls) => {
      const made = sandbox({ seeds: seedsOf(1, perSecond) });
      const retryAfter = await drain(made);
      const step = Math.floor(((retryAfter - 1) * 1_000) / polls) / 1_000;
      for (let n = 0; n < polls; n++) {
        made.pass(step);
        expect((await ping(made)).status).toBe(429);
      }
      made.pass(retryAfter - step * polls);
      expect((await ping(made)).status).toBe(200);
    }),
    { numRuns: 30 },
  );
});

test("tenths of a token that are refilled between 429 responses add up to a whole one", async () => {
  const made = sandbox({ seeds: seedsOf(1, 0.1) });
  await drain(made);
  for (let n = 1; n < 10; n++) {
    made.pass(1);
    expect(await ping(made)).toMatchObject({ status: 429, retryAfter: 10 - n });
  }
  made.pass(1);
  expect((await ping(made)).status).toBe(200);
});

test.each([
  ["to the one that a request needs", [9, 1, 9, 1], [0, 0, undefined, 0]],
  ["to those that are left", [18, 2], [1, 1]],
])("tenths of a token that come back between requests add up %s", async (_name, waits, left) => {
  const made = sandbox({ seeds: seedsOf(3, 0.1) });
  for (let n = 0; n < 2; n++) await ping(made);
  const answers = [];
  for (const wait of waits) {
    made.pass(wait);
    const answer = await ping(made);
    answers.push(answer.status === 200 ? answer.left : undefined);
  }
  expect(answers).toEqual(left);
});

test("a bucket never has more than its capacity", async () => {
  const made = sandbox({ seeds: seedsOf(3, 50) });
  await drain(made);
  made.pass(1e9);
  expect(await ping(made)).toEqual({ status: 200, left: 2, next: 1, retryAfter: 0 });
});

describe("a clock that is set back", () => {
  test("takes no token away and locks no key out", async () => {
    const made = sandbox({ seeds: seedsOf(2, 0.5) });
    expect((await ping(made)).left).toBe(1);
    made.pass(-86_400);
    expect(await ping(made)).toMatchObject({ status: 200, left: 0 });
    expect(await ping(made)).toMatchObject({ status: 429, retryAfter: 2 });
    made.pass(2);
    expect((await ping(made)).status).toBe(200);
  });

  test("refills from its current level", async () => {
    const made = sandbox({ seeds: seedsOf(1, 0.5) });
    await drain(made);
    made.pass(-86_400);
    expect(await ping(made)).toMatchObject({ status: 429, retryAfter: 2 });
    made.pass(2);
    expect((await ping(made)).status).toBe(200);
  });
});

test("a world's clock that is set back fills buckets from then on, with or without requests", async () => {
  for (const isFrozen of [true, false]) {
    const made = sandbox({ seeds: seedsOf(1, 0.1) });
    const { clock } = made.handle("default");
    await drain(made);
    clock.set({ now: "now-1h", frozen: isFrozen });
    clock.advance("4s");
    expect(await ping(made)).toMatchObject({ status: 429, retryAfter: 6 });
    clock.set({ now: "now-1d" });
    clock.set({ now: "now-1s" });
    expect(viewLimits(made.worlds.default).buckets).toMatchObject([{ tokens: 0.4 }]);
    clock.advance("6s");
    expect((await ping(made)).status).toBe(200);
    clock.set({ now: "now+10s" });
    expect((await ping(made)).status).toBe(200);
  }
});

describe("a limit that is raised", () => {
  const raise = { rateLimit: { capacity: 9, refillPerSecond: 1 } };
  const tokens = ({ worlds }: TestSandbox) =>
    viewLimits(worlds.default).buckets.map((bucket) => bucket.tokens);

  test("leaves a full bucket full, whether it was asked for a token before or not", async () => {
    const made = sandbox({ seeds: seedsOf(2, 1) });
    await ping(made);
    made.pass(1);
    await made.handle("default").limit(raise);
    expect(tokens(made)).toEqual([9]);
    const other = sandbox({ seeds: seedsOf(2, 1) });
    await other.handle("default").limit(raise);
    expect(tokens(other)).toEqual([9]);
  });

  test("keeps the tokens of one that is not full, which refills to the new capacity", async () => {
    const made = sandbox({ seeds: seedsOf(2, 1) });
    await ping(made);
    await made.handle("default").limit(raise);
    expect(tokens(made)).toEqual([1]);
    made.pass(60);
    expect(tokens(made)).toEqual([9]);
    await made.handle("default").limit({ rateLimit: { capacity: 3, refillPerSecond: 1 } });
    expect(tokens(made)).toEqual([3]);
  });
});

test.each<[string, (made: TestSandbox) => unknown]>([
  ["a look at it", ({ worlds }) => viewLimits(worlds.default)],
  ["a change of something else", ({ handle }) => handle("default").faults.set([])],
])("%s leaves a bucket as it is, also while the clock is set back", async (_name, meanwhile) => {
  const made = sandbox({ seeds: seedsOf(2, 0.1) });
  await drain(made);
  made.pass(-3_600);
  await meanwhile(made);
  made.pass(3_600);
  expect(await ping(made)).toEqual({ status: 429, left: 0, next: 10, retryAfter: 10 });
});

test("a frozen clock refills no token, a clock with another start does", async () => {
  const frozen = sandbox({ seeds: seedsOf(1, 1, "  clock: { frozen: true }") });
  await drain(frozen);
  frozen.pass(1e6);
  expect((await ping(frozen)).status).toBe(429);

  const running = sandbox({ seeds: seedsOf(1, 1, '  clock: { now: "2030-01-01T00:00:00Z" }') });
  await drain(running);
  running.pass(1);
  expect((await ping(running)).status).toBe(200);
});

test("the extremes that seeds may name are kept", async () => {
  const slow = sandbox({ seeds: seedsOf(1, 0.000001) });
  expect(await drain(slow)).toBe(1_000_000);
  slow.pass(999_999);
  expect((await ping(slow)).status).toBe(429);
  slow.pass(1);
  expect((await ping(slow)).status).toBe(200);

  const wide = sandbox({ seeds: seedsOf(Number.MAX_SAFE_INTEGER, 1_000_000_000) });
  expect((await ping(wide)).status).toBe(200);
  const [bucket] = viewLimits(wide.worlds.default).buckets;
  expect(bucket?.tokens).toBe(Number.MAX_SAFE_INTEGER - 1);
});
