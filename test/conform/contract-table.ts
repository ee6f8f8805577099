// Writes the statements of the specification and their checks into docs/conformance.md: `bun test/conform/contract-table.ts`.
import { join } from "node:path";
import { STATEMENTS } from "./statements.ts";

export const PAGE_PATH = join(import.meta.dir, "../../docs/conformance.md");

const BEGIN = "<!-- test/conform/contract-table.ts writes this table -->\n";
const END = "<!-- end of the table -->\n";

/** Formats the statements as a table of Markdown. */
export function formatContractTable(): string {
  const rows = STATEMENTS.map(({ section, says, checks, but }) => {
    const ids = checks.map((id) => `\`${id}\``).join(", ");
    const left = but === undefined ? "" : `${checks.length === 0 ? "none: " : "; not "}${but}`;
    return `| ${section} | ${says} | ${ids}${left} |\n`;
  });
  return `| § | the specification says | held by |\n|---|---|---|\n${rows.join("")}`;
}

/** Puts the table into the text of the page. Throws where its place is missing. */
export function withContractTable(page: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error("the page has no such place");
  return `${before}${BEGIN}\n${formatContractTable()}\n${END}${after}`;
}

if (import.meta.main) {
  await Bun.write(PAGE_PATH, withContractTable(await Bun.file(PAGE_PATH).text()));
}
