// The scenario file of a failure, which `serve`, `exec` and the library load.
import { formatYaml } from "../../../seeds/yaml/format.ts";
import { summarizeFailure } from "../../../vary/report.ts";
import { changesOfVariation, describeVariation } from "../../../vary/variation.ts";
import type { Failure } from "../../../vary/vary.ts";

/** Formats a failure as a scenario; `seed` finds it again. */
export async function formatScenario(failure: Failure, seed: number): Promise<string> {
  const head = [
    `# ${summarizeFailure(failure)}`,
    `# Found by vary, variation ${failure.number} of seed ${seed}.`,
    `description: ${JSON.stringify(describeVariation(failure.variation))}`,
  ];
  const sections = changesOfVariation(failure.variation) as Parameters<typeof formatYaml>[0];
  return `${head.join("\n")}\n\n${await formatYaml(sections)}`;
}
