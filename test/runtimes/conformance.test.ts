// The list of facts of src/conform, held by every way in which the sandbox is run; and every response on the
// way is as the description has it.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { CHECKS } from "../../src/conform/checks.ts";
import { formatOutcome } from "../../src/conform/reports/pretty.ts";
import { type CheckOutcome, runChecks } from "../../src/conform/run.ts";
import { formatOpenApi } from "../../src/contract/openapi/openapi.ts";
import { createDescribedFetch } from "../support/described.ts";
import { KEYS } from "../support/keys.ts";
import { copySeeds, RUNTIMES, type Spawned, spawnSandbox } from "../support/spawn-sandbox.ts";

const FLAGS = ["--log", "json", "--now", "2026-10-17T09:00:00Z", "--freeze"];

/** What the log of each runtime says, sorted, as some checks ask for two things at once. */
const logs = new Map<string, string[]>();

describe.each(Object.entries(RUNTIMES))("the sandbox under %s", (name, command) => {
  const outcomes = new Map<string, CheckOutcome>();
  let seeds: string;
  let spawned: Spawned;
  let description: string;
  let stopped: { exitCode: number; stderr: string };

  beforeAll(async () => {
    seeds = await copySeeds("settings:\n  rateLimit: off\n");
    spawned = await spawnSandbox(command, [...FLAGS, "--seeds", seeds]);
    const { baseUrl, hostedUrl } = spawned.ready;
    const target = { baseUrl, hostedUrl, keys: KEYS, fetch: createDescribedFetch(baseUrl) };
    for await (const outcome of runChecks(target, { allowRateLimit: true })) {
      outcomes.set(outcome.check.id, outcome);
    }
    description = await (await fetch(`${hostedUrl}/openapi.yaml`)).text();
    stopped = await spawned.stop("SIGINT");
  }, 60_000);

  afterAll(() => rm(seeds, { recursive: true, force: true }));

  test.each(CHECKS.map(({ id, title }) => [id, title]))("%s: %s", (id) => {
    const outcome = outcomes.get(id);
    if (outcome?.result === "held") return;
    throw new Error(outcome ? formatOutcome(outcome) : `${id} did not run`);
  });

  test("advertises the first full key and the control address", () => {
    const { apiKey, controlUrl, hostedUrl } = spawned.ready;
    expect({ apiKey, controlUrl }).toEqual({
      apiKey: KEYS.full,
      controlUrl: `${hostedUrl}/_sandbox`,
    });
  });

  test("describes itself with its own address", async () => {
    const { baseUrl } = spawned.ready;
    expect(description).toBe(await formatOpenApi("yaml", { baseUrl }));
  });

  test("stops on SIGINT with code 0", () => {
    expect(stopped.exitCode).toBe(0);
  });

  test("logs a line of JSON for each request, and nothing else", () => {
    const lines = stopped.stderr.trimEnd().split("\n");
    expect(lines.length).toBeGreaterThan(CHECKS.length);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ event: "request" });
    const reasons = lines.map((line) => reasonIn(line.replaceAll(seeds, "seeds")));
    logs.set(name, reasons.toSorted());
  });
});

test("the log gives the same statuses, reasons and hints under each runtime", () => {
  const [first, ...others] = [...logs.values()];
  expect(others.length).toBe(Object.keys(RUNTIMES).length - 1);
  expect(new Set(first).size).toBeGreaterThan(50);
  for (const other of others) expect(other).toEqual(first ?? []);
});

/** What a line of the log says, without what the checks make up each time: ids and unknown keys. */
function reasonIn(line: string): string {
  const { method, path, status, key, why, hints } = JSON.parse(line);
  const text = JSON.stringify({ method, path, status, key, why, hints });
  return text
    .replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "<uuid>")
    .replace(/unkn….{2}/g, "<unknown key>");
}
