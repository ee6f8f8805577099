// YAML text → plain values, with every value's place in the text at hand. One pass over the parser's
// events; digits are kept as they are written, and what YAML allows but seeds do not is refused here.
import {
  EVENT_ID,
  getScalarValue,
  type MappingEvent,
  SCALAR_STYLE,
  type ScalarEvent,
  type SequenceEvent,
} from "js-yaml";
import { define, isMapping, type Mapping } from "../../shared/mapping.ts";
import type { Diagnostic, SeedFile, Span } from "../diagnostics/diagnostic.ts";
import { errorAt, quote } from "../diagnostics/diagnostic.ts";
import { createLocator } from "./locate.ts";
import { readEvents } from "./read-events.ts";
import { resolvePlain } from "./resolve-plain.ts";
import { findForbidden } from "./unsupported-yaml.ts";

/** A parsed file: its value, and the way back from a value to the text. */
export interface Document {
  readonly file: SeedFile;
  /** What the file holds; null where it is empty or can't be read. */
  readonly root: unknown;
  /** Whether part of it can't be read, so that nobody knows all that it defines. */
  readonly broken: boolean;
  /** The place of the root, of a mapping or list in it, or of an item or field of that one. */
  locate(container?: object, key?: string | number, part?: "key" | "value"): Span;
  /** The 1-based line in which a mapping begins. */
  lineOf(mapping: object): number;
}

interface Anchor {
  value: unknown;
  readonly index: number;
  /** How many values it stands for; NaN while it is being read. */
  size: number;
}

export interface ParseOptions {
  readonly file: SeedFile;
  /** Fields whose plain numbers are kept as they are written, as strings. */
  readonly digitFields: ReadonlySet<string>;
  readonly report: (diagnostic: Diagnostic) => void;
}

// Why: aliases may let a small file stand for an enormous one; no honest seed comes near this.
const MAX_ALIASED_NODES = 1_000_000;

// The first event opens the document, the second is its root.
const ROOT = 1;

