import { describe, expect, test } from "bun:test";
import * as v from "valibot";
import type { Span } from "../../../src/seeds/diagnostics/diagnostic.ts";
import { parseYaml } from "../../../src/seeds/yaml/parse.ts";
import { placeOf } from "../../../src/shared/lines.ts";
import { load, SHOP } from "../load.ts";

const MERCHANTS = v.object({ merchants: v.array(v.custom<object>((value) => value !== null)) });

/** Where a field of the last merchant is, and what is marked there. */
function place(text: string, field = "name", part: "key" | "value" = "value"): string {
  const file = { path: "seeds.yaml", text };
  const { root, locate } = parseYaml({ file, digitFields: new Set(), report: () => {} });
  return shown(text, locate(v.parse(MERCHANTS, root).merchants.at(-1), field, part));
}

function shown(text: string, { start, end }: Span): string {
  const { line, column } = placeOf(text, start);
  return `${line}:${column} ${JSON.stringify(text.slice(start, end))}`;
}

describe("the place", () => {
  test.each<[string, string, string]>([
    ["text", "merchants:\n- name: Acme Books # why\n", '2:9 "Acme Books"'],
    ["quoted text", "merchants:\n- name: 'Acme''s'\n", "2:9 \"'Acme''s'\""],
    ["text behind a tab", "merchants:\n- name:\tAcme\n", '2:9 "Acme"'],
    ["text behind an emoji", "merchants: [{ slug: 📚, name: Acme }]", '1:31 "Acme"'],
    ["text of two lines", "merchants:\n- name: Acme\n    Books\n", '2:9 "Acme\\n    Books"'],
    ["a block", "merchants:\n- name: |\n\n    Acme\n    Books\n\n", '4:5 "Acme\\n    Books"'],
    ["a block without text", "merchants:\n- name: >-  # none > all\n\n", '2:9 ">"'],
    ["nothing", "merchants:\n- name:   # why\n", '2:7 ""'],
    ["nothing, in braces", "merchants: [{ slug: a, name: }]", '1:28 ""'],
    ["nothing, not even a colon", "merchants: [{ slug: a, name }]\n", '1:28 ""'],
    ["nothing, behind an explicit name", "merchants:\n- ? name\n  ? slug\n", '2:9 ""'],
    ["nothing, at an anchor", "merchants:\n- name: &none\n", '2:9 "&none"'],
    ["a list", "merchants:\n- name:\n  - a\n  - b\n", '3:3 "- a"'],
    ["a list in brackets", "merchants:\n- name: [\n    a ]\n", '2:9 "["'],
    ["an alias, which is that of its anchor", "a: &a Acme\nmerchants:\n- name: *a\n", '1:7 "Acme"'],
    [
      "a field that is merged",
      "a: &a { name: Acme }\nb: &b { <<: *a }\nmerchants:\n- slug: a\n  <<: [{ id: 1 }, *b]\n",
      '1:15 "Acme"',
    ],
    ["a field of an alias", "a: &a { name: Acme }\nmerchants: [*a]\n", '1:15 "Acme"'],
    [
      "a field that is missing, which is that of its mapping",
      "merchants:\n- slug: a\n",
      '2:3 "slug: a"',
    ],
  ])("of %s", (_what, text, expected) => {
    expect(place(text)).toBe(expected);
    const ended = expected.replaceAll("\\n", "\\r\\n");
    expect(place(text.replaceAll("\n", "\r\n")).replaceAll('\\r"', '"')).toBe(ended);
  });

  test("of a name is that in the mapping from which it is merged", () => {
    const text = "a: &a { 'name': Acme }\nmerchants: [{ <<: *a }]\n";
    expect(place(text, "name", "key")).toBe("1:9 \"'name'\"");
  });
});

describe("in a large file", () => {
  const orders = Array.from(
    { length: 2_000 },
    (_, n) => `- ref: order-${n}\n  product: ATLAS-1\n  amountMinor: "4900"\n  createdAt: now-1d\n`,
  ).join("");

  test("a mistake in the last line has its line and column", () => {
    const text = `# 📚${SHOP}orders:\n${orders}  state: 1`;
    const [found, ...more] = load(text).diagnostics.filter(({ severity }) => severity === "error");
    expect(more).toEqual([]);
    expect(found && placeOf(text, found.span.start)).toEqual({ line: 8_005, column: 10 });
  });

  test("an empty value has its location after 10 000 others", () => {
    const text = `a:\n${"-\n".repeat(10_000)}`;
    const file = { path: "seeds.yaml", text };
    const { root, locate } = parseYaml({ file, digitFields: new Set(), report: () => {} });
    const { a } = v.parse(v.object({ a: v.custom<object>(Array.isArray) }), root);
    expect(placeOf(text, locate(a, 9_999).start)).toEqual({ line: 10_001, column: 1 });
  });
});
