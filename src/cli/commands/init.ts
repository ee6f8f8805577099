// `init`: writes a seeds directory to start from, or the files for coding agents.
import type { SeedFile } from "../../seeds/diagnostics/diagnostic.ts";
import { join } from "../../seeds/read/file-names.ts";
import { createStarterFiles } from "../../seeds/write/starter.ts";
import { shellWord } from "../../shared/shell.ts";
import { defineCommand } from "../define-command.ts";
import { writeSeeds } from "../seeds-directory.ts";
import { DEFAULT_SEEDS } from "../seeds-option.ts";
import { UsageError } from "../terminal.ts";

export const INIT = defineCommand({
  operands: "[DIR]",
  options: {
    agents: {
      variable: false,
      help: "write AGENTS.md and a skill for coding agents into DIR (default: .), and no seeds",
    },
  },
  notes: [
    "DIR defaults to ./sandbox-seeds, which serve uses by default.",
    "Nothing is overwritten. If DIR already contains seeds, nothing is written.",
    "--agents changes only its own part of AGENTS.md and .claude/skills/merchant-sandbox/SKILL.md.",
    "Exit code: 0 written, 1 nothing written, 2 wrong usage.",
  ],
  async run({ options: { agents }, operands, commands }) {
    const [directory = agents ? "." : DEFAULT_SEEDS] = operands;
    if (directory === "") throw new UsageError("DIR cannot be empty.");
    if (agents) {
      const { writeAgentFiles } = await import("../agent-files.ts");
      const lines = await writeAgentFiles(directory, commands);
      return `${["Files for coding agents", ...lines, ...CONNECT].join("\n")}\n`;
    }
    const files = createStarterFiles();
    const schema = shellWord(join(directory, "seeds.schema.json"));
    const hint = `To update only the JSON Schema: merchant-sandbox schema > ${schema}`;
    await writeSeeds({ path: directory, retry: "merchant-sandbox init DIR", hint }, files);
    return formatReport(directory, files);
  },
});

const CONNECT = [
  "",
  "Add the tools to your agent:  merchant-sandbox mcp",
  "A running sandbox has the settings of each client at http://127.0.0.1:4701/docs/guide/agents.",
];

function formatReport(directory: string, files: readonly SeedFile[]): string {
  const isDefault = directory === DEFAULT_SEEDS;
  return [
    `Wrote ${files.length} files to ${directory}`,
    ...files.map(({ path }) => `  ${path}`),
    "",
    `Serve the seeds:  merchant-sandbox${isDefault ? "" : ` --seeds ${shellWord(directory)}`}`,
    `Validate them:    merchant-sandbox check${isDefault ? "" : ` ${shellWord(directory)}`}`,
    "Editors with yaml-language-server, such as VS Code with the YAML extension, explain each field.",
    "",
  ].join("\n");
}
