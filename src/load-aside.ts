// Loads seeds in a worker: nobody's answer waits for it, and what loading takes goes with the worker.
import { giveBack } from "./runtime/give-back.ts";
import { runInWorker, workerBeside } from "./runtime/worker.ts";
import type { Diagnostic } from "./seeds/diagnostic.ts";
import { areLarge } from "./seeds/files.ts";
import type { Loaded, LoadOptions } from "./seeds/load.ts";

/** What the worker answers. */
export interface WorkerAnswer {
  /** The seeds as JSON, which arrives sooner than a structured clone of as many objects. */
  readonly seeds: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Loads seed files in a worker. */
export async function loadAside(options: LoadOptions): Promise<Loaded> {
  const worker = workerBeside(import.meta.url, "load-worker");
  const { seeds, diagnostics } = await runInWorker<WorkerAnswer>(worker, options);
  if (areLarge(options.files)) giveBack();
  return { seeds: seeds && JSON.parse(seeds), diagnostics };
}
