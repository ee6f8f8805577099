// Where a command looks for seeds that nobody names.
import { kindOf } from "../runtime/files.ts";

// Why: never `seeds`, which in other people's projects is their database's.
export const DEFAULT_SEEDS = "sandbox-seeds";

/** The seeds that are named, else those in `sandbox-seeds`; undefined means the embedded ones. */
export async function findSeeds(named: string | undefined): Promise<string | undefined> {
  return named ?? ((await kindOf(DEFAULT_SEEDS)) && DEFAULT_SEEDS);
}
