// Explains a syntax error and how to fix it: the first error of the `yaml` package in our own words, or the actual
// mistake if the line shows it.
import {
  type ErrorCode,
  isCollection,
  isScalar,
  type ParsedNode,
  visit,
  type YAMLError,
} from "yaml";
import {
  type Diagnostic,
  type DiagnosticCode,
  errorAt,
  quote,
  type SeedFile,
} from "../diagnostics/diagnostic.ts";
import { FIELD_NAMES } from "../diagnostics/suggestions.ts";
import { describeLookalike, findLookalike } from "./lookalike-characters.ts";

type Explanation = readonly [message: string, hint: string];
type Found = readonly [start: number, end: number, ...Explanation];

const UNCLOSED: Explanation = ["a bracket or quote is not closed", "Add what closes it."];
const UNEXPECTED: Explanation = [
  "unexpected text here",
  "Put text with brackets, quotes, commas or colons in quotes.",
];
const ALIGN = "Align the fields of an entry, and start each entry with a dash and a space.";
const QUOTE_IT = "Put text that starts with `*` or `&` in quotes.";

/** The mistake and its fix, by the package's codes. */
export const EXPLANATIONS: Readonly<Record<ErrorCode, Explanation>> = {
  ALIAS_PROPS: ["an alias can't have an anchor", QUOTE_IT],
  BAD_ALIAS: ["this anchor or alias has no name", QUOTE_IT],
  BAD_COLLECTION_TYPE: UNEXPECTED,
  BAD_DIRECTIVE: ["unknown YAML directive", "Remove this line."],
  BAD_DQ_ESCAPE: ["unknown escape sequence", "Write `\\\\` for a backslash, or use single quotes."],
  BAD_INDENT: ["this line is not aligned with the lines before it", ALIGN],
  BAD_PROP_ORDER: ["an anchor must come after the dash or colon", "Move the anchor."],
  BAD_SCALAR_START: ["text can't start with this character", "Put the text in quotes."],
  BLOCK_AS_IMPLICIT_KEY: ["a mapping or list can't start here", "Put it on the next line."],
  BLOCK_IN_FLOW: [
    "a comma is missing here, or a bracket is not closed",
    "Add the comma or bracket.",
  ],
  DUPLICATE_KEY: UNEXPECTED,
  IMPOSSIBLE: UNEXPECTED,
  KEY_OVER_1024_CHARS: ["a field's name is longer than 1,024 characters", "Shorten it."],
  MISSING_CHAR: ["a space is missing here", "Add a space."],
  MULTILINE_IMPLICIT_KEY: [
    "this line has no colon followed by a space",
    "Write a field as `name: value`, and put text of several lines in quotes.",
  ],
  MULTIPLE_ANCHORS: ["a value can have only one anchor", "Remove one of the anchors."],
  MULTIPLE_DOCS: [
    "a seed file must be one document, but a second one starts here",
    "Move it to another file, or remove the extra `---` or `...`.",
  ],
  MULTIPLE_TAGS: UNEXPECTED,
  NON_STRING_KEY: [
    "a field's name must be plain text",
    "Put text that starts with `{`, `[`, `?` or `:` in quotes.",
  ],
  RESOURCE_EXHAUSTION: ["nested too deep", "Check for an unclosed bracket before this place."],
  TAB_AS_INDENT: ["tab characters can't be used for indentation", "Use spaces instead of tabs."],
  TAG_RESOLVE_FAILED: ["YAML tags are not supported", "Put text in quotes instead."],
  UNEXPECTED_TOKEN: UNEXPECTED,
};

// Why: some codes of the package are used for several mistakes, which its messages distinguish.
const BY_MESSAGE: readonly (readonly [RegExp, Explanation])[] = [
  [/^Implicit map keys/, EXPLANATIONS.MULTILINE_IMPLICIT_KEY],
  [/^Missing closing|must (?:be sufficiently indented and )?end with/, UNCLOSED],
  [/^Missing space/, ["a space is missing after this colon", "Put a space after the colon."]],
  [/ ending in :/, ["an anchor's name can't end in a colon", "Remove the colon."]],
  [/^Missing ,/, ["a comma is missing here", "Add a comma, or close the bracket before it."]],
  [/^Unexpected ,/, ["this comma has nothing before it", "Remove it."]],
  [/without - indicator|^A block sequence/, EXPLANATIONS.BAD_INDENT],
  [
    /flow-(?:map|seq)-end/,
    ["this bracket was never opened", "Remove it, or put the text in quotes."],
  ],
  [/indicator line/, ["`---` is missing after a directive", "Remove the directive."]],
  [/doc-end/, ["`...` is only for the end of a document", "Remove this line."]],
  [
    /at node end$/,
    ["text after the end of a value", "Put all of it in quotes, or start a new line."],
  ],
  [
    /^Block scalar header|^Not a/,
    ["text must start on the line after `|` or `>`", "Start a new line."],
  ],
  [/^Unexpected block-seq-ind/, ["a list can't start on this line", "Put it on the next line."]],
];

const CODES: Partial<Record<ErrorCode, DiagnosticCode>> = {
  ALIAS_PROPS: "yaml-alias",
  BAD_DIRECTIVE: "yaml-version",
  MULTIPLE_DOCS: "yaml-documents",
  NON_STRING_KEY: "yaml-key",
  TAG_RESOLVE_FAILED: "yaml-tag",
};

const FIELD = `(?:${[...FIELD_NAMES].join("|")})`;

