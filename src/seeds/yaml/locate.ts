// Finds the place of a parsed value in its text. Places are computed on demand, because most files have no
// mistakes.
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import type { SeedFile, Span } from "../diagnostics/diagnostic.ts";

type Fields = ReadonlyMap<unknown, Pair<ParsedNode, ParsedNode | null>>;

/** Creates the locator of one file. Its values are added as they are read. */
export function createLocator(file: SeedFile, contents: ParsedNode | null) {
  const { text } = file;
  const nodes = new Map<object, YAMLMap.Parsed | YAMLSeq.Parsed>();
  const fields = new Map<YAMLMap.Parsed, Fields>();
  // Why: an alias is shown at its anchor, because the value is written there.
  const targets = new Map<ParsedNode, ParsedNode>();
  const origins = new Map<object, Map<string, object>>();

  return { nodes, targets, addMerged, locate, spanOf };

  /** Adds a field that a mapping inherits from another one. */
  function addMerged(mapping: object, name: string, source: object) {
    const merged = origins.get(mapping) ?? new Map<string, object>();
    origins.set(mapping, merged.set(name, origins.get(source)?.get(name) ?? source));
  }

  function locate(
    container?: object,
    key?: string | number,
    part: "key" | "value" = "value",
  ): Span {
    const node = (container && nodes.get(container)) ?? contents;
    if (container === undefined || key === undefined || node === null) return spanOf(node);
    if (!isMap(node)) {
      const item = (isSeq(node) && node.items[Number(key)]) || node;
      return spanOf(targets.get(item) ?? item);
    }
    const field = fieldsOf(node).get(key);
    if (field === undefined) {
      const source = origins.get(container)?.get(String(key));
      return source ? locate(source, key, part) : spanOf(node);
    }
    if (part === "key") return spanOf(field.key);
    if (field.value === null) return emptyAt(field.key.range[1]);
    return spanOf(targets.get(field.value) ?? field.value);
  }

  function fieldsOf(node: YAMLMap.Parsed): Fields {
    const known = fields.get(node);
    if (known) return known;
    // Why: if a field is given twice, the first counts.
    const pairs = node.items.toReversed().map((pair) => [nameOf(pair.key), pair] as const);
    const found = new Map(pairs);
    fields.set(node, found);
    return found;
  }

  /** The part of a node to mark: a whole text, or the first line or bracket of a mapping or list. */
  function spanOf(node: ParsedNode | null): Span {
    if (node === null) return emptyAt(text.trimEnd().length);
    const [start, end] = node.range;
    if (isAlias(node)) return { file, start, end };
    if (!isScalar(node)) return { file, start, end: node.flow ? start + 1 : lineEnd(start) };
    if (node.type === "PLAIN" && node.source === "") return emptySpan(start);
    if (node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED") return blockSpan(start, end);
    return { file, start, end };
  }

  /** Marks the text of a block, or the `|` or `>` of one without text. */
  function blockSpan(start: number, end: number): Span {
    const body = text.slice(lineEnd(start), end);
    if (body.trim() === "") return { file, start, end: start + 1 };
    const indent = body.length - body.trimStart().length;
    return { file, start: lineEnd(start) + indent, end: lineEnd(start) + body.trimEnd().length };
  }

  /** Marks the anchor or tag of an empty value, or the colon or dash before it. */
  function emptySpan(at: number): Span {
    if (text.charAt(at) === ":") return emptyAt(at);
    const lineStart = text.lastIndexOf("\n", at - 1) + 1;
    const before = text.slice(lineStart, at).trimEnd();
    const end = lineStart + before.length;
    const mark = /[&!][^\s,[\]{}]*$/.exec(before);
    if (mark) return { file, start: lineStart + mark.index, end };
    return emptyAt(/[-:]$/.test(before) ? end - 1 : end);
  }

  function emptyAt(start: number): Span {
    return { file, start, end: start };
  }

  function lineEnd(offset: number): number {
    const end = text.indexOf("\n", offset);
    return end === -1 ? text.length : end;
  }
}

function nameOf(key: ParsedNode): unknown {
  return isScalar(key) ? key.value : undefined;
}