/** Parses one file; what is wrong with it is reported. */
export function parseYaml({ file, digitFields, report }: ParseOptions): Document {
  const { text } = file;
  const indexes = new Map<object, number>();
  const lines = new Map<object, number>();
  const mergedFrom = new Map<object, ReadonlyMap<unknown, object>>();
  const anchors = new Map<string, Anchor>();
  const targets = new Map<number, number>();
  let cursor = ROOT;
  let nodes = 0;
  let aliasedNodes = 0;
  let broken = false;
  let readable = true;

  let { events, problem } = readEvents(file);
  let released = false;
  const locator = createLocator(file, () => {
    if (released) ({ events } = readEvents(file));
    released = false;
    return events;
  });
  if (problem) refuse(problem);
  // Why: in a large file each entry may take its defaults from the first.
  const maxAliasedNodes = Math.max(MAX_ALIASED_NODES, 2 * events.length);
  for (const found of findForbidden(file, events, locator)) {
    report(found);
    broken ||= found.code === "yaml-documents";
  }
  const root = build();
  // Why: they are many times as large as the text, and of most files nothing has to be located.
  events = [];
  released = true;
  return {
    file,
    root: readable ? root : null,
    broken,
    locate,
    lineOf: (mapping) => lines.get(mapping) ?? 1,
  };

  function build(field = ""): unknown {
    const index = cursor++;
    const event = events[index];
    if (event === undefined) return null;
    if (event.type === EVENT_ID.ALIAS) return follow(index);
    if (event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP) return null;

    const before = nodes++;
    if (event.anchorStart === -1) return buildNode(event, index, field);
    const anchor: Anchor = { value: undefined, index, size: Number.NaN };
    anchors.set(text.slice(event.anchorStart, event.anchorEnd), anchor);
    anchor.value = buildNode(event, index, field);
    anchor.size = nodes - before;
    return anchor.value;
  }

  function buildNode(
    event: ScalarEvent | MappingEvent | SequenceEvent,
    index: number,
    field: string,
  ) {
    if (event.type === EVENT_ID.MAPPING) return buildMapping(index);
    if (event.type === EVENT_ID.SEQUENCE) return buildList(index);
    const written = getScalarValue(text, event);
    const { tagStart, tagEnd, valueStart } = event;
    // Why: to its author a tag alone is the text.
    if (tagStart !== -1) return valueStart === -1 ? text.slice(tagStart, tagEnd) : written;
    if (event.style !== SCALAR_STYLE.PLAIN) return written;
    const value = resolvePlain(written);
    return typeof value === "number" && digitFields.has(field) ? written : value;
  }

  function buildList(index: number): unknown[] {
    const list: unknown[] = [];
    indexes.set(list, index);
    while (events[cursor]?.type !== EVENT_ID.POP) list.push(build());
    cursor++;
    return list;
  }

  function buildMapping(index: number): Mapping {
    const mapping: Mapping = {};
    let sources: readonly object[] | undefined;
    indexes.set(mapping, index);
    lines.set(mapping, locator.lineAt(locator.spanAt(index).start));
    while (events[cursor]?.type !== EVENT_ID.POP) {
      const keyIndex = cursor;
      const key = buildKey();
      const value = build(key);
      if (key === undefined) continue;
      const isTaken = Object.hasOwn(mapping, key) || (key === "<<" && sources !== undefined);
      if (isTaken) reportRepeat(index, key, keyIndex);
      else if (key === "<<" && isPlain(keyIndex)) sources = readSources(value, keyIndex + 1);
      else define(mapping, key, value);
    }
    cursor++;
    if (sources) merge(mapping, sources);
    return mapping;
  }

  function buildKey(): string | undefined {
    const event = events[cursor];
    if (event?.type !== EVENT_ID.SCALAR || event.valueStart === -1) {
      const hint = "Quote a text that begins with `{`, `[`, `?` or `:`.";
      const message = "a field's name must be plain text";
      refuse(errorAt(locator.spanAt(cursor), "yaml-key", message, hint));
      build();
      return undefined;
    }
    const key = getScalarValue(text, event);
    if (event.anchorStart !== -1) {
      const name = text.slice(event.anchorStart, event.anchorEnd);
      anchors.set(name, { value: key, index: cursor, size: 1 });
    }
    cursor++;
    return key;
  }

  function isPlain(index: number): boolean {
    const event = events[index];
    return event?.type === EVENT_ID.SCALAR && event.style === SCALAR_STYLE.PLAIN;
  }

  function readSources(value: unknown, index: number): readonly object[] {
    // Why: an alias that leads nowhere is null, and has been reported already.
    const sources = [value].flat().filter((source) => source !== null || readable);
    if (sources.every(isMapping)) return sources;
    const message = "`<<` takes a mapping or a list of mappings";
    // Why: an anchor in the line of a field is that of the field's name.
    const isName = events[index]?.type === EVENT_ID.ALIAS && typeof value === "string";
    const hint = isName ? "Put the anchor into a line of its own, before the mapping." : undefined;
    refuse(errorAt(locator.spanAt(index), "yaml-alias", message, hint));
    return [];
  }

  function merge(mapping: Mapping, sources: readonly object[]) {
    const origins = new Map<unknown, object>();
    for (const source of sources) {
      for (const [key, value] of Object.entries(source)) {
        if (Object.hasOwn(mapping, key)) continue;
        define(mapping, key, value);
        origins.set(key, mergedFrom.get(source)?.get(key) ?? source);
      }
    }
    mergedFrom.set(mapping, origins);
  }

  function follow(index: number): unknown {
    const span = locator.spanAt(index);
    const name = text.slice(span.start + 1, span.end);
    const anchor = anchors.get(name);
    if (anchor === undefined || Number.isNaN(anchor.size)) {
      const message = `no anchor ${quote(`&${name}`)} is complete before this alias`;
      refuse(errorAt(span, "yaml-alias", message, "Quote a text that begins with `*`."));
      return null;
    }
    targets.set(index, anchor.index);
    nodes += anchor.size;
    aliasedNodes += anchor.size;
    if (aliasedNodes <= maxAliasedNodes) return anchor.value;
    // Why: said once, for the alias that goes over the limit.
    if (aliasedNodes - anchor.size <= maxAliasedNodes) {
      refuse(errorAt(span, "yaml-alias", "the aliases of this file stand for too many values"));
    }
    return null;
  }

  function reportRepeat(mapping: number, key: string, keyIndex: number) {
    const first = locator.spanAt(locator.childIndex(mapping, key) ?? mapping);
    const line = locator.lineAt(first.start);
    const message = `field ${quote(key)} is given twice, first in line ${line}`;
    broken = true;
    report(errorAt(locator.spanAt(keyIndex), "duplicate-field", message));
  }

  /** Reports what leaves nothing of the file to read. */
  function refuse(diagnostic: Diagnostic) {
    broken = true;
    readable = false;
    report(diagnostic);
  }

  function locate(
    container?: object,
    key?: string | number,
    part: "key" | "value" = "value",
  ): Span {
    const index = (container && indexes.get(container)) ?? ROOT;
    if (container === undefined || key === undefined) return locator.spanAt(index);
    const child = locator.childIndex(index, key);
    if (child === undefined) {
      const source = mergedFrom.get(container)?.get(key);
      return source ? locate(source, key, part) : locator.spanAt(index);
    }
    const at = typeof key === "number" || part === "key" ? child : child + 1;
    return locator.spanAt(targets.get(at) ?? at);
  }
}