// Mistakes that the line shows: the text before the place, the mistake, and the fix.
const MISTAKES: readonly (readonly [RegExp, ...Explanation])[] = [
  [
    /^[ -]*\w+: +'(?:[^']|'')*(?='\p{L})/u,
    "this single quote ends the text",
    "Double the apostrophe, or use double quotes.",
  ],
  [
    new RegExp(`^[ -]*${FIELD}(?=:[^\\s:])`),
    "a space is missing after this colon",
    "Put a space after the colon.",
  ],
  [
    new RegExp(`^ *(?=-${FIELD}:(?:\\s|$))`),
    "a space is missing after this dash",
    "Put a space after the dash.",
  ],
  [
    /^[ -]*\w+: +(?!- )[^\s"'[{|>&*#][^"#]*?(?=:(?:\s|$))/,
    "a second colon followed by a space on one line",
    "Put the text in quotes, or start a new line for the second field.",
  ],
];

/** Explains the first of the package's errors; undefined if there is none. */
export function explainSyntax(
  file: SeedFile,
  contents: ParsedNode | null,
  errors: readonly YAMLError[],
): Diagnostic | undefined {
  const { text } = file;
  const sorted = errors.toSorted((a, b) => a.pos[0] - b.pos[0]);
  // Why: if something is missing between two entries, the first one is read as a field's name.
  const others = sorted.filter(({ code }) => code !== "NON_STRING_KEY");
  const [first, second] = others.length > 0 ? others : sorted;
  const error = errors.find(({ code }) => code === "RESOURCE_EXHAUSTION") ?? first;
  if (error === undefined) return undefined;
  const mistake =
    findConflict(text) ?? findMistake(text, error.pos[0]) ?? findExtraIndent(text, error, second);
  const [start, end, message, hint] = mistake ?? explain(text, contents, error);
  const code = mistake ? undefined : CODES[error.code];
  return errorAt({ file, start, end }, code ?? "yaml-syntax", message, hint);
}

function findConflict(text: string): Found | undefined {
  const marker = /^(?:<{7}|={7}|>{7})(?![<=>]).*/m.exec(text);
  if (marker === null) return undefined;
  const { index: start, 0: line } = marker;
  const message = "a merge conflict is not resolved here";
  const hint = "Keep one of its sides, and remove the lines of <<<<<<<, ======= and >>>>>>>.";
  return [start, start + line.trimEnd().length, message, hint];
}

const LONGEST_LINE = 1_000;

// Why: the parser often reaches the line after the mistake.
function findMistake(text: string, at: number): Found | undefined {
  const begin = text.lastIndexOf("\n", at - 1) + 1;
  const before = text.slice(0, begin).trimEnd();
  for (const start of [begin, before.lastIndexOf("\n") + 1]) {
    const [line = ""] = text.slice(start, start + LONGEST_LINE).split("\n", 1);
    const lookalike = findLookalike(line);
    if (lookalike) {
      const { message, hint } = describeLookalike(lookalike.character);
      const at = start + lookalike.index;
      return [at, at + 1, message, hint];
    }
    for (const [pattern, ...explanation] of MISTAKES) {
      const found = pattern.exec(line);
      if (!found) continue;
      const at = start + found[0].length;
      return [at, at + 1, ...explanation];
    }
  }
  return undefined;
}

// Why: the parser reads a line that is indented too far as more text of the line before it.
function findExtraIndent(text: string, error: YAMLError, next?: YAMLError): Found | undefined {
  const isField = error.code === "BLOCK_AS_IMPLICIT_KEY" && error.pos[0] === next?.pos[0];
  if (!isField || next.code !== "MULTILINE_IMPLICIT_KEY") return undefined;
  const [, end] = next.pos;
  const [name = ""] = /[^\s].*$/.exec(text.slice(text.lastIndexOf("\n", end) + 1, end)) ?? [];
  return [end - name.length, end, "this line is indented more than the fields before it", ALIGN];
}

function explain(text: string, contents: ParsedNode | null, error: YAMLError): Found {
  const { code, message, pos } = error;
  const special = BY_MESSAGE.find(([says]) => says.test(message))?.[1];
  const opening = special === UNCLOSED ? findOpening(text, contents, pos[0]) : undefined;
  if (opening !== undefined) {
    const open = text.charAt(opening);
    const hint = `Add the closing ${quote(CLOSING[open] ?? open)}.`;
    return [opening, opening + 1, `this ${quote(open)} is not closed`, hint];
  }
  // Why: if something is missing at the end of a file, its last line is shown.
  const from = pos[0] < text.length ? pos[0] : text.trimEnd().length;
  const start = from + (/^ *(?=\S)/.exec(text.slice(from, from + LONGEST_LINE))?.[0].length ?? 0);
  const [marked = ""] = text.slice(start, Math.max(start, pos[1])).split("\n", 1);
  const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start + 1);
  const hasTab = code === "BAD_INDENT" && /^ *\t/.test(before);
  const explanation = special ?? EXPLANATIONS[hasTab ? "TAB_AS_INDENT" : code];
  return [start, start + marked.trimEnd().length, ...explanation];
}

const CLOSING: Readonly<Record<string, string>> = { "[": "]", "{": "}" };

/** Finds the innermost bracket or quote before a place that is not closed. */
function findOpening(text: string, contents: ParsedNode | null, at: number): number | undefined {
  let opening: number | undefined;
  visit(contents, {
    Value(_, node) {
      const [start, end] = node.range ?? [at, at];
      const open = text.charAt(start);
      const mustClose = isScalar(node) ? /^["']/.test(open) : isCollection(node) && node.flow;
      if (!mustClose || start >= at) return;
      if (end === start + 1 || text.charAt(end - 1) !== (CLOSING[open] ?? open)) opening = start;
    },
  });
  return opening;
}
