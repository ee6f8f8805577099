// The runner of the checks itself: that it can fail, what it skips, and that it keeps keys to itself.
import { describe, expect, test } from "bun:test";
import { formatOutcome, formatSummary } from "../../src/conform/report.ts";
import {
  CHECKS,
  type Outcome,
  type RunOptions,
  runChecks,
  summarize,
} from "../../src/conform/run.ts";
import type { Target } from "../../src/conform/target.ts";

const FULL = "key-that-nobody-may-read";

async function runAgainst(
  answer: () => Response | Promise<Response>,
  options: RunOptions = {},
  keys: Target["keys"] = { full: FULL },
): Promise<Outcome[]> {
  const fetch = async () => answer();
  return Array.fromAsync(runChecks({ baseUrl: "http://api.test", keys, fetch }, options));
}

const only = (...ids: string[]) => ({ checks: CHECKS.filter(({ id }) => ids.includes(id)) });

describe("runChecks", () => {
  test("names each check once", () => {
    const ids = CHECKS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("finds a server that answers everything with an empty list at fault", async () => {
    const outcomes = await runAgainst(() => Response.json([]));
    const { held, failed, broken } = summarize(outcomes);
    expect(failed).toBeGreaterThan(held);
    expect(broken).toBeGreaterThan(0);
    expect(outcomes.length).toBe(CHECKS.length);
  });

  test("tells what it expected and what came", async () => {
    const [outcome] = await runAgainst(
      () => new Response("no", { status: 500 }),
      only("orders-answer"),
    );
    expect(outcome && formatOutcome(outcome)).toBe(
      [
        "failed   orders answers 200 with a JSON array (orders-answer)",
        "         the document promises: §4.3",
        "         expected: 200 to GET /api/v1/integration/orders",
        "         received: 500 no",
      ].join("\n"),
    );
  });

  test("skips what needs a key that it was not given, and the rate limit unless allowed", async () => {
    const outcomes = await runAgainst(() => Response.json([]), only("orders-owned", "429-answers"));
    expect(outcomes).toMatchObject([
      { result: "skipped", reason: "needs the key otherMerchant" },
      { result: "skipped", reason: "needs the key limited" },
    ]);
    const keys = { full: FULL, limited: "limited-key" };
    const [asked] = await runAgainst(() => Response.json([]), only("429-answers"), keys);
    expect(asked).toMatchObject({ reason: "is not allowed to use up a rate limit" });
  });

  test("takes a server that can't be reached for one that fails", async () => {
    const refuse = () => Promise.reject(new Error("connection refused"));
    const outcomes = await runAgainst(refuse, only("ping-answer", "orders-answer"));
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ result: "failed", received: "connection refused" });
    }
    expect(outcomes.length).toBeGreaterThan(0);
  });

  test("repeats no key, whatever the server answers", async () => {
    const outcomes = await runAgainst(() => new Response(`you sent ${FULL}`, { status: 418 }));
    expect(outcomes.map(formatOutcome).join("\n")).not.toContain(FULL);
    expect(formatSummary(summarize(outcomes))).toMatch(/^\d+ held, \d+ failed \(\d+ of them/);
  });
});
