import { describe, expect, test } from "bun:test";
import { loadFine, NOW, problems } from "../load.ts";

const DAY = 86_400_000;
const KEY = "merchants: [{ slug: acme }]\nkeys:\n  - key: mst_acme_full\n    merchant: acme\n";
const keyOf = (...given: Parameters<typeof loadFine>) =>
  loadFine(...given).keys.get("mst_acme_full");

describe("settings", () => {
  test("that nobody gives have defaults", () => {
    expect(loadFine("").settings).toEqual({
      clock: { now: undefined, frozen: false },
      rateLimit: { capacity: 100, refillPerSecond: 50 },
      rateLimitHeaders: "none",
      listOrder: "newest",
      errorBody: "json",
      unknownQuery: "ignore",
      jsonForm: "compact",
      uuidCase: "lower",
      retryAfter: "seconds",
      transfer: "whole",
      keepAlive: true,
      headerCase: "usual",
      extraScopes: [],
    });
  });

  test("are as the seeds give them", () => {
    const text = `
settings:
  clock: { now: "2026-01-01T00:00:00Z", frozen: true }
  rateLimit: off
  rateLimitHeaders: draft
  listOrder: shuffled
  errorBody: problem
  unknownQuery: reject
  jsonForm: escaped
  uuidCase: upper
  timeDigits: 9
  retryAfter: date
  transfer: chunked
  keepAlive: false
  headerCase: lower
  extraScopes: [reports:read]
`;
    expect(loadFine(text).settings).toEqual({
      clock: { now: Date.parse("2026-01-01T00:00:00Z"), frozen: true },
      rateLimit: "off",
      rateLimitHeaders: "draft",
      listOrder: "shuffled",
      errorBody: "problem",
      unknownQuery: "reject",
      jsonForm: "escaped",
      uuidCase: "upper",
      timeDigits: 9,
      retryAfter: "date",
      transfer: "chunked",
      keepAlive: false,
      headerCase: "lower",
      extraScopes: ["reports:read"],
    });
  });

  test("of several files are merged field by field", () => {
    const { settings } = loadFine({
      "a.yaml": "settings: { listOrder: oldest }",
      "b.yaml": "settings: { errorBody: html }",
      "c.yaml": "settings:",
    });
    expect(settings).toMatchObject({ listOrder: "oldest", errorBody: "html" });
  });

  test("that two files give are reported, with the place of the first", () => {
    const texts = {
      "a.yaml": "settings:\n  errorBody: html\n  listOrder: oldest\n",
      "b.yaml": "settings:\n  listOrder: oldest\n",
    };
    expect(problems(texts)).toEqual([
      "b.yaml:2:3 error: duplicate `listOrder`: already given at a.yaml:3 [duplicate-name]",
    ]);
  });
});

test("a default key that two files name is reported, with the place of the first", () => {
  const texts = {
    "a.yaml": "apiKey: mst_acme_full\nmerchants: [{ slug: acme }]\n",
    "b.yaml": "apiKey: mst_acme_full\nkeys: [{ key: mst_acme_full, merchant: acme }]\n",
  };
  expect(problems(texts)).toEqual([
    "b.yaml:1:1 error: duplicate `apiKey`: already given at a.yaml:1 [duplicate-name]",
  ]);
});

describe("the clock", () => {
  test("may start from a time that counts from the system's", () => {
    const { settings } = loadFine("settings: { clock: { now: now-3d } }");
    expect(settings.clock).toEqual({ now: NOW - 3 * DAY, frozen: false });
  });

  test("is what relative times count from", () => {
    const text = `${KEY}    expiresAt: now+90d\nsettings: { clock: { now: "2020-01-01T00:00:00Z" } }`;
    expect(keyOf(text)?.expiresAt).toBe(Date.parse("2020-03-31T00:00:00Z"));
  });

  test("starts at the command line's time, which overrides the seeds", () => {
    const text = `${KEY}    expiresAt: now+1d\nsettings: { clock: { now: now-3d, frozen: true } }`;
    const blueprint = loadFine(text, { now: 0 });
    expect(blueprint.settings.clock).toEqual({ now: 0, frozen: true });
    expect(blueprint.keys.get("mst_acme_full")?.expiresAt).toBe(DAY);
  });

  test("is frozen by the command line", () => {
    const text = "settings: { clock: { frozen: false } }";
    expect(loadFine(text, { frozen: true }).settings.clock.frozen).toBe(true);
  });

  test("of the seeds must be a time, even if the command line overrides it", () => {
    const texts = "settings:\n  clock: { now: 2026-02-31T00:00:00Z }\n";
    const expected = [
      "seeds.yaml:2:17 error: `now` must be a date and time that exists, found `2026-02-31T00:00:00Z` [bad-time]",
    ];
    expect(problems(texts)).toEqual(expected);
    expect(problems(texts, { now: 0 })).toEqual(expected);
  });
});

describe("the rate limit", () => {
  const text = `${KEY}    rateLimit: { capacity: 5, refillPerSecond: 1 }\nsettings: { rateLimit: { capacity: 7, refillPerSecond: 2 } }`;

  test("is a key's own if it has one", () => {
    expect(keyOf(text)?.rateLimit).toEqual({ capacity: 5, refillPerSecond: 1 });
  });

  test("of the command line is for every key", () => {
    const blueprint = loadFine(text, { rateLimit: { capacity: 1, refillPerSecond: 9 } });
    expect(blueprint.settings.rateLimit).toEqual({ capacity: 1, refillPerSecond: 9 });
    expect(blueprint.keys.get("mst_acme_full")?.rateLimit).toBeUndefined();
  });

  test("is off for every key by the command line", () => {
    const blueprint = loadFine(text, { rateLimit: "off" });
    expect(blueprint.settings.rateLimit).toBe("off");
    expect(blueprint.keys.get("mst_acme_full")?.rateLimit).toBeUndefined();
  });

  test("is neither of unnatural size", () => {
    const limit = (capacity: string, refill: string) =>
      problems(`settings: { rateLimit: { capacity: ${capacity}, refillPerSecond: ${refill} } }`);
    expect(limit("1", "0.000001")).toEqual([]);
    expect(limit("9007199254740991", "1000000000")).toEqual([]);
    expect(limit("1.5", "1")).toHaveLength(1);
    expect(limit("1", "1e10")).toHaveLength(1);
    expect(limit("-1", "-1")).toHaveLength(2);
    expect(limit(".inf", ".nan")).toHaveLength(2);
  });
});
