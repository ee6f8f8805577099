// YAML text → the parser's events, or the first thing that keeps it from being read.
import { type Event, parseEvents, YAMLException } from "js-yaml";
import { type Diagnostic, errorAt, type SeedFile } from "../diagnostics/diagnostic.ts";
import { explainSyntax } from "./syntax-errors.ts";
import { findMisread } from "./yaml-pitfalls.ts";

/** The events of a text; none where there is a problem. */
export interface Reading {
  readonly events: readonly Event[];
  readonly problem: Diagnostic | undefined;
}

const MAX_DEPTH = 64;

// Why: what the parser makes of a text is many times as large; so many take it seconds.
const MAX_SIGNS = 4_000_000;
const SIGNS = ["\n", ",", ":", "[", "{", "- ", "? "];

/** Reads the events of a file. */
export function readEvents(file: SeedFile): Reading {
  const unfit = findOddSign(file) ?? findExcess(file);
  if (unfit) return { events: [], problem: unfit };
  try {
    const events = parseEvents(file.text, { maxDepth: MAX_DEPTH });
    const problem = findMisread(file, events);
    return { events: problem ? [] : events, problem };
  } catch (error) {
    return { events: [], problem: explain(file, error) };
  }
}

// Why: parsers differ on whether these end a line or begin a document.
function findOddSign(file: SeedFile): Diagnostic | undefined {
  const lineEnd = file.text.search(/\r(?!\n)/);
  const mark = file.text.indexOf("\uFEFF", 1);
  if (lineEnd !== -1) {
    const hint = "Save the file with line ends of LF or CRLF.";
    return refuse(file, lineEnd, "a line ends in a carriage return alone", hint);
  }
  if (mark === -1) return undefined;
  const hint = "Remove this sign, which most editors do not show.";
  return refuse(file, mark, "a byte order mark stands within the file", hint);
}

function findExcess(file: SeedFile): Diagnostic | undefined {
  const { text } = file;
  if (text.length <= MAX_SIGNS) return undefined;
  let count = 0;
  for (const sign of SIGNS) {
    for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) count++;
  }
  if (count <= MAX_SIGNS) return undefined;
  return refuse(
    file,
    0,
    "this file holds too many values",
    "Let `repeat` make many orders of one.",
  );
}

function explain(file: SeedFile, error: unknown): Diagnostic {
  const { text } = file;
  const known = error instanceof YAMLException ? error : undefined;
  // Why: what is missing at the end of a file is shown on its last line.
  const start = Math.min(known?.mark?.position ?? 0, text.trimEnd().length);
  const mistake = explainSyntax(known?.reason ?? "this is not YAML", text, start);
  const span = { file, start: mistake.start, end: mistake.end };
  return errorAt(span, "yaml-syntax", mistake.message, mistake.hint);
}

function refuse(file: SeedFile, at: number, message: string, hint: string | undefined): Diagnostic {
  return errorAt({ file, start: at, end: at }, "yaml-syntax", message, hint);
}
