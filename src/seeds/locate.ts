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
import type { SeedFile, Span } from "./diagnostic.ts";

export interface Locator {
  /** The place of an event by its index. */
  spanAt(index: number): Span;
  /** The index of an item, or of a field's name, in the list or mapping at `container`. */
  childIndex(container: number, key: string | number): number | undefined;
  /** The 1-based line of an offset. */
  lineAt(offset: number): number;
}

/** Makes the locator of one file. */
export function createLocator(file: SeedFile, events: readonly Event[]): Locator {
  const { text } = file;
  const children = new Map<number, ReadonlyMap<unknown, number>>();
  const emptyPlaces = new Map<number, number>();
  let lineStarts: number[] | undefined;

  return { spanAt, childIndex, lineAt };

  function spanAt(index: number): Span {
    const event = events[index];
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

  function scalarSpan({ style, valueStart, valueEnd }: ScalarEvent, index: number): Span {
    if (valueStart === -1) {
      const start = emptyPlace(index);
      return { file, start, end: start };
    }
    const { SINGLE_QUOTED, DOUBLE_QUOTED, PLAIN } = SCALAR_STYLE;
    if (style === SINGLE_QUOTED || style === DOUBLE_QUOTED) {
      return { file, start: valueStart - 1, end: valueEnd + 1 };
    }
    const indent = style === PLAIN ? 0 : text.slice(valueStart, valueEnd).search(/\S|$/);
    return { file, start: valueStart + indent, end: valueEnd };
  }

  // Why: an empty value has no place of its own; the colon or dash that waits for it is marked.
  function emptyPlace(index: number): number {
    const known = emptyPlaces.get(index);
    if (known !== undefined) return known;
    let before = index - 1;
    while (events[before]?.type === EVENT_ID.POP) before--;
    const { start, end } = spanAt(before);
    const type = events[before]?.type;
    const isBehind = type === EVENT_ID.SCALAR || type === EVENT_ID.ALIAS;
    const place = isBehind ? skipBlanks(Math.max(start + 1, end)) : start;
    emptyPlaces.set(index, place);
    return place;
  }

  function skipBlanks(offset: number): number {
    const blanks = /(?:\s|#.*|[\]}])*/y;
    blanks.lastIndex = Math.min(offset, text.length);
    blanks.exec(text);
    return blanks.lastIndex;
  }

  function childIndex(container: number, key: string | number): number | undefined {
    const known = children.get(container) ?? findChildren(container);
    children.set(container, known);
    return known.get(key);
  }

  function findChildren(container: number): ReadonlyMap<unknown, number> {
    const found = new Map<unknown, number>();
    const isList = events[container]?.type === EVENT_ID.SEQUENCE;
    let at = container + 1;
    while (at < events.length && events[at]?.type !== EVENT_ID.POP) {
      const key = isList ? found.size : nameAt(at);
      if (!found.has(key)) found.set(key, at);
      at = isList ? skip(at) : skip(skip(at));
    }
    return found;
  }

  function nameAt(index: number): string | undefined {
    const event = events[index];
    return event?.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : undefined;
  }

  /** Steps over one whole node. */
  function skip(index: number): number {
    let at = index;
    let depth = 0;
    do {
      const type = events[at++]?.type;
      if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE) depth++;
      if (type === EVENT_ID.POP) depth--;
    } while (depth > 0 && at < events.length);
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

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
