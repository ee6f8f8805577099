// What the parser takes though YAML doesn't, or what other parsers read otherwise. A seed file must
// mean the same to everybody, its author's editor included, so such a text is refused.
import {
  CHOMPING_MODE,
  COLLECTION_STYLE,
  EVENT_ID,
  type Event,
  getScalarValue,
  SCALAR_STYLE,
  type ScalarEvent,
} from "js-yaml";
import { type Diagnostic, errorAt, type SeedFile } from "../diagnostics/diagnostic.ts";

/** Where a text is misread, why, and the mend. */
type Misread = readonly [start: number, message: string, hint: string];

interface Parent {
  readonly event: Event;
  /** The last field's name, where its value comes next. */
  name: Event | undefined;
  isEmpty: boolean;
}

const TAB = "tab characters must not be used in indentation";
const TAB_HINT = "Put blanks in place of tabs.";

/** Finds the first place where the events are not what the text says. */
export function findMisread(file: SeedFile, events: readonly Event[]): Diagnostic | undefined {
  const { text } = file;
  const parents: Parent[] = [];
  for (const event of events) {
    const found = checkNode(text, event, parents) ?? checkPlace(text, event, parents.at(-1));
    if (found) {
      const [start, message, hint] = found;
      return errorAt({ file, start, end: start + 1 }, "yaml-syntax", message, hint);
    }
    if (event.type === EVENT_ID.POP) parents.pop();
    else step(event, parents);
  }
  return undefined;
}

function step(event: Exclude<Event, { type: typeof EVENT_ID.POP }>, parents: Parent[]) {
  const parent = parents.at(-1);
  if (parent?.event.type === EVENT_ID.MAPPING) {
    parent.name = parent.name ? undefined : event;
    parent.isEmpty = false;
  }
  if (event.type === EVENT_ID.SCALAR || event.type === EVENT_ID.ALIAS) return;
  parents.push({ event, name: undefined, isEmpty: true });
}

