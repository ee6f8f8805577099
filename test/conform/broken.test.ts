// Proves that the checks can fail: against servers with one mistake each, exactly those fail that are meant
// to, and no check of the specification is left that fails nowhere.
import { describe, expect, test } from "bun:test";
import type { Check } from "../../src/conform/check.ts";
import { CHECKS } from "../../src/conform/checks.ts";
import { runChecks } from "../../src/conform/run.ts";
import { sandbox } from "../support/sandbox.ts";
import { BROKEN_BODIES } from "./broken/bodies.ts";
import { type Broken, KEYS, SEEDS } from "./broken/broken.ts";
import { OTHER_CHOICES } from "./broken/choices.ts";
import { BROKEN_ACCESS } from "./broken/keys.ts";
import { BROKEN_LINKS } from "./broken/links.ts";
import { BROKEN_READS } from "./broken/reading.ts";

const BROKEN = [...BROKEN_READS, ...BROKEN_LINKS, ...BROKEN_BODIES, ...BROKEN_ACCESS];

const DOCUMENT = CHECKS.filter(({ section }) => section !== undefined);
const CHOICES = CHECKS.filter(({ section }) => section === undefined);

/** The ids that failed so far, on whichever server. */
const caught = new Set<string>();

test("a server without a mistake fails no check, and none is skipped", async () => {
  const sound: Broken = { name: "", fails: [], server: () => (request, real) => real(request) };
  expect(await run(sound, CHECKS)).toEqual({ failed: [], skipped: [] });
});

describe("a server that", () => {
  test.each(BROKEN.map((broken) => [broken.name, broken]))("%s", async (_name, broken) => {
    const { failed } = await run(broken, CHECKS);
    const ofDocument = failed.filter((id) => DOCUMENT.some((check) => check.id === id));
    expect(ofDocument).toEqual(expand(broken.fails, DOCUMENT));
  });

  test.each(OTHER_CHOICES.map((other) => [other.name, other]))(
    "%s: breaks no promise of the specification",
    async (_name, other) => {
      const { failed } = await run(other, CHECKS);
      expect(failed).toEqual(expand(other.fails, CHOICES));
    },
  );
});

test("each check fails on one of them", () => {
  expect(CHECKS.filter(({ id }) => !caught.has(id)).map(({ id }) => id)).toEqual([]);
});

async function run(broken: Broken, checks: readonly Check[]) {
  const { api, pass } = sandbox({ seeds: SEEDS });
  const server = broken.server();
  const target = {
    baseUrl: "http://api.test",
    keys: KEYS,
    fetch: (url: string, init: RequestInit) =>
      server(new Request(url, init), async (request) => api.fetch(request)),
  };
  const sleep = async (ms: number) => pass(ms / 1_000);
  const outcomes = await Array.fromAsync(
    runChecks(target, { checks, allowRateLimit: true, sleep }),
  );
  const idsOf = (result: string) =>
    outcomes.filter((outcome) => outcome.result === result).map(({ check }) => check.id);
  const failed = idsOf("failed");
  for (const id of failed) caught.add(id);
  return { failed, skipped: idsOf("skipped") };
}

/** Lists the ids that patterns name, in the order of the checks. Throws where a pattern names none. */
function expand(patterns: readonly string[], checks: readonly Check[]): string[] {
  const expressions = patterns.map((pattern) => new RegExp(`^${pattern.replaceAll("*", ".*")}$`));
  for (const expression of expressions) {
    if (!checks.some(({ id }) => expression.test(id))) throw new Error(`no check is ${expression}`);
  }
  return checks.map(({ id }) => id).filter((id) => expressions.some((each) => each.test(id)));
}
