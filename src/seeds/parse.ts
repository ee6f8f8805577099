// YAML text → plain values, with every value's place in the text at hand. One pass over the parser's
// events; digits are kept as they are written, and what YAML allows but seeds do not is refused here.
import {
  EVENT_ID,
  type Event,
  getScalarValue,
  type MappingEvent,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
  type SequenceEvent,
  YAMLException,
} from "js-yaml";
import type { Diagnostic, DiagnosticCode, SeedFile, Span } from "./diagnostic.ts";
import { createLocator } from "./locate.ts";

type Mapping = Record<string, unknown>;

/** A parsed file: its value, and the way back from a value to the text. */
export interface Document {
  readonly file: SeedFile;
  readonly root: unknown;
  /** The place of a whole mapping or list, or of one item or field in it. */
  locate(container: object, key?: string | number, part?: "key" | "value"): Span;
  /** Where a mapping begins, as `file:line`. */
  origin(container: object): string;
}

export interface ParseOptions {
  readonly file: SeedFile;
  /** Fields whose plain digits are kept as they are written, as strings. */
  readonly digitFields: ReadonlySet<string>;
  readonly report: (diagnostic: Diagnostic) => void;
}

const MAX_DEPTH = 64;

// Why: aliases may let a small file stand for an enormous one; no honest seed comes near this.
const MAX_ALIASED_NODES = 1_000_000;

/** Parses one file. Undefined where it can't be read; the reasons are reported. */
export function parseYaml({ file, digitFields, report }: ParseOptions): Document | undefined {
  const { text } = file;
  const events = readEvents(file, report);
  if (events === undefined) return undefined;

  const locator = createLocator(file, events);
  const indexes = new Map<object, number>();
  const anchors = new Map<string, { value: unknown; size: number }>();
  let cursor = 1; // The first event opens the document.
  let nodes = 0;
  let aliasedNodes = 0;
  let failed = false;

  checkDocument();
  const root = build();
  if (failed) return undefined;
  return {
    file,
    root,
    locate,
    origin: (container) => `${file.path}:${locator.lineAt(locate(container).start)}`,
  };

  function build(field = ""): unknown {
    const index = cursor++;
    const event = events?.[index];
    if (event === undefined) return null;
    if (event.type === EVENT_ID.ALIAS) return follow(locator.spanAt(index));
    if (event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP) return null;

    const before = nodes++;
    checkTag(event);
    const value = buildNode(event, index, field);
    if (event.anchorStart !== -1) {
      const name = text.slice(event.anchorStart, event.anchorEnd);
      anchors.set(name, { value, size: nodes - before });
    }
    return value;
  }

  function buildNode(
    event: ScalarEvent | MappingEvent | SequenceEvent,
    index: number,
    field: string,
  ) {
    if (event.type === EVENT_ID.MAPPING) return buildMapping(index);
    if (event.type === EVENT_ID.SEQUENCE) return buildList(index);
    const written = getScalarValue(text, event);
    if (event.style !== SCALAR_STYLE.PLAIN) return written;
    return digitFields.has(field) && /^\d+$/.test(written) ? written : resolvePlain(written);
  }

  function buildList(index: number): unknown[] {
    const list: unknown[] = [];
    indexes.set(list, index);
    while (events?.[cursor]?.type !== EVENT_ID.POP) list.push(build());
    cursor++;
    return list;
  }

  function buildMapping(index: number): Mapping {
    const mapping: Mapping = {};
    const merged: unknown[] = [];
    indexes.set(mapping, index);
    while (events?.[cursor]?.type !== EVENT_ID.POP) {
      const keyIndex = cursor;
      const key = buildKey();
      const value = build(key);
      if (key === undefined) continue;
      if (key === "<<") merged.push(...(Array.isArray(value) ? value : [value]));
      else if (Object.hasOwn(mapping, key)) refuseDuplicate(index, key, keyIndex);
      else define(mapping, key, value);
    }
    cursor++;
    for (const source of merged) merge(mapping, source, index);
    return mapping;
  }

  function buildKey(): string | undefined {
    const event = events?.[cursor];
    if (event?.type !== EVENT_ID.SCALAR) {
      refuse("yaml-key", locator.spanAt(cursor), "a field's name must be plain text");
      build();
      return undefined;
    }
    cursor++;
    checkTag(event);
    return getScalarValue(text, event);
  }

  function merge(mapping: Mapping, source: unknown, index: number) {
    if (source === null || typeof source !== "object" || Array.isArray(source)) {
      refuse("yaml-alias", locator.spanAt(index), "`<<` takes a mapping or a list of mappings");
      return;
    }
    for (const [key, value] of Object.entries(source)) {
      if (!Object.hasOwn(mapping, key)) define(mapping, key, value);
    }
  }

  function follow(span: Span): unknown {
    const name = text.slice(span.start + 1, span.end);
    const anchor = anchors.get(name);
    if (anchor === undefined) {
      refuse("yaml-alias", span, `no anchor \`&${name}\` is complete before this alias`);
      return null;
    }
    nodes += anchor.size;
    aliasedNodes += anchor.size;
    if (aliasedNodes <= MAX_ALIASED_NODES) return anchor.value;
    // Why: said once, for the alias that goes over the limit.
    if (aliasedNodes - anchor.size <= MAX_ALIASED_NODES) {
      refuse("yaml-alias", span, "the aliases of this file stand for too many values");
    }
    return null;
  }

  function refuse(code: DiagnosticCode, span: Span, message: string, hint?: string) {
    failed = true;
    report({ severity: "error", code, message, span, ...(hint !== undefined && { hint }) });
  }

  function refuseDuplicate(mapping: number, key: string, keyIndex: number) {
    const first = locator.spanAt(locator.fieldIndex(mapping, key));
    const line = locator.lineAt(first.start);
    const message = `field \`${key}\` is given twice, first in line ${line}`;
    refuse("duplicate-field", locator.spanAt(keyIndex), message);
  }

  function checkTag({ tagStart, tagEnd }: ScalarEvent | MappingEvent | SequenceEvent) {
    if (tagStart === -1) return;
    const message = `seeds use no YAML tags, found \`${text.slice(tagStart, tagEnd)}\``;
    refuse("yaml-tag", { file, start: tagStart, end: tagEnd }, message, "Quote text instead.");
  }

  function checkDocument() {
    const first = events?.[0];
    const directives = first?.type === EVENT_ID.DOCUMENT ? first.directives : [];
    const version = directives.find((directive) => directive.kind === "yaml")?.version ?? "1.2";
    if (version !== "1.2") {
      const start = Math.max(0, text.indexOf("%YAML"));
      const span = { file, start, end: start + `%YAML ${version}`.length };
      const message = `seeds are YAML 1.2, this file says ${version}`;
      refuse("yaml-version", span, message, "Remove the %YAML line.");
    }
    const second = events?.findIndex(({ type }, index) => index > 0 && type === EVENT_ID.DOCUMENT);
    if (second === undefined || second === -1) return;
    const start = Math.max(0, text.lastIndexOf("---", locator.spanAt(second + 1).start));
    const span = { file, start, end: start + 3 };
    refuse("yaml-documents", span, "a seed file is one document, here a second begins");
  }

  function locate(container: object, key?: string | number, part: "key" | "value" = "value"): Span {
    const index = indexes.get(container) ?? 0;
    if (key === undefined) return locator.spanAt(index);
    if (typeof key === "number") return locator.spanAt(locator.itemIndex(index, key));
    const field = locator.fieldIndex(index, key);
    return locator.spanAt(part === "key" || field === index ? field : field + 1);
  }
}

