// What the YAML parser says of broken text, with the mend that most often helps; and where the slip can
// be told from its line, the slip itself, at its place.
import { FIELD_NAMES } from "../diagnostics/suggestions.ts";
import { describePastedSign, findPastedSign } from "./lookalike-characters.ts";

/** What is wrong with a text, from where to where. */
export interface SyntaxMistake {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly hint: string | undefined;
}

const MENDS: readonly (readonly [RegExp, string])[] = [
  [
    /^bad indentation/,
    "Check the indent and the blank after each colon; quote text that holds `: ` or begins with a sign.",
  ],
  [/^deficient indentation|^unexpected end/, "Is a bracket or a quote before it not closed?"],
  [
    /block mapping entry|key-value separator|after a mapping key|document separator is expected/,
    "Does a field's name lack its colon and blank, as in `name: value`?",
  ],
  [/^unknown escape/, "Write `\\\\` for a backslash, or use single quotes."],
  [/\btag\b/, "Quote a text that begins with `!`."],
];

interface Slip {
  /** Up to the place that is marked. */
  readonly pattern: RegExp;
  readonly message: string;
  readonly hint: string;
}

const FIELD = `(?:${[...FIELD_NAMES].join("|")})`;

const SLIPS: readonly Slip[] = [
  {
    pattern: /^[ -]*\w+: +'(?:[^']|'')*(?='\p{L})/u,
    message: "this single quote ends the text before its end",
    hint: "Double the apostrophe, or use double quotes.",
  },
  {
    pattern: new RegExp(`^[ -]*${FIELD}(?=:[^\\s:])`),
    message: "a blank is missing after this colon",
    hint: "Put a blank after the colon.",
  },
  {
    pattern: new RegExp(`^ *(?=-${FIELD}:(?:\\s|$))`),
    message: "a blank is missing after this dash",
    hint: "Put a blank after the dash.",
  },
];

/** Explains why the parser gave up at a place. */
export function explainSyntax(reason: string, text: string, at: number): SyntaxMistake {
  return findConflict(text) ?? findSlip(text, at) ?? explainReason(reason, text, at);
}

function findConflict(text: string): SyntaxMistake | undefined {
  const marker = /^(?:<{7}|={7}|>{7})(?![<=>]).*/m.exec(text);
  if (marker === null) return undefined;
  const { index: start, 0: line } = marker;
  const message = "a merge conflict is not resolved here";
  const hint = "Keep one of its sides, and remove the lines of <<<<<<<, ======= and >>>>>>>.";
  return { start, end: start + line.trimEnd().length, message, hint };
}

// Why: the parser often comes as far as the line behind the slip.
function findSlip(text: string, at: number): SyntaxMistake | undefined {
  const begin = text.lastIndexOf("\n", at - 1) + 1;
  const before = text.slice(0, begin).trimEnd();
  for (const start of [begin, before.lastIndexOf("\n") + 1]) {
    const [line = ""] = text.slice(start, start + LONGEST_LINE).split("\n", 1);
    const pasted = findPastedSign(line);
    if (pasted) return { ...spanOf(start + pasted.index), ...describePastedSign(pasted.sign) };
    for (const { pattern, message, hint } of SLIPS) {
      const found = pattern.exec(line);
      if (found) return { ...spanOf(start + found[0].length), message, hint };
    }
  }
  return undefined;
}

const LONGEST_LINE = 1_000;

const spanOf = (start: number) => ({ start, end: start + 1 });

function explainReason(reason: string, text: string, at: number): SyntaxMistake {
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at + 1);
  const message = reason
    .replace(/^nesting exceeded maxDepth \((\d+)\)/, "nested more than $1 deep")
    .replace(/(?<=^.{100}).+/s, "…");
  return { start: at, end: at, message, hint: mendLine(reason, line) };
}

function mendLine(reason: string, line: string): string | undefined {
  if (/(?:^|[-:]) *\t|[,{[] *\t\s*.?$/.test(line)) return "Put blanks in place of tabs.";
  if (/^deficient/.test(reason) && /^ *[\]}]/.test(line)) {
    return "Indent this bracket more than its field's name.";
  }
  if (/^bad indentation of a mapping/.test(reason) && /^[ -]*\w+: +[\p{L}\d][^"]*:$/u.test(line)) {
    return "Put the text in quotes, for a colon and a blank begin a value.";
  }
  return MENDS.find(([pattern]) => pattern.test(reason))?.[1];
}
