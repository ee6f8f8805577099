// Loads seeds in a worker: nobody's answer waits for it, and what loading takes goes with the worker.
import { runInWorker, workerBeside } from "../runtime/worker.ts";
import type { Diagnostic } from "../seeds/diagnostics/diagnostic.ts";
import type { Loaded, LoadOptions } from "../seeds/load.ts";

// Runtime: what is built is in one folder, with its entry points by their paths in src/.
const NAME = import.meta.url.endsWith("load-in-worker.ts") ? "worker" : "reload/worker";

/** What the worker answers. */
export interface WorkerAnswer {
  /** The seeds as JSON, which arrives sooner than a structured clone of as many objects. */
  readonly seeds: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Loads seed files in a worker. */
export async function loadAside(options: LoadOptions): Promise<Loaded> {
  const worker = workerBeside(import.meta.url, NAME);
  const { seeds, diagnostics } = await runInWorker<WorkerAnswer>(worker, options);
  return { seeds: seeds && JSON.parse(seeds), diagnostics };
}
