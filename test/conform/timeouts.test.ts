// What a run does about an endpoint that never answers: it tries three times, and spares the rest the wait.
import { expect, test } from "bun:test";
import { CHECKS } from "../../src/conform/checks.ts";
import { runChecks } from "../../src/conform/run.ts";
import { sandbox } from "../support/sandbox.ts";
import { KEYS, SEEDS } from "./broken/broken.ts";

test("gives up an endpoint only after three timeouts, and no other", async () => {
  let asked = 0;
  const { api } = sandbox({ seeds: SEEDS });
  const fetch = async (url: string, init: RequestInit) => {
    if (init.method !== "POST") return api.fetch(new Request(url, init));
    asked++;
    return never(init);
  };
  const target = { baseUrl: "http://api.test", keys: { full: KEYS.full }, fetch };
  const checks = CHECKS.filter(({ section }) => section !== undefined);
  const outcomes = await Array.fromAsync(runChecks(target, { checks, timeoutMs: 20 }));
  const path = "POST /api/v1/integration/checkout-links";
  const late = outcomes.filter((each) => each.result === "failed");
  expect(late.map(({ expected }) => expected)).toEqual(
    Array(3).fill(`a response to ${path} within 0.02 s`),
  );
  const reason = `${path} timed out 3 times`;
  const given = outcomes.filter((each) => each.result === "skipped" && each.reason === reason);
  expect(given.length).toBeGreaterThan(30);
  expect(asked).toBe(3);
  expect(outcomes.find(({ check }) => check.id === "orders-fields")?.result).toBe("held");
});

/** Answers never, until it is told to give up. */
function never({ signal }: RequestInit): Promise<Response> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
  });
}
