// The worker's entry point: loads seeds on its own thread and returns them as JSON.
import { runJob } from "../runtime/worker.ts";
import { type LoadOptions, loadSeeds } from "../seeds/load.ts";
import type { WorkerResult } from "./load-in-worker.ts";

await runJob((options: LoadOptions): WorkerResult => {
  const { seeds, diagnostics } = loadSeeds(options);
  return { seeds: seeds && JSON.stringify(seeds), diagnostics };
});
