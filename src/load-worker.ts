// The worker's door: loads seeds on a thread of its own, so that nobody's answer waits for it.
import type { WorkerAnswer } from "./follow-seeds.ts";
import { answerMessage } from "./runtime/worker.ts";
import { type LoadOptions, loadSeeds } from "./seeds/load.ts";

await answerMessage((options: LoadOptions): WorkerAnswer => {
  const { seeds, diagnostics } = loadSeeds(options);
  return { seeds: seeds && JSON.stringify(seeds), diagnostics };
});
