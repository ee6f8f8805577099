// From a value of a parsed file back to its place in the text. Nothing is worked out until it is
// asked for, and then by walking only the mapping or list that holds the value.
import { EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent } from "js-yaml";
import type { SeedFile, Span } from "./diagnostic.ts";

export interface Locator {
  /** The place of an event by its index. */
  spanAt(index: number): Span;
  /** The index of a field's name in the mapping at `mapping`; the mapping's own where it is not there. */
  fieldIndex(mapping: number, key: string): number;
  /** The index of an item in the list at `list`. */
  itemIndex(list: number, item: number): number;
  /** The 1-based line of an offset. */
  lineAt(offset: number): number;
}

/** Makes the locator of one file. */
export function createLocator(file: SeedFile, events: readonly Event[]): Locator {
  const { text } = file;
  let lineStarts: number[] | undefined;

  return { spanAt, fieldIndex, itemIndex, lineAt };

  function spanAt(index: number): Span {
    const event = events[index];
    if (event?.type === EVENT_ID.SCALAR) return scalarSpan(event, index);
    if (event?.type === EVENT_ID.ALIAS) {
      return { file, start: event.anchorStart - 1, end: event.anchorEnd };
    }
    if (event?.type === EVENT_ID.MAPPING || event?.type === EVENT_ID.SEQUENCE) {
      const end = text.indexOf("\n", event.start);
      return { file, start: event.start, end: end === -1 ? text.length : end };
    }
    return { file, start: text.length, end: text.length };
  }

  function scalarSpan(event: ScalarEvent, index: number): Span {
    // Why: an empty value has no place of its own; it is marked right after its field's name.
    if (event.valueStart === -1) {
      const before = events[index - 1];
      const start = before?.type === EVENT_ID.SCALAR ? before.valueEnd : text.length;
      return { file, start, end: start };
    }
    const { SINGLE_QUOTED, DOUBLE_QUOTED } = SCALAR_STYLE;
    const margin = event.style === SINGLE_QUOTED || event.style === DOUBLE_QUOTED ? 1 : 0;
    return { file, start: event.valueStart - margin, end: event.valueEnd + margin };
  }

  // Why: a merged field stands in another mapping; the mapping that merges it is marked instead.
  function fieldIndex(mapping: number, key: string): number {
    for (let at = mapping + 1; at < events.length; at = skip(skip(at))) {
      const event = events[at];
      if (event?.type === EVENT_ID.POP) break;
      if (event?.type === EVENT_ID.SCALAR && getScalarValue(text, event) === key) return at;
    }
    return mapping;
  }

  function itemIndex(list: number, item: number): number {
    let at = list + 1;
    for (let n = 0; n < item; n++) at = skip(at);
    return at;
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
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
