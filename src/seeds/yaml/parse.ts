// YAML text → plain values, each with its location in the text. Digits can be kept as written, merge
// keys are applied, and what YAML allows but seed files do not is reported here.
import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  LineCounter,
  type ParsedNode,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { define, isMapping, type Mapping } from "../../shared/mapping.ts";
import {
  type Diagnostic,
  type DiagnosticCode,
  errorAt,
  quote,
  type SeedFile,
} from "../diagnostics/diagnostic.ts";
import type { Document } from "../read/document.ts";
import { createLocator } from "./locate.ts";
import { findTypographicQuotes } from "./lookalike-characters.ts";
import { readNodes } from "./read-nodes.ts";
import { EXPLANATIONS } from "./syntax-errors.ts";

export interface ParseOptions {
  readonly file: SeedFile;
  /** Fields whose plain numbers are kept as written, as strings. */
  readonly digitFields: ReadonlySet<string>;
  readonly report: (diagnostic: Diagnostic) => void;
}

interface Anchor {
  value: unknown;
  readonly node: ParsedNode;
  /** How many values it expands to; NaN while it is being read. */
  size: number;
}

const MAX_DEPTH = 64;

// Why: with aliases a small file can expand to an enormous one. No real seed file comes near this.
const MAX_ALIASED_VALUES = 1_000_000;

/** Parses one file and reports its mistakes. Never throws on what the file holds. */
export function parseYaml({ file, digitFields, report }: ParseOptions): Document {
  const lines = new LineCounter();
  const { contents, mistakes } = readNodes(file, lines);
  const { locate, spanOf, ...places } = createLocator(file, contents ?? null);
  const anchors = new Map<string, Anchor>();
  let values = 0;
  let aliasedValues = 0;
  let readable = contents !== undefined;
  let broken = !readable;

  mistakes.forEach(report);
  const root = build(contents ?? null, 0);
  return {
    file,
    root: readable ? root : null,
    broken,
    locate,
    lineOf: (mapping) => lines.linePos(locate(mapping).start).line,
  };

  function build(node: ParsedNode | null, depth: number, field = ""): unknown {
    if (node === null) return null;
    if (isAlias(node)) return follow(node);
    const before = values++;
    if (node.tag) reportTag(node.range[0]);
    if (node.anchor === undefined) return buildValue(node, depth, field);
    const anchor: Anchor = { value: undefined, node, size: Number.NaN };
    anchors.set(node.anchor, anchor);
    anchor.value = buildValue(node, depth, field);
    anchor.size = values - before;
    return anchor.value;
  }

  function buildValue(
    node: Exclude<ParsedNode, Alias.Parsed>,
    depth: number,
    field: string,
  ): unknown {
    if (isScalar(node)) return readScalar(node, field);
    if (depth < MAX_DEPTH) {
      return isMap(node) ? buildMapping(node, depth + 1) : buildList(node, depth + 1);
    }
    // Why: reported once, at the first value that is too deep.
    if (readable) reject(node, "yaml-syntax", `nested more than ${MAX_DEPTH} levels deep`);
    return null;
  }

  function readScalar(node: Scalar.Parsed, field: string): unknown {
    if (node.type !== "PLAIN") return node.value;
    // Why: the author of a tag without a text meant it as text.
    if (node.tag && node.source === "") return node.tag;
    findTypographicQuotes(file, node.range).forEach(report);
    return typeof node.value === "number" && digitFields.has(field) ? node.source : node.value;
  }

  function buildList(node: YAMLSeq.Parsed, depth: number): unknown[] {
    const list = node.items.map((item) => build(item, depth));
    places.nodes.set(list, node);
    return list;
  }

  function buildMapping(node: YAMLMap.Parsed, depth: number): Mapping {
    const mapping: Mapping = {};
    let sources: readonly object[] | undefined;
    places.nodes.set(mapping, node);
    for (const { key, value } of node.items) {
      const name = readName(key);
      const built = build(value, depth, name);
      if (name === undefined) continue;
      const isMerge = name === "<<" && isScalar(key) && key.type === "PLAIN";
      const isTaken = Object.hasOwn(mapping, name) || (isMerge && sources !== undefined);
      if (isTaken) reportRepeat(mapping, name, key);
      else if (isMerge) sources = readSources(built, value ?? key);
      else define(mapping, name, built);
    }
    for (const source of sources ?? []) merge(mapping, source);
    return mapping;
  }

  function readName(key: ParsedNode): string | undefined {
    if (!isScalar(key) || (key.type === "PLAIN" && key.source === "")) {
      reject(key, "yaml-key", ...EXPLANATIONS.NON_STRING_KEY);
      return undefined;
    }
    if (key.tag) reportTag(key.range[0]);
    const name = String(readScalar(key, ""));
    if (key.anchor !== undefined) anchors.set(key.anchor, { value: name, node: key, size: 1 });
    return name;
  }

  function readSources(value: unknown, node: ParsedNode): readonly object[] {
    // Why: an alias without an anchor is null, and has already been reported.
    const sources = [value].flat().filter((source) => source !== null || readable);
    if (sources.every(isMapping)) return sources;
    // Why: an anchor on the line of a field belongs to the field's name.
    const isName = isAlias(node) && typeof value === "string";
    const hint = isName ? "Put the anchor on a line of its own, before the mapping." : undefined;
    reject(node, "yaml-alias", "`<<` must be a mapping or a list of mappings", hint);
    return [];
  }

  function merge(mapping: Mapping, source: object) {
    for (const [name, value] of Object.entries(source)) {
      if (Object.hasOwn(mapping, name)) continue;
      define(mapping, name, value);
      places.addMerged(mapping, name, source);
    }
  }

  function follow(alias: Alias.Parsed): unknown {
    const anchor = anchors.get(alias.source);
    if (anchor === undefined || Number.isNaN(anchor.size)) {
      const message = `there is no complete anchor ${quote(`&${alias.source}`)} before this alias`;
      reject(alias, "yaml-alias", message, "Put text that starts with `*` in quotes.");
      return null;
    }
    places.targets.set(alias, anchor.node);
    values += anchor.size;
    aliasedValues += anchor.size;
    // Why: in a large file each entry may take its defaults from the first.
    const most = Math.max(MAX_ALIASED_VALUES, file.text.length);
    if (aliasedValues <= most) return anchor.value;
    // Why: reported once, at the alias that exceeds the limit.
    if (aliasedValues - anchor.size <= most) {
      reject(alias, "yaml-alias", "the aliases of this file expand to too many values");
    }
    return null;
  }

  function reportTag(valueStart: number) {
    let start = file.text.lastIndexOf("!", valueStart);
    while (/[^\s,[\]{}]/.test(file.text.charAt(start - 1))) start--;
    const [tag = ""] = /^[^\s,[\]{}]*/.exec(file.text.slice(start, valueStart)) ?? [];
    const [message, hint] = EXPLANATIONS.TAG_RESOLVE_FAILED;
    const span = { file, start, end: start + tag.length };
    report(errorAt(span, "yaml-tag", `${message}, found ${quote(tag)}`, hint));
  }

  function reportRepeat(mapping: object, name: string, key: ParsedNode) {
    const first = lines.linePos(locate(mapping, name, "key").start).line;
    const message = `duplicate field ${quote(name)}: first given on line ${first}`;
    broken = true;
    report(errorAt(spanOf(key), "duplicate-field", message));
  }

  /** Reports a node that makes the whole file unusable. */
  function reject(node: ParsedNode, code: DiagnosticCode, message: string, hint?: string) {
    broken = true;
    readable = false;
    report(errorAt(spanOf(node), code, message, hint));
  }
}
