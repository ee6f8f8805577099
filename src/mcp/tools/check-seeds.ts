// Checks seed files.
import * as v from "valibot";
import { optional } from "../../model/fields.ts";
import { formatDiagnostics, isError } from "../../seeds/diagnostics/diagnostic.ts";
import { loadSeeds } from "../../seeds/load.ts";
import type { SeedFiles } from "../../seeds/read/files.ts";
import { addScenarios, markScenario, readEmbedded } from "../../seeds/read/scenario-files.ts";
import { systemTime } from "../../world/clock.ts";
import { defineTool } from "../tool.ts";

const MOST = 10;
// Why: others wait while a server checks a text, which takes a quarter of a second for this many.
const MOST_TEXT = 200_000;
const MOST_TEXT_HELP =
  "at most 200,000 characters; check longer files with `merchant-sandbox check`";

export const CHECK_SEEDS_TOOL = defineTool({
  name: "check_seeds",
  title: "Check seeds and scenarios",
  description:
    "Checks seeds and scenarios (YAML) without serving them. Returns each mistake with its line and a fix.",
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: v.strictObject({
    yaml: optional(
      v.pipe(v.string(), v.maxLength(MOST_TEXT, MOST_TEXT_HELP)),
      "The text of a seed file or a scenario.",
    ),
    path: optional(v.string(), "A directory or file below the working directory. Only over stdio."),
  }),
  async run({ yaml, path }, { readSeeds = readText }) {
    if ((yaml === undefined) === (path === undefined)) {
      throw new Error("Send either `yaml` or `path`.");
    }
    const sets = await readSeeds(yaml === undefined ? { path: path ?? "" } : { text: yaml });
    const checked = sets.map((set) => loadSeeds({ ...set, now: systemTime() }));
    const found = checked.flatMap(({ diagnostics }) => diagnostics);
    if (found.length === 0) return "No mistakes.";
    const next = found.some(isError) ? "next: fix the errors, and check again." : "No errors.";
    return `${formatDiagnostics(found, MOST)}\n${next}`;
  },
});

/** Reads text only: a server must not read files for its callers. */
async function readText(seeds: { path: string } | { text: string }): Promise<SeedFiles[]> {
  if ("path" in seeds) {
    throw new Error(
      "`path` works only with `merchant-sandbox mcp`, on your machine. Send the text of the file as `yaml`.",
    );
  }
  const own = { files: [markScenario({ path: "seeds.yaml", text: seeds.text })], diagnostics: [] };
  if (own.files.some(({ scenario }) => scenario === undefined)) return [own];
  return [addScenarios(await readEmbedded(), own)];
}
