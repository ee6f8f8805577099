// YAML text → the nodes of the `yaml` package, or the mistakes that keep the text from being read.
import { CST, Lexer, type LineCounter, type ParsedNode, parseDocument } from "yaml";
import { type Diagnostic, errorAt, quote, type SeedFile } from "../diagnostics/diagnostic.ts";
import { explainSyntax } from "./syntax-errors.ts";

export interface Nodes {
  readonly contents: ParsedNode | null;
  /** Mistakes that leave nothing of the file to use. */
  readonly problems: readonly Diagnostic[];
}

// Why: the nodes of a text are many times its size; at this limit they take half a minute.
const MAX_SIGNS = 4_000_000;
const SIGNS = ["\n", ",", ":", "[", "{", "- ", "? "];

/** Reads the nodes of a file. */
export function readNodes(file: SeedFile, lineCounter: LineCounter): Nodes {
  const unfit = findUnfit(file);
  if (unfit) return { contents: null, problems: [unfit] };
  try {
    const { contents, errors, warnings, directives } = parseDocument(file.text, {
      version: "1.2",
      schema: "core",
      strict: true,
      stringKeys: true,
      prettyErrors: false,
      // Why: its check takes quadratic time; `parseYaml` has its own.
      uniqueKeys: false,
      lineCounter,
    });
    const tags = findTags(file);
    if (tags.length > 0) return { contents: null, problems: tags };
    const { explicit, version } = directives.yaml;
    if (explicit && version !== "1.2") return { contents, problems: [explainVersion(file)] };
    // Why: editors report these warnings as errors.
    const problem = explainSyntax(file, contents, [...errors, ...warnings]);
    return { contents, problems: problem ? [problem] : [] };
  } catch {
    return {
      contents: null,
      problems: [errorAt(wholeOf(file), "yaml-syntax", "this is not YAML")],
    };
  }
}

function findUnfit(file: SeedFile): Diagnostic | undefined {
  const { text } = file;
  const lineEnd = text.search(/\r(?!\n)/);
  if (lineEnd !== -1) {
    // Why: to an editor it ends a line, to YAML it does not.
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
  const hint = "Use `repeat` to make many orders of one.";
  return errorAt(wholeOf(file), "yaml-syntax", "this file holds too many values", hint);
}

function hasExcess(text: string): boolean {
  if (text.length <= MAX_SIGNS) return false;
  let count = 0;
  for (const sign of SIGNS) {
    for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) count++;
  }
  return count > MAX_SIGNS;
}

// Why: the nodes don't say where a tag is, nor that there was one that the schema knows.
function findTags(file: SeedFile): Diagnostic[] {
  const { text } = file;
  const found: Diagnostic[] = [];
  if (!/(?<![^\s[\]{},:?-])!/.test(text)) return found;
  let start = 0;
  let isContent = false;
  for (const lexeme of new Lexer().lex(text)) {
    // Why: these are signals of the lexer, which are not in the text.
    const isSignal = !isContent && [CST.DOCUMENT, CST.FLOW_END, CST.SCALAR].includes(lexeme);
    const end = start + (isSignal ? 0 : lexeme.length);
    if (!isContent && lexeme.startsWith("!")) {
      const message = `seeds use no YAML tags, found ${quote(lexeme)}`;
      found.push(errorAt({ file, start, end }, "yaml-tag", message, "Quote text instead."));
    }
    isContent = !isContent && lexeme === CST.SCALAR;
    start = end;
  }
  return found;
}

function explainVersion(file: SeedFile): Diagnostic {
  const { index: start = 0, 0: line = "" } = /^%YAML.*/m.exec(file.text) ?? {};
  const span = { file, start, end: start + line.trimEnd().length };
  const message = `seeds are YAML 1.2, this file says ${line.slice("%YAML".length).trim()}`;
  return errorAt(span, "yaml-version", message, "Remove the %YAML line.");
}

const wholeOf = (file: SeedFile) => ({ file, start: 0, end: 0 });
