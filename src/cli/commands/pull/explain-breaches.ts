// Where an answer is not what the API's document says, in words for people.
import type { BaseIssue } from "valibot";
import { LIST_LIMIT } from "../../../contract/list.ts";
import { joinPath } from "./flatten.ts";
import type { Quote } from "./quote-untrusted.ts";

const SHOWN = 5;

// Why: by these the schemas say no more than that something is wrong.
const EXPECTED: Readonly<Record<string, string>> = {
  array: "a list",
  max_length: `a list of ${LIST_LIMIT} at most`,
  strict_object: "an object",
  string: "a string",
  number: "a number",
  uuid: "a UUID",
  safe_integer: "a whole number, 9007199254740991 at most",
};

/** Formats the first few issues of an answer, a line each; `name` is what the answer is called. */
export function explainBreaches(
  issues: readonly BaseIssue<unknown>[],
  name: string,
  quote: Quote,
): string {
  const lines = issues.slice(0, SHOWN).map((issue) => {
    const place = (issue.path ?? []).reduce((path, { key }) => joinPath(path, key), name);
    return `${quote(place)} ${explainIssue(issue, quote)}`;
  });
  const more = issues.length > SHOWN ? [`and ${issues.length - SHOWN} more`] : [];
  return [...lines, ...more].map((line) => `  ${line}`).join("\n");
}

function explainIssue({ type, expected, received }: BaseIssue<unknown>, quote: Quote): string {
  if (expected === "never") return "is no field of the document's";
  if (received === "undefined") return "is missing";
  const rule = type === "regex" ? `match ${expected}` : `be ${EXPECTED[type] ?? expected}`;
  return `must ${rule}, received ${quote(received)}`;
}
