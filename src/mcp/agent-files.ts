// The files that tell coding agents in a user's repository how to use the sandbox. They are made of the tables of
// commands, endpoints and tools.
import { ENDPOINTS } from "../contract/endpoints.ts";
import type { ListedCommand } from "../pages/layout/page-env.ts";
import { TOOLS } from "./tools.ts";

/** A file of a repository, with the part of it that is ours. */
interface AgentFile {
  readonly path: string;
  /** What a new file has before that part. */
  readonly head: string;
}

export const AGENT_FILES: readonly AgentFile[] = [
  { path: "AGENTS.md", head: "" },
  {
    path: ".claude/skills/merchant-sandbox/SKILL.md",
    head: [
      "---",
      "name: merchant-sandbox",
      "description: Runs and tests code against the Sandbox Integration API with the local merchant-sandbox. Use it if code calls /api/v1/integration (ping, products, orders, checkout-links), if such a request fails, or if a test needs seeds, worlds, faults or a clock.",
      "---",
      "",
      "",
    ].join("\n"),
  },
];

const BEGIN = "<!-- merchant-sandbox: begin";
const END = "<!-- merchant-sandbox: end -->";
const NOTE =
  "`merchant-sandbox init --agents` writes this part again, and edits in it are lost. -->";

/** Describes the sandbox for agents. */
export function describeForAgents(commands: readonly ListedCommand[]): string {
  return [
    "## merchant-sandbox",
    "",
    "A local mock server for the Sandbox Integration API. Run and test code that calls this API against it. It moves no",
    "money, and its keys are test data.",
    "",
    "- Run tests with `merchant-sandbox exec -- COMMAND`. It starts a sandbox for them, and sets `SANDBOX_BASE_URL`,",
    "  `SANDBOX_API_KEY` and `SANDBOX_CONTROL_URL`. Read these variables in code and tests, and write no address into them.",
    "- After an error, find the reason before you change code. Responses do not have it.",
    "  `merchant-sandbox exec --log-file FILE -- COMMAND` writes it to a file. If the sandbox still runs, use the tool",
    "  `why`, or `merchant-sandbox why ID`.",
    "- Experiment in a world of your own: the tool `worlds`, or `merchant-sandbox world create`. The default world may",
    "  be somebody else's.",
    "- The data is in `sandbox-seeds/`, if that exists. After an edit, run `merchant-sandbox check`.",
    "",
    "| endpoint | scope of the key | what it does |",
    "|---|---|---|",
    ...Object.values(ENDPOINTS).map(
      ({ method, path, scope, summary }) =>
        `| \`${method} ${path}\` | ${scope === undefined ? "any" : `\`${scope}\``} | ${summary} |`,
    ),
    "",
    "Commands (`merchant-sandbox help COMMAND` lists the flags of one):",
    "",
    ...commands.map(({ name, summary }) => `- \`merchant-sandbox ${name}\`: ${summary}`),
    "",
    "Tools of its MCP server, `merchant-sandbox mcp`:",
    "",
    ...TOOLS.map(({ name, title }) => `- \`${name}\`: ${title}`),
    "",
    "The tool `docs` has the guide. A running sandbox lists its pages at http://127.0.0.1:4701/llms.txt.",
  ].join("\n");
}

/** Puts our part into a file: in the place of an earlier one, else at the end. Throws if a marker is missing. */
export function updateFile(text: string | undefined, part: string, head: string): string {
  const marked = `${BEGIN}. ${NOTE}\n\n${part}\n\n${END}`;
  if (text === undefined) return `${head}${marked}\n`;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const written = marked.replaceAll("\n", newline);
  const [before = "", old, ...others] = text.split(BEGIN);
  if (old === undefined && !before.includes(END)) {
    const gap = before === "" ? "" : before.endsWith(newline) ? newline : newline.repeat(2);
    return `${before}${gap}${written}${newline}`;
  }
  const [, after, ...more] = old?.split(END) ?? [];
  if (after === undefined || others.length > 0 || more.length > 0 || before.includes(END)) {
    throw new Error(`it must have "${BEGIN}" and "${END}" once each, or neither`);
  }
  return `${before}${written}${after}`;
}
