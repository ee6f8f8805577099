// `vary` in a test: runs it in worlds that respond differently from the default, as the API's specification allows.
import * as v from "valibot";
import type { WorldHandle } from "../client/world-handle.ts";
import { type Base, baseOf, type SeedChanges } from "../vary/dimension.ts";
import { type DimensionOptions, selectDimensions } from "../vary/dimensions.ts";
import { describeVariationFailure, summarizeFailure } from "../vary/report.ts";
import {
  changesOfVariation,
  describeVariation,
  type Variation,
  variationsOf,
} from "../vary/variation.ts";
import { type Attempt, type Failure, isSteady, runVariations } from "../vary/vary.ts";
import { InvalidChangeError } from "../world/invalid-change.ts";
import { parseInput } from "../world/parse-input.ts";
import { withWorld } from "./fixtures.ts";
import { createSandbox, type RunningSandbox, type Sandbox, startSandbox } from "./library.ts";

export interface VaryTestOptions extends DimensionOptions {
  /** A seeds directory or one file. Default: the embedded seeds. */
  readonly seeds?: string | undefined;
  /** How many variations to run. Default: 100. */
  readonly runs?: number | undefined;
  /** Makes the same variations again. Default: random. */
  readonly seed?: number | undefined;
  /** How many run at the same time. Default: 1. */
  readonly jobs?: number | undefined;
  /** Whether the first failure ends it. */
  readonly bail?: boolean | undefined;
}

const COUNT = "a whole number, 1 or more";
const count = v.optional(v.pipe(v.number(COUNT), v.integer(COUNT), v.minValue(1, COUNT)));

const OptionsSchema = v.strictObject({
  seeds: v.optional(v.unknown()),
  // Why: a test that runs in no variation would pass.
  runs: count,
  jobs: count,
  seed: v.optional(v.unknown()),
  bail: v.optional(v.unknown()),
  only: v.optional(v.unknown()),
  without: v.optional(v.unknown()),
  delayScale: v.optional(v.unknown()),
} satisfies Record<keyof VaryTestOptions, v.GenericSchema>);

/** One variation of the seeds. */
export interface WorldVariation {
  /** Says in one line what is different. */
  readonly description: string;
  /** The sections of the specification that allow it. */
  readonly sections: readonly string[];
  /** What to give to `sandbox.world({ seeds })`. */
  readonly seeds: SeedChanges;
}

/** The smallest variation in which a test fails. */
export interface FailingVariation extends WorldVariation {
  /** What the client relies on, in one sentence. */
  readonly reliance: string;
  /** Whether the test failed each time that it was run again. */
  readonly steady: boolean;
  /** What the test threw. */
  readonly output: string;
}

/** A test that fails in a variation. The message says what the client relies on; `failures` has each. */
export class VariationError extends Error {
  override readonly name = "VariationError";
  readonly failures: readonly FailingVariation[];

  constructor(message: string, failures: readonly FailingVariation[]) {
    super(message);
    this.failures = failures;
  }
}

/**
 * Runs a test in an ordinary world, and then in one world for each variation.
 * Rejects with what the test throws in the ordinary world, with a `VariationError` if it fails in a variation, and with
 * `InvalidInputError` for an unknown or invalid option.
 *
 * @example
 * await vary(async (world) => {
 *   const orders = await listOrders(world.baseUrl, world.apiKey);
 *   assert(orders.every(({ amountMinor }) => BigInt(amountMinor) >= 0n));
 * });
 */
export async function vary(
  test: (world: WorldHandle) => unknown,
  options: VaryTestOptions = {},
): Promise<void> {
  parseInput("argument", OptionsSchema, options);
  const { seeds, runs, seed, jobs, bail } = options;
  const dimensions = selectDimensions(options);
  const sandbox = await startSandbox({ port: 0, seeds });
  try {
    await withWorld(sandbox, {}, test);
    const run = (variation: Variation) => attempt(test, sandbox, variation);
    const base = findBase(sandbox.sandbox);
    const varied = await runVariations({ dimensions, base, run, runs, seed, jobs, bail });
    const { failures, chosen } = varied;
    if (failures.length === 0) return;
    const lines = failures.flatMap((failure) => describeVariationFailure(failure, chosen));
    const message = [...lines, `seed ${varied.seed}`].join("\n");
    throw new VariationError(message, failures.map(describeFailing));
  } finally {
    await sandbox.close(0);
  }
}

/** Makes variations one after the other; the same seed makes the same ones. */
export async function* variations({
  runs = 100,
  seed,
  ...options
}: Omit<VaryTestOptions, "jobs" | "bail" | "seeds"> = {}): AsyncGenerator<WorldVariation> {
  parseInput("argument", OptionsSchema, { runs, ...options });
  const { sample } = await import("fast-check");
  const all = variationsOf(selectDimensions(options), findBase(createSandbox()));
  for (const variation of sample(all, { numRuns: runs, ...(seed !== undefined && { seed }) })) {
    yield describeWorld(variation);
  }
}

function describeWorld(variation: Variation): WorldVariation {
  return {
    description: describeVariation(variation),
    sections: variation.map(({ dimension }) => dimension.section),
    seeds: changesOfVariation(variation),
  };
}

function describeFailing(failure: Failure): FailingVariation {
  const { variation, attempt } = failure;
  return {
    ...describeWorld(variation),
    reliance: summarizeFailure(failure),
    steady: isSteady(failure),
    output: attempt.output,
  };
}

function findBase({ worlds }: Pick<Sandbox, "worlds">): Base {
  const key = worlds.default.advertisedKey();
  if (key === undefined) throw new Error("The seeds have no key to vary the responses to.");
  return baseOf(worlds.default.state, key);
}

async function attempt(
  test: (world: WorldHandle) => unknown,
  sandbox: RunningSandbox,
  variation: Variation,
): Promise<Attempt | undefined> {
  let output: string | undefined;
  const seeds = changesOfVariation(variation);
  const requests = await withWorld(sandbox, { seeds }, async (world) => {
    try {
      await test(world);
    } catch (error) {
      output = error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
  }).catch((error) => {
    // Why: differences may contradict each other, such as an order of a product that another one removes.
    if (error instanceof InvalidChangeError) return undefined;
    throw error;
  });
  return requests && { passed: output === undefined, requests, output: output ?? "" };
}
