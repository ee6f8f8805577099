// What the entries of `faults` load to, and which are refused.
import { describe, expect, test } from "bun:test";
import { loadFine, problems, SHOP } from "../load.ts";

const BASE = `${SHOP}keys: [{ key: mst_acme_full, merchant: acme }]\n`;
const withFault = (fault: string) => `faults:\n  - { ${fault} }\n${BASE}`;

describe("a fault loads", () => {
  const load = (fault: string) => {
    const blueprint = loadFine(withFault(fault));
    return { rule: blueprint.faults[0], merchant: blueprint.merchants[0] };
  };

  test("with its defaults: any request, always, for ever", () => {
    expect(load("respond: 503").rule).toEqual({
      endpoint: undefined,
      key: undefined,
      merchant: undefined,
      after: 0,
      times: Number.POSITIVE_INFINITY,
      probability: 1,
      delay: undefined,
      respond: 503,
      drop: undefined,
      off: false,
      origin: "seeds.yaml:2",
    });
  });

  test("with all that it may say", () => {
    const whom = "endpoint: orders, key: mst_acme_full, merchant: acme";
    const when = "after: 2, times: 3, probability: 0.2";
    const { rule, merchant } = load(
      `${whom}, ${when}, delay: { min: 200ms, max: 1s500ms }, drop: midway`,
    );
    expect(rule).toEqual({
      endpoint: "orders",
      key: "mst_acme_full",
      merchant: merchant?.id,
      after: 2,
      times: 3,
      probability: 0.2,
      delay: { min: 200, max: 1_500 },
      respond: undefined,
      drop: "midway",
      off: false,
      origin: "seeds.yaml:2",
    });
  });

  test.each([
    ["delay: 1500ms", { min: 1_500, max: 1_500 }],
    ["delay: 0ms", { min: 0, max: 0 }],
    ["delay: 1d", { min: 86_400_000, max: 86_400_000 }],
    ["delay: { min: 1s, max: 1s }", { min: 1_000, max: 1_000 }],
  ])("with %s", (delay, milliseconds) => {
    expect(load(delay).rule?.delay).toEqual(milliseconds);
  });

  test.each([400, 401, 403, 404, 429, 500, 502, 503, 504] as const)("with status %d", (status) => {
    expect(load(`respond: ${status}`).rule?.respond).toBe(status);
  });

  test.each(["ping", "products", "orders", "checkout-links"] as const)(
    "for the endpoint %s",
    (endpoint) => {
      expect(load(`endpoint: ${endpoint}, drop: before`).rule?.endpoint).toBe(endpoint);
    },
  );

  test("in the order of the list, each with its place", () => {
    const { faults } = loadFine(`faults:\n  - drop: before\n    times: 1\n  - delay: 1s\n${BASE}`);
    expect(faults.map(({ drop, delay, origin }) => ({ drop, delay, origin }))).toEqual([
      { drop: "before", delay: undefined, origin: "seeds.yaml:2" },
      { drop: undefined, delay: { min: 1_000, max: 1_000 }, origin: "seeds.yaml:4" },
    ]);
  });
});

describe("a fault is rejected", () => {
  const STATUSES = "400, 401, 403, 404, 429, 500, 502, 503, 504";
  const ENDPOINTS = "ping, products, orders, checkout-links, any";
  const LENGTH = "a duration like 1h30m (units: ms, s, m, h, d, w)";

  test.each([
    ["respond: 503, drop: before", 27, "a fault can't have both `respond` and `drop`"],
    ["after: 1", 5, "this fault does nothing: add `delay`, `respond` or `drop`"],
    ["delay: 25h", 14, "a delay can't be longer than a day"],
    ["delay: 99999999999999w", 14, "a delay can't be longer than a day"],
    ["delay: { min: 1s, max: 2d }", 14, "a delay can't be longer than a day"],
    ["delay: { min: 2s, max: 1s }", 21, "`min` is more than `max`"],
  ])("if it can't be applied: %s", (fault, column, message) => {
    expect(problems(withFault(fault))).toEqual([
      `seeds.yaml:2:${column} error: ${message} [bad-fault]`,
    ]);
  });

  test.each([
    ["key: mst_acme_ful, respond: 503", 12, "unknown key `mst_acme_ful`"],
    ["merchant: acne, respond: 503", 17, "unknown merchant `acne`"],
  ])("if it names nothing: %s", (fault, column, message) => {
    expect(problems(withFault(fault))).toEqual([
      `seeds.yaml:2:${column} error: ${message} [unknown-reference]`,
    ]);
  });

  test.each([
    ["respond: 418", 16, `\`respond\` must be one of ${STATUSES}, found \`418\``],
    ["respond: 200", 16, `\`respond\` must be one of ${STATUSES}, found \`200\``],
    ['respond: "503"', 16, `\`respond\` must be one of ${STATUSES}, found \`"503"\``],
    ["drop: after", 13, "`drop` must be one of before, midway, found `after`"],
    ["endpoint: order", 17, `\`endpoint\` must be one of ${ENDPOINTS}, found \`order\``],
  ])("if a word is not one of those allowed: %s", (fault, column, message) => {
    expect(problems(withFault(fault))).toEqual([
      `seeds.yaml:2:${column} error: ${message} [bad-value]`,
    ]);
  });

  test.each([
    ["probability: 20%", 20, "`probability` must be a number above 0 and up to 1, found `20%`"],
    [
      "delay: 2",
      14,
      "`delay` must be a duration like 1500ms, or a mapping of min and max, found `2` (a number)",
    ],
  ])("if a value has no effect: %s", (fault, column, message) => {
    expect(problems(withFault(fault))).toEqual([
      `seeds.yaml:2:${column} error: ${message} [wrong-type]`,
    ]);
  });

  test.each([
    ["probability: 0", 20, "`probability` must be a number above 0 and up to 1, found `0`"],
    ["probability: 1.5", 20, "`probability` must be a number above 0 and up to 1, found `1.5`"],
    ["times: 0", 14, "`times` must be a whole number, 1 or more, found `0`"],
    ["times: 1.5", 14, "`times` must be a whole number, 1 or more, found `1.5`"],
    ["after: -1", 14, "`after` must be a whole number, 0 or more, found `-1`"],
    ["delay: 5 minutes", 14, `\`delay\` must be ${LENGTH}, found \`5 minutes\``],
    ["delay: -1s", 14, `\`delay\` must be ${LENGTH}, found \`-1s\``],
  ])("if a value is out of bounds: %s", (fault, column, message) => {
    expect(problems(withFault(fault))).toEqual([
      `seeds.yaml:2:${column} error: ${message} [bad-value]`,
    ]);
  });

  test.each([
    ["delay: { min: 1s }", "14 error: missing field `max` in `delay` [missing-field]"],
    ["delay: { min: 1s, max: 2s, mean: 1s }", "34 error: unknown field `mean` [unknown-field]"],
    ["status: 503", "7 error: unknown field `status` [unknown-field]"],
    ["respond: 503, remove: true", "21 error: unknown field `remove` [unknown-field]"],
  ])("if its fields are not those of a fault: %s", (fault, problem) => {
    expect(problems(withFault(fault))).toEqual([`seeds.yaml:2:${problem}`]);
  });

  test("for all its mistakes at once", () => {
    const fault = "key: mst_acme_ful, merchant: acne, after: -1, respond: 418, drop: never";
    expect(problems(withFault(fault)).map((problem) => problem.split(" ")[0])).toEqual(
      [12, 36, 49, 62, 73].map((column) => `seeds.yaml:2:${column}`),
    );
  });
});
