// Runs a client in many variations, and shrinks each that makes it fail to the smallest that still does.
import fc from "fast-check";
import type { JournalEntry } from "../world/journal/entry.ts";
import type { Base, Dimension } from "./dimension.ts";
import { type Variation, variationsOf } from "./variation.ts";

/** A request of the client, as the report needs it. */
export type ClientRequest = Pick<JournalEntry, "id" | "method" | "path" | "endpoint" | "status">;

/** How one run of the client went. */
export interface Attempt {
  readonly passed: boolean;
  /** The requests that it sent. */
  readonly requests: readonly ClientRequest[];
  /** Its output, or the error that it threw. */
  readonly output: string;
}

/** Runs the client in a variation. Undefined if its changes cannot be combined. */
export type RunClient = (variation: Variation) => Promise<Attempt | undefined>;

export interface VaryOptions {
  readonly dimensions: readonly Dimension[];
  readonly base: Base;
  readonly run: RunClient;
  /** How many variations to run. Default: 100. */
  readonly runs?: number | undefined;
  /** Makes the same variations again. Default: random. */
  readonly seed?: number | undefined;
  /** How many run at the same time. Default: 1. */
  readonly jobs?: number | undefined;
  /** Whether the first failure ends it. */
  readonly bail?: boolean | undefined;
  /** Ends it early. The failures so far are still reported. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each run of the client. */
  readonly onRun?: ((done: number) => void) | undefined;
}

export interface Failure {
  /** Shrunk, unless it was ended early. */
  readonly variation: Variation;
  readonly attempt: Attempt;
  /** Which of the variations it was found in, counted from 1. */
  readonly number: number;
  /** How many runs it took to shrink it. */
  readonly shrunkIn: number;
  /** How often the client failed when it was run again in the same variation; undefined if it was ended early. */
  readonly failedAgain: number | undefined;
  /** Finds it again, together with the seed. */
  readonly path: string;
}

export interface Varied {
  readonly seed: number;
  readonly failures: readonly Failure[];
  /** Every run of the client. */
  readonly runs: readonly { readonly variation: Variation; readonly attempt: Attempt }[];
  /** How many variations were chosen, and how many could not be made. */
  readonly chosen: number;
  readonly impossible: number;
}

/** How often a shrunk variation is run again, to see whether it always fails. */
export const CONFIRMATIONS = 3;

/** Whether a failure is one of the client, not of chance, as far as that is known. */
export const isSteady = ({ failedAgain = CONFIRMATIONS }: Failure) => failedAgain === CONFIRMATIONS;

export async function runVariations(options: VaryOptions): Promise<Varied> {
  const { dimensions, base, bail = false, signal, onRun } = options;
  const { runs: chosen = 100, seed = randomSeed(), jobs = 1 } = options;
  const arbitrary = variationsOf(dimensions, base);
  const variations = fc.sample(arbitrary, { seed, numRuns: chosen });
  const runs: { variation: Variation; attempt: Attempt }[] = [];
  const failed = new Map<number, Attempt>();
  let impossible = 0;
  let next = 0;

  await Promise.all(Array.from({ length: jobs }, work));
  const failures: Failure[] = [];
  for (const [index, attempt] of [...failed].sort(([a], [b]) => a - b)) {
    const variation = variations[index] ?? [];
    if (failures.some((known) => isExplained(variation, known))) continue;
    failures.push(await shrink(index, variation, attempt));
    if (bail) break;
  }
  return { seed, failures, runs, chosen, impossible };

  async function work(): Promise<void> {
    while (next < variations.length && !signal?.aborted && !(bail && failed.size > 0)) {
      const index = next++;
      const variation = variations[index] ?? [];
      const attempt = await run(variation);
      if (attempt === undefined) impossible++;
      else if (!attempt.passed) failed.set(index, attempt);
    }
  }

  async function run(variation: Variation): Promise<Attempt | undefined> {
    const attempt = await options.run(variation);
    // Why: a run that was cut off says nothing about the client.
    if (attempt === undefined || signal?.aborted) return undefined;
    runs.push({ variation, attempt });
    onRun?.(runs.length);
    return attempt;
  }

  async function shrink(index: number, found: Variation, met: Attempt): Promise<Failure> {
    let attempt = met;
    let shrunkIn = 0;
    const property = fc.asyncProperty(arbitrary, async (variation) => {
      if (signal?.aborted) return true;
      shrunkIn++;
      const again = await run(variation);
      if (again && !again.passed) attempt = again;
      return again?.passed ?? true;
    });
    const path = String(index);
    const { counterexample, counterexamplePath } = await fc.check(property, {
      seed,
      path,
      numRuns: 1,
    });
    const variation = counterexample?.[0] ?? found;
    let failedAgain = 0;
    for (let n = 0; n < CONFIRMATIONS && !signal?.aborted; n++) {
      const again = await run(variation);
      if (again && !again.passed) failedAgain++;
    }
    return {
      variation,
      attempt,
      number: index + 1,
      shrunkIn,
      failedAgain: signal?.aborted ? undefined : failedAgain,
      path: counterexamplePath ?? path,
    };
  }
}

/** Whether a variation has all that makes the client fail in a known way. */
// Why: most of a hundred failures have the same cause, and to shrink each would take as many runs again.
function isExplained(variation: Variation, { variation: known }: Failure): boolean {
  return known.every((difference) =>
    variation.some(({ dimension }) => dimension.name === difference.dimension.name),
  );
}

function randomSeed(): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return random >>> 1;
}
