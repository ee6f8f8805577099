// YAML text → the nodes of the `yaml` package, and the mistakes in the text.

import { type LineCounter, type ParsedNode, parseDocument } from "yaml";
import { isDenied } from "../../shared/is-denied.ts";
import { type Diagnostic, errorAt, type SeedFile } from "../diagnostics/diagnostic.ts";
import { explainSyntax } from "./syntax-errors.ts";

export interface Nodes {
  /** Null for an empty file, undefined for one that can't be read. */
  readonly contents: ParsedNode | null | undefined;
  readonly mistakes: readonly Diagnostic[];
}

// Why: the nodes of a text are many times its size; at this limit they take half a minute.
const MAX_SEPARATORS = 4_000_000;
const SEPARATORS = ["\n", ",", ":", "[", "{", "- ", "? "];

/** Reads the nodes of a file. */
export function readNodes(file: SeedFile, lineCounter: LineCounter): Nodes {
  const unfit = findUnfit(file);
  if (unfit) return { contents: undefined, mistakes: [unfit] };
  try {
    const { contents, errors, warnings, directives } = parseDocument(file.text, {
      version: "1.2",
      schema: "core",
      strict: true,
      stringKeys: true,
      resolveKnownTags: false,
      prettyErrors: false,
      // Why: its check takes quadratic time, and `parseYaml` has its own.
      uniqueKeys: false,
      lineCounter,
    });
    const { explicit, version } = directives.yaml;
    const mistakes = explicit && version !== "1.2" ? [explainVersion(file)] : [];
    // Why: editors show warnings as errors. Those about tags are reported with their nodes.
    const others = warnings.filter(({ code }) => code !== "TAG_RESOLVE_FAILED");
    const problem = explainSyntax(file, contents, [...errors, ...others]);
    if (problem) return { contents: undefined, mistakes: [...mistakes, problem] };
    return { contents, mistakes };
  } catch (error) {
    // Why: the parser reads the environment variable LOG_TOKENS.
    if (isDenied(error)) throw error;
    const mistakes = [errorAt(startOf(file), "yaml-syntax", "this is not valid YAML")];
    return { contents: undefined, mistakes };
  }
}

function findUnfit(file: SeedFile): Diagnostic | undefined {
  const { text } = file;
  const lineEnd = text.search(/\r(?!\n)/);
  if (lineEnd !== -1) {
    // Why: it ends a line in editors, but not in YAML.
    const message = "a carriage return without a line feed";
    const hint = "Save the file with line ends of LF or CRLF.";
    return errorAt({ file, start: lineEnd, end: lineEnd }, "yaml-syntax", message, hint);
  }
  const mark = text.indexOf("\uFEFF", 1);
  if (mark !== -1) {
    const message = "a byte order mark inside the file";
    const hint = "Remove this character, which most editors do not show.";
    return errorAt({ file, start: mark, end: mark + 1 }, "yaml-syntax", message, hint);
  }
  if (!hasExcess(text)) return undefined;
  const hint = "Use `repeat` to write many orders as one.";
  return errorAt(startOf(file), "yaml-syntax", "this file holds too many values", hint);
}

function hasExcess(text: string): boolean {
  if (text.length <= MAX_SEPARATORS) return false;
  let count = 0;
  for (const one of SEPARATORS) {
    for (let at = text.indexOf(one); at !== -1; at = text.indexOf(one, at + 1)) count++;
  }
  return count > MAX_SEPARATORS;
}

function explainVersion(file: SeedFile): Diagnostic {
  const { index: start = 0, 0: line = "" } = /^%YAML.*/m.exec(file.text) ?? {};
  const span = { file, start, end: start + line.trimEnd().length };
  const message = `seed files use YAML 1.2, but this file says ${line.slice("%YAML".length).trim()}`;
  return errorAt(span, "yaml-version", message, "Remove the %YAML line.");
}

const startOf = (file: SeedFile) => ({ file, start: 0, end: 0 });
