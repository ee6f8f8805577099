// Which checks `conform` runs, and how it lists them.
import type { Check } from "../../../conform/check.ts";
import { formatSection } from "../../../conform/report.ts";
import { kebab } from "../../../conform/target.ts";
import { closestMatch } from "../../../shared/closest-match.ts";
import { formatTable, UsageError } from "../../terminal.ts";
import type { ConformOptions } from "./options.ts";

/** Selects the checks that options ask for, the document's first. Throws `UsageError` on unknown ids. */
export function selectChecks(all: readonly Check[], options: ConformOptions): readonly Check[] {
  const document = all.filter(({ promise }) => promise === "document");
  const choices = all.filter(({ promise }) => promise === "sandbox");
  const groups = options["sandbox-choices"] ? [...document, ...choices] : document;
  if (options.check === undefined) return groups;
  const patterns = options.check.map((pattern) => {
    const matches = matcher(pattern);
    if (!groups.some(matches)) throw noCheck(pattern, groups, choices.some(matches));
    return matches;
  });
  return groups.filter((check) => patterns.some((matches) => matches(check)));
}

/** Formats checks as a table: id, section, fact, and the keys that it needs. */
export function formatList(checks: readonly Check[]): string {
  const rows = checks.map((check) => [
    check.id,
    formatSection(check),
    check.title + check.needs.map((name) => `, --${kebab(name)}-key`).join(""),
  ]);
  return `${formatTable(rows).join("\n")}\n`;
}

function matcher(pattern: string): (check: Check) => boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[^\w-]/g, "\\$&"));
  const expression = new RegExp(`^${parts.join(".*")}$`);
  return ({ id }) => expression.test(id);
}

function noCheck(pattern: string, checks: readonly Check[], isChoice: boolean): UsageError {
  const quoted = JSON.stringify(pattern);
  if (isChoice) {
    return new UsageError(`--check ${quoted} is a choice of the sandbox; add --sandbox-choices`);
  }
  const near = closestMatch(
    pattern,
    checks.map(({ id }) => id),
  );
  const mend = near ? `did you mean ${near}?` : "--list shows them all";
  return new UsageError(`--check must name checks, received ${quoted}; ${mend}`);
}
