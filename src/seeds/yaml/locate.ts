// From a value of a parsed file back to its place in the text. Nothing is worked out until it is
// asked for, and then only for the mapping or list that holds the value.
import {
  COLLECTION_STYLE,
  EVENT_ID,
  type Event,
  getScalarValue,
  SCALAR_STYLE,
  type ScalarEvent,
} from "js-yaml";
import type { SeedFile, Span } from "../diagnostics/diagnostic.ts";

export interface Locator {
  /** The place of an event by its index. */
  spanAt(index: number): Span;
  /** The index of an item, or of a field's name, in the list or mapping at `container`. */
  childIndex(container: number, key: string | number): number | undefined;
  /** The 1-based line of an offset. */
  lineAt(offset: number): number;
}

/** Makes the locator of one file; its events are asked for where they are needed. */
export function createLocator(file: SeedFile, events: () => readonly Event[]): Locator {
  const { text } = file;
  const children = new Map<number, ReadonlyMap<unknown, number>>();
  const emptyPlaces = new Map<number, number>();
  let lineStarts: number[] | undefined;

  return { spanAt, childIndex, lineAt };

  function spanAt(index: number): Span {
    const event = events()[index];
    if (event?.type === EVENT_ID.SCALAR) return scalarSpan(event, index);
    if (event?.type === EVENT_ID.ALIAS) {
      return { file, start: event.anchorStart - 1, end: event.anchorEnd };
    }
    if (event?.type === EVENT_ID.MAPPING || event?.type === EVENT_ID.SEQUENCE) {
      const { start, style } = event;
      return { file, start, end: style === COLLECTION_STYLE.FLOW ? start + 1 : lineEnd(start) };
    }
    const end = text.trimEnd().length;
    return { file, start: end, end };
  }

  function scalarSpan(event: ScalarEvent, index: number): Span {
    const { style, valueStart, valueEnd, anchorStart, anchorEnd, tagStart, tagEnd } = event;
    if (valueStart === -1) {
      if (tagStart !== -1) return { file, start: tagStart, end: tagEnd };
      if (anchorStart !== -1) return { file, start: anchorStart - 1, end: anchorEnd };
      const start = emptyPlace(index);
      return { file, start, end: start };
    }
    if (style === SCALAR_STYLE.PLAIN) return { file, start: valueStart, end: valueEnd };
    if (!isBlock(event)) return { file, start: valueStart - 1, end: valueEnd + 1 };
    const written = text.slice(valueStart, valueEnd).trimEnd();
    if (written === "") return headSpan(valueStart);
    const indent = written.length - written.trimStart().length;
    return { file, start: valueStart + indent, end: valueStart + written.length };
  }

  // Why: a block of no text has nothing to mark but its `|` or `>`.
  function headSpan(blockStart: number): Span {
    const lineStart = text.lastIndexOf("\n", blockStart - 2) + 1;
    const line = text.slice(lineStart, blockStart);
    const start = lineStart + Math.max(0, line.search(/[|>][-+\d]*[ \t]*(?:#.*)?\r?\n?$/));
    return { file, start, end: start + 1 };
  }

  // Why: an empty value has no place of its own; the colon or dash that waits for it is marked.
  function emptyPlace(index: number): number {
    const unknown: number[] = [];
    let at = index;
    while (isEmpty(at) && !emptyPlaces.has(at)) {
      unknown.push(at);
      at = before(at);
    }
    for (const next of unknown.toReversed()) emptyPlaces.set(next, findEmptyPlace(next));
    return emptyPlaces.get(index) ?? 0;
  }

  function isEmpty(index: number): boolean {
    const event = events()[index];
    return event?.type === EVENT_ID.SCALAR && event.valueStart === -1 && event.anchorStart === -1;
  }

  function findEmptyPlace(index: number): number {
    const previous = before(index);
    const closed = index - 1 - previous;
    const event = events()[previous];
    const { start } = spanAt(previous);
    const end = event && isBlock(event) ? event.valueEnd : spanAt(previous).end;
    const type = event?.type;
    const isCollection = type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE;
    if (type === EVENT_ID.DOCUMENT || (isCollection && closed === 0)) return start;
    const behind = isCollection || end === start ? start + 1 : end;
    const place = skipBlanks(behind, closed);
    return /[-:]/.test(text[place] ?? "") ? place : behind;
  }

  /** The last node that began before an event. */
  function before(index: number): number {
    let at = index - 1;
    while (events()[at]?.type === EVENT_ID.POP) at--;
    return at;
  }

  function skipBlanks(offset: number, brackets: number): number {
    let at = offset;
    for (let left = brackets; ; at++) {
      const sign = text[at] ?? "x";
      if (sign === "#") at = lineEnd(at);
      else if ("]}".includes(sign) && left > 0) left--;
      else if (!/\s/.test(sign)) return at;
    }
  }

  function childIndex(container: number, key: string | number): number | undefined {
    const known = children.get(container) ?? findChildren(container);
    children.set(container, known);
    return known.get(key);
  }

  function findChildren(container: number): ReadonlyMap<unknown, number> {
    const found = new Map<unknown, number>();
    const isList = events()[container]?.type === EVENT_ID.SEQUENCE;
    let at = container + 1;
    while (at < events().length && events()[at]?.type !== EVENT_ID.POP) {
      const key = isList ? found.size : nameAt(at);
      if (!found.has(key)) found.set(key, at);
      at = isList ? skip(at) : skip(skip(at));
    }
    return found;
  }

  function nameAt(index: number): string | undefined {
    const event = events()[index];
    return event?.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : undefined;
  }

  /** Steps over one whole node. */
  function skip(index: number): number {
    let at = index;
    let depth = 0;
    do {
      const type = events()[at++]?.type;
      if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE) depth++;
      if (type === EVENT_ID.POP) depth--;
    } while (depth > 0 && at < events().length);
    return at;
  }

  function lineAt(offset: number): number {
    lineStarts ??= findLineStarts(text);
    let low = 0;
    let high = lineStarts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((lineStarts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function lineEnd(offset: number): number {
    const end = text.indexOf("\n", offset);
    return end === -1 ? text.length : end;
  }
}

function isBlock(event: Event): event is ScalarEvent {
  if (event.type !== EVENT_ID.SCALAR) return false;
  return event.style === SCALAR_STYLE.LITERAL_BLOCK || event.style === SCALAR_STYLE.FOLDED_BLOCK;
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
