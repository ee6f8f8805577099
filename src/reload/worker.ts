// The worker's door: loads seeds on a thread of its own, and hands them over small.
import { answerMessage } from "../runtime/worker.ts";
import { type LoadOptions, loadSeeds } from "../seeds/load.ts";
import type { WorkerAnswer } from "./load-in-worker.ts";

await answerMessage((options: LoadOptions): WorkerAnswer => {
  const { seeds, diagnostics } = loadSeeds(options);
  return { seeds: seeds && JSON.stringify(seeds), diagnostics };
});
