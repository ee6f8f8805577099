// The second opinion on texts made at random: both parsers take them, with the same values and at the
// same places.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { isAlias, isMap, isScalar, isSeq } from "yaml";
import type { Span } from "../../src/seeds/diagnostics/diagnostic.ts";
import { type Document, parseYaml } from "../../src/seeds/yaml/parse.ts";
import "./load.ts";
import { ask, askYaml, readYaml } from "./second-opinion.ts";
import { yamlText } from "./yaml-texts.ts";

test("a text as people write it is taken alike", () => {
  fc.assert(
    fc.property(yamlText, (text) => {
      expect({ text, ...ask(text) }).toEqual({ text, ...askYaml(text) });
      expect(ask(text).problems).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test("every value of it is found where it is written", () => {
  fc.assert(
    fc.property(yamlText, (text) => {
      const file = { path: "seeds.yaml", text };
      const document = parseYaml({ file, digitFields: new Set(), report: () => {} });
      comparePlaces(document, document.root, readYaml(text).contents);
    }),
    { numRuns: 1_000 },
  );
});

/** Compares the places of all that is within a value. */
function comparePlaces(document: Document, value: unknown, node: unknown): void {
  if (typeof value !== "object" || value === null) return;
  if (isMap(node)) {
    for (const { key, value: inner } of node.items) {
      const name = isScalar(key) ? String(key.value) : "";
      if (name === "<<") continue;
      comparePlace(document.locate(value, name, "key"), key);
      comparePlace(document.locate(value, name), inner);
      comparePlaces(document, Object.entries(value).find(([field]) => field === name)?.[1], inner);
    }
  }
  if (isSeq(node) && Array.isArray(value)) {
    node.items.forEach((inner, index) => {
      comparePlace(document.locate(value, index), inner);
      comparePlaces(document, value[index], inner);
    });
  }
}

function comparePlace({ file: { text }, start, end }: Span, node: unknown): void {
  // Why: an alias is shown at its anchor, where the value is to be mended.
  if (isAlias(node)) return;
  if (!(isMap(node) || isSeq(node) || isScalar(node)) || !node.range) return;
  const [from, to] = node.range;
  const written = text.slice(start, end);
  if (!isScalar(node)) expect({ text, start }).toEqual({ text, start: from });
  else if (node.type === "PLAIN" && node.source === "") {
    expect(written).toMatch(/^$|^&/);
    expect(lineOf(text, start)).toBe(lineOf(text, node.anchor ? start : from));
  } else if (node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED") {
    expect({ text, written }).toEqual({ text, written: blockOf(text.slice(from, to)) });
  } else expect({ text, start, end }).toEqual({ text, start: from, end: to });
}

/** What is marked of a block: its text, or the sign of one without any. */
function blockOf(block: string): string {
  const [head = "", ...lines] = block.split(/(?<=\n)/);
  return lines.join("").trim() || head.slice(0, 1);
}

const lineOf = (text: string, offset: number) => text.slice(0, offset).split("\n").length;
