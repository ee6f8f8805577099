// Scenario files that are not in the `scenarios` directory of the seeds that they change.
import type { SeedFile } from "../diagnostics/diagnostic.ts";
import { SCENARIOS, scenarioOf } from "./file-names.ts";
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

// Why: only scenarios have these fields, and only scenarios are in a directory of this name.
const ONLY_IN_SCENARIOS = /^(?:description|extends)\s*:|[\s{,-]remove:\s*true\b/m;

/** Marks a file that is a scenario by its directory or by its fields. */
export function markScenario(file: SeedFile): SeedFile {
  const directory = file.path.split(/[\\/]+/).at(-2);
  const isScenario = directory === SCENARIOS || ONLY_IN_SCENARIOS.test(file.text);
  return isScenario ? { ...file, scenario: scenarioOf(file.path).replace(/^<(.*)>$/, "$1") } : file;
}
