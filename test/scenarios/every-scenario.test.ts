// What all embedded scenarios have in common: a comment for people, a sentence for lists, a world that
// stands apart.
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ALL, embedded, FINE } from "./embedded.ts";

const DIRECTORY = join(import.meta.dir, "../../seeds/scenarios");

const NAMES = [
  "empty-catalog",
  "expired-key",
  "flaky",
  "frozen-clock",
  "gateway-errors",
  "huge-amounts",
  "missing-scope",
  "more-than-fifty-orders",
  "rate-limited",
  "refunds",
  "revoked-key",
  "sandbox-closed",
  "shuffled-lists",
  "slow",
  "unpublished-product",
];

test("the scenarios are these, one a file", () => {
  expect(embedded().scenarios.map(({ name }) => name)).toEqual(NAMES);
  expect(readdirSync(DIRECTORY).toSorted()).toEqual(NAMES.map((name) => `${name}.yaml`));
});

describe.each(NAMES)("%s", (name) => {
  test("begins with what it tests and what a client should do", () => {
    const text = readFileSync(join(DIRECTORY, `${name}.yaml`), "utf8");
    const [comment = "", head] = text.split("\n\n");
    expect(comment).toMatch(/^# (?:Tests|For) .+(?:\n# .+){2,6}$/);
    expect(comment).toContain("\n# A client should ");
    expect(head).toStartWith("description: ");
  });

  test("has a sentence for lists of scenarios", () => {
    const scenario = embedded().scenarios.find((one) => one.name === name);
    expect(scenario?.description).toMatch(/^[A-Z].{20,90}\.$/);
  });

  test("changes nothing of the default world", async () => {
    const { call, worlds } = embedded();
    const ask = () => Promise.all(ALL.map((target) => call("default", target)));
    const before = await ask();
    expect(before.map(({ status }) => status)).toEqual(FINE);
    for (const target of ALL) {
      const response = call(name, target);
      worlds.find(name)?.faults.release();
      await response;
    }
    expect(await ask()).toEqual(before);
  });

  test("advertises the key that the base does, whatever it does to it", () => {
    expect(embedded().worlds.find(name)?.advertisedKey()?.key).toBe("mst_acme_full");
  });
});
