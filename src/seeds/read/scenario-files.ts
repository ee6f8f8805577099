// Scenario files that are not in the `scenarios` directory of the seeds that they change.
import { scenarioOf } from "./file-names.ts";
import { type FileReader, readSeedFiles, type SeedFiles } from "./files.ts";

/** Reads seeds, by default the embedded ones, and a scenario file on top of them. */
export async function readWithScenario(
  path: string,
  seeds: string | undefined,
  reader: FileReader,
): Promise<SeedFiles> {
  const base = seeds === undefined ? await readEmbedded() : await readSeedFiles(seeds, reader);
  const { files, diagnostics } = await readSeedFiles(path, reader);
  const own = files.map((file) => ({ ...file, scenario: scenarioOf(file.path) }));
  return addScenarios(base, { files: own, diagnostics });
}

/** Adds scenarios to seeds. Each replaces the scenario of the same name. */
export function addScenarios(seeds: SeedFiles, { files, diagnostics }: SeedFiles): SeedFiles {
  const names = new Set(files.map(({ scenario }) => scenario));
  return {
    files: [...seeds.files.filter(({ scenario }) => !scenario || !names.has(scenario)), ...files],
    diagnostics: [...seeds.diagnostics, ...diagnostics],
  };
}

/** The embedded seeds as files. */
export async function readEmbedded(): Promise<SeedFiles> {
  const { createSeedFiles } = await import("../write/starter.ts");
  return { files: createSeedFiles(), diagnostics: [] };
}
