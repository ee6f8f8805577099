// Loads seeds in a worker, so that no response waits, and the memory is freed with the worker.
import { runInWorker, workerBeside } from "../runtime/worker.ts";
import type { Diagnostic } from "../seeds/diagnostics/diagnostic.ts";
import type { Loaded, LoadOptions } from "../seeds/load.ts";

// Runtime: builds have all files in one folder, with the entry points at their paths in src/.
const NAME = import.meta.url.endsWith("load-in-worker.ts") ? "worker" : "reload/worker";

/** What the worker returns. */
export interface WorkerResult {
  /** The seeds as JSON, which is faster than a structured clone of so many objects. */
  readonly seeds: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Loads seed files in a worker. */
export async function loadInWorker(options: LoadOptions): Promise<Loaded> {
  const worker = workerBeside(import.meta.url, NAME);
  const { seeds, diagnostics } = await runInWorker<WorkerResult>(worker, options);
  return { seeds: seeds && JSON.parse(seeds), diagnostics };
}
