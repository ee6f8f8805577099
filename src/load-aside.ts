// Loads seeds in a worker: nobody's answer waits for it, and what loading takes goes with the worker.
import { giveBack } from "./runtime/give-back.ts";
import { runInWorker, workerBeside } from "./runtime/worker.ts";
import type { Diagnostic, SeedFile } from "./seeds/diagnostic.ts";
import type { Loaded, LoadOptions } from "./seeds/load.ts";

/** What the worker answers. */
export interface WorkerAnswer {
  /** The seeds as JSON, which arrives sooner than a structured clone of as many objects. */
  readonly seeds: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** From how many characters on seeds are large. */
const LARGE = 1_000_000;
// Why: by then the texts are done with, too.
const GIVE_BACK_MS = 1_000;

/** Tells whether files are so large that loading them takes more memory than one would keep. */
export function areLarge(files: readonly SeedFile[]): boolean {
  return files.reduce((sum, { text }) => sum + text.length, 0) > LARGE;
}

/** Loads seed files in a worker. */
export async function loadAside(options: LoadOptions): Promise<Loaded> {
  const worker = workerBeside(import.meta.url, "load-worker");
  const { seeds, diagnostics } = await runInWorker<WorkerAnswer>(worker, options);
  if (areLarge(options.files)) setTimeout(giveBack, GIVE_BACK_MS);
  return { seeds: seeds && JSON.parse(seeds), diagnostics };
}
