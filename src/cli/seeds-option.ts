// The `--seeds` flag, and where a command looks for seeds without it.
import * as v from "valibot";
import { kindOf } from "../runtime/files.ts";

// Why: not `seeds`, which in many projects holds the seeds of the database.
export const DEFAULT_SEEDS = "sandbox-seeds";

export const SEEDS_OPTION = {
  value: "DIR",
  schema: () => v.string(),
  help: "seeds directory or file (default: ./sandbox-seeds, or embedded if missing)",
} as const;

/** The seeds that the flag names, else `sandbox-seeds` if it exists; undefined means the embedded ones. */
export async function findSeeds(named: string | undefined): Promise<string | undefined> {
  return named ?? ((await kindOf(DEFAULT_SEEDS)) && DEFAULT_SEEDS);
}