function checkNode(text: string, event: Event, parents: readonly Parent[]): Misread | undefined {
  if (event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP) return undefined;
  if (event.type === EVENT_ID.ALIAS) return undefined;
  const { anchorStart, anchorEnd } = event;
  if (anchorStart !== -1 && text[anchorEnd - 1] === ":") {
    return [anchorEnd - 1, "the name of an anchor can't end in a colon", "Remove the colon."];
  }
  if (anchorStart !== -1 && /[[{]/.test(text[anchorEnd] ?? "")) {
    return [anchorEnd, "a blank is missing after this anchor", "Put one before the bracket."];
  }
  if (event.type === EVENT_ID.SCALAR) {
    if (event.fast || event.valueStart === -1) return undefined;
    return checkScalar(text, event, parents);
  }
  if (anchorStart === -1 || event.style === COLLECTION_STYLE.FLOW) return undefined;
  if (hasLineEnd(text, anchorEnd, event.start)) return undefined;
  const message = "the anchor of a whole mapping or list must end its line";
  return [anchorStart - 1, message, "Put what comes after it into the next line."];
}

function checkScalar(
  text: string,
  event: ScalarEvent,
  parents: readonly Parent[],
): Misread | undefined {
  const { style, valueStart, valueEnd } = event;
  const { LITERAL_BLOCK, FOLDED_BLOCK, DOUBLE_QUOTED } = SCALAR_STYLE;
  if (style === LITERAL_BLOCK || style === FOLDED_BLOCK) return checkBlock(text, event);
  const written = text.slice(valueStart, valueEnd);
  for (const { 1: blanks = "", index } of written.matchAll(/\n( *)\t\s*?(?=\n)/g)) {
    if (blanks.length <= indentOf(text, parents)) return [valueStart + index + 1, TAB, TAB_HINT];
  }
  return style === DOUBLE_QUOTED ? checkEscapes(written, valueStart) : undefined;
}

/** The column of the block that holds a node, counted from 0. */
function indentOf(text: string, parents: readonly Parent[]): number {
  const events = parents.map(({ event }) => event);
  const block = events.findLast(
    (event) => "style" in event && event.style === COLLECTION_STYLE.BLOCK,
  );
  if (block === undefined || !("start" in block)) return -1;
  return block.start - text.lastIndexOf("\n", block.start - 1) - 1;
}

function checkEscapes(written: string, offset: number): Misread | undefined {
  for (let at = written.indexOf("\\"); at !== -1; at = written.indexOf("\\", at + 2)) {
    const sign = written[at + 1];
    if (sign === "U" && Number.parseInt(written.slice(at + 2, at + 10), 16) > 0x10ffff) {
      return [offset + at, "there is no such character", "The last one is `\\U0010FFFF`."];
    }
    if (sign !== "\r" && sign !== "\n") continue;
    const emptyLine = /\r?\n[ \t]*\r?\n/y;
    emptyLine.lastIndex = at + 1;
    if (!emptyLine.test(written)) continue;
    const message = "an empty line follows a line end that is escaped";
    return [offset + at, message, "Write line ends as `\\n`."];
  }
  return undefined;
}

function checkBlock(text: string, event: ScalarEvent): Misread | undefined {
  const { valueStart, valueEnd, chomping } = event;
  const blanks = /[ \t]*/y;
  blanks.lastIndex = valueEnd;
  const after = blanks.exec(text)?.[0] ?? "";
  if (after.includes("\t")) return [valueEnd, TAB, TAB_HINT];
  const head = text.slice(text.lastIndexOf("\n", valueStart - 2) + 1, valueStart).trimEnd();
  const hasIndent = /\d[-+]?(?:[ \t]+#.*)?$/.test(head);
  if (!hasIndent && chomping !== CHOMPING_MODE.KEEP) return undefined;
  if (valueEnd + after.length === text.length && /[ \t]/.test(text.slice(-1))) {
    return [text.length - 1, "this text ends in blanks", "End the file with a line end."];
  }
  if (!hasIndent || !/(?:^|\n)[ \t]+\n*$/.test(getScalarValue(text, event))) return undefined;
  return [valueStart, "this text ends in a line of blanks", "Put it in quotes."];
}

function checkPlace(text: string, event: Event, parent: Parent | undefined): Misread | undefined {
  const start = startOf(event);
  if (start === undefined || parent?.event.type !== EVENT_ID.MAPPING) return undefined;
  if (parent.event.style === COLLECTION_STYLE.FLOW) return checkColon(text, start, parent);
  if (parent.name === undefined) return parent.isEmpty ? undefined : checkName(text, start);
  if (event.type !== EVENT_ID.MAPPING || event.style !== COLLECTION_STYLE.BLOCK) return undefined;
  if (hasLineEnd(text, startOf(parent.name) ?? 0, event.start)) return undefined;
  return [start, "a mapping can't begin in the line of its name", "Put it into the next line."];
}

function checkName(text: string, start: number): Misread | undefined {
  let at = start - 1;
  while (text[at] === " ") at--;
  if (at < 0 || text[at] === "\n") return undefined;
  const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  if (/^\uFEFF? *(?:\? +)?(?:[&!]\S* +)*$/.test(before)) return undefined;
  return [start, "a field must begin its line", "Put it into a line of its own."];
}

function checkColon(text: string, start: number, { name }: Parent): Misread | undefined {
  if (name?.type !== EVENT_ID.SCALAR || name.style !== SCALAR_STYLE.PLAIN) return undefined;
  if (text[start - 1] !== ":" || /[[\]{},]/.test(text[start] ?? "")) return undefined;
  return [start - 1, "a blank is missing after this colon", "Write it as `name: value`."];
}

/** Where a node begins, its anchor included; undefined for one that is empty or none. */
function startOf(event: Event): number | undefined {
  if (event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP) return undefined;
  if (event.anchorStart !== -1) return event.anchorStart - 1;
  if (event.type === EVENT_ID.ALIAS) return event.anchorStart - 1;
  if (event.type !== EVENT_ID.SCALAR) return event.start;
  const isQuoted =
    event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
  return event.valueStart === -1 ? undefined : event.valueStart - (isQuoted ? 1 : 0);
}

function hasLineEnd(text: string, from: number, to: number): boolean {
  const at = text.indexOf("\n", from);
  return at !== -1 && at < to;
}
