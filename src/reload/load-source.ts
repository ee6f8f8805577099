// Loads the seeds of a start: files at a path, a scenario file, or seeds that were loaded before.
import * as files from "../runtime/files.ts";
import type { Loaded, LoadOptions } from "../seeds/load.ts";
import { areLarge, readSeedFiles, type SeedFiles } from "../seeds/read/files.ts";
import { loadInWorker } from "./load-in-worker.ts";

type SourceOptions = Pick<LoadOptions, "now" | "overrides">;

/** Loads the seeds at a path, or the embedded ones, and a scenario file that lies elsewhere; undefined for neither. */
export async function loadSource(
  seeds: string | Loaded | undefined,
  scenarioFile: string | undefined,
  options: SourceOptions,
) {
  if (typeof seeds === "object") {
    if (scenarioFile === undefined) return { ...seeds, files: [] };
    const message = `The scenario file ${scenarioFile} needs seeds in files. Load it with the others, and pass its name.`;
    throw new TypeError(message);
  }
  if (scenarioFile === undefined) {
    return seeds === undefined ? undefined : loadFiles(await readSeedFiles(seeds, files), options);
  }
  const { readWithScenario } = await import("../seeds/read/scenario-files.ts");
  return loadFiles(await readWithScenario(scenarioFile, seeds, files), options);
}

async function loadFiles(read: SeedFiles, options: SourceOptions) {
  // Why: a worker takes longer to start than a small load.
  const load = areLarge(read.files) ? loadInWorker : loadHere;
  return { ...(await load({ ...options, ...read })), files: read.files };
}

/** Loads files in this thread. */
// Why: the YAML parser takes long to load, and a start on the embedded seeds needs none.
export async function loadHere(options: LoadOptions): Promise<Loaded> {
  return (await import("../seeds/load.ts")).loadSeeds(options);
}