function readEvents(file: SeedFile, report: ParseOptions["report"]): Event[] | undefined {
  try {
    return parseEvents(file.text, { maxDepth: MAX_DEPTH });
  } catch (error) {
    const known = error instanceof YAMLException ? error : undefined;
    const start = Math.min(known?.mark?.position ?? 0, file.text.length);
    const message = known?.reason ?? "this is not YAML";
    const span = { file, start, end: start + 1 };
    report({ severity: "error", code: "yaml-syntax", message, span });
    return undefined;
  }
}

// Why: assigning to `__proto__` would set the prototype and lose the field.
function define(mapping: Mapping, key: string, value: unknown) {
  if (key !== "__proto__") mapping[key] = value;
  else Object.defineProperty(mapping, key, { value, enumerable: true });
}

/** Resolves an unquoted scalar by the core schema of YAML 1.2. */
function resolvePlain(written: string): unknown {
  if (written !== "" && !/^[-+.\d~nNtTfF]/.test(written)) return written;
  if (/^(?:~|null|Null|NULL|)$/.test(written)) return null;
  if (/^(?:true|True|TRUE)$/.test(written)) return true;
  if (/^(?:false|False|FALSE)$/.test(written)) return false;
  if (/^(?:0o[0-7]+|0x[\da-fA-F]+)$/.test(written)) return Number(written);
  if (/^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/.test(written)) return Number(written);
  if (/^[-+]?\.(?:inf|Inf|INF)$/.test(written)) return written[0] === "-" ? -Infinity : Infinity;
  if (/^\.(?:nan|NaN|NAN)$/.test(written)) return Number.NaN;
  return written;
}
