// The list of facts of src/conform, held by a world at the edge, as by all other ways in which the sandbox is
// run; and every response is as the description says.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { CHECKS } from "../../src/conform/checks.ts";
import { formatOutcome } from "../../src/conform/reports/pretty.ts";
import { type CheckOutcome, runChecks } from "../../src/conform/run.ts";
import { formatOpenApi } from "../../src/contract/openapi/openapi.ts";
import { createDescribedFetch } from "../support/described.ts";
import { KEYS } from "../support/keys.ts";
import { type Edge, startEdge } from "./edge.ts";
import type { Made } from "./made.ts";

setDefaultTimeout(60_000);

describe("a world at the edge", () => {
  const outcomes = new Map<string, CheckOutcome>();
  let edge: Edge;
  let world: Made;

  beforeAll(async () => {
    edge = await startEdge();
    const clock = { now: "2026-10-17T09:00:00Z", frozen: true };
    world = await edge.make({ seeds: { settings: { rateLimit: "off", clock } } });
    const { baseUrl, hostedUrl } = world;
    const target = { baseUrl, hostedUrl, keys: KEYS, fetch: createDescribedFetch(baseUrl) };
    for await (const outcome of runChecks(target, { allowRateLimit: true })) {
      outcomes.set(outcome.check.id, outcome);
    }
  });
  afterAll(() => edge[Symbol.asyncDispose]());

  test.each(CHECKS.map(({ id, title }) => [id, title]))("%s: %s", (id) => {
    const outcome = outcomes.get(id);
    if (outcome?.result === "held") return;
    throw new Error(outcome ? formatOutcome(outcome) : `${id} did not run`);
  });

  test("describes itself with its own address", async () => {
    const { baseUrl, hostedUrl } = world;
    const description = await (await edge.ask(`${hostedUrl}/openapi.yaml`)).text();
    expect(description).toBe(await formatOpenApi("yaml", { baseUrl }));
  });
});
