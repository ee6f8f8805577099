// YAML as people write it, made at random: every style of text, comments, anchors, merges, odd words.
import fc from "fast-check";

// Each is text or a value by the core schema; none begins with a sign that YAML takes for its own.
const WORDS = [
  ..."acme|PAID|now-3d|2026-10-17|2026-10-17T09:00:00Z|0o17|0x1F|1e3|1E-2|.5|5.|1_000|-0|+12|007|0b11".split(
    "|",
  ),
  ..."99999999999999999999|1.50|.inf|-.INF|.nan|~|null|Null|nUll|true|False|yes|no|on|off|-x|?x|:x|a:b".split(
    "|",
  ),
  ...'a#b|it\'s|say "so"|http://localhost:4700/x?y=1|12:30:45|<<|=|Ä Ö|東京|📚 books|a\u00a0b|a\u2028b|a\u0085b'.split(
    "|",
  ),
];

const LINE = fc.constantFrom(
  "acme",
  "a b",
  "'",
  '"',
  "\\",
  "# no comment",
  "a: b",
  "- c",
  "💥",
  "{n}",
  "é\u2029",
);
const NAMES = [
  "slug",
  "a b",
  "on",
  "1",
  "~",
  "__proto__",
  "constructor",
  "'q'",
  '"d\\t"',
  "💥",
  "k-1",
  "2026-10-17",
];

type Node =
  | { readonly kind: "plain" | "single" | "double"; readonly text: string }
  | { readonly kind: "block"; readonly head: string; readonly lines: readonly string[] }
  | { readonly kind: "empty" | "alias" }
  | { readonly kind: "list"; readonly flow: boolean; readonly items: readonly Written[] }
  | { readonly kind: "mapping"; readonly flow: boolean; readonly items: readonly Written[] };

/** A node with what stands around it. */
interface Written {
  readonly node: Node;
  readonly anchor: boolean;
  readonly merge: boolean;
  readonly comment: string;
}

const { written } = fc.letrec<{ written: Written; node: Node }>((tie) => {
  const items = fc.array(tie("written"), { maxLength: 4 });
  return {
    node: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      fc.record({ kind: fc.constant("plain" as const), text: fc.constantFrom(...WORDS) }),
      fc.record({
        kind: fc.constantFrom("single" as const, "double" as const),
        text: fc.string({ unit: "grapheme", maxLength: 8 }),
      }),
      fc.record({
        kind: fc.constant("block" as const),
        head: fc.constantFrom("|", ">", "|-", ">-", "|+", ">+"),
        lines: fc.array(fc.oneof(LINE, fc.constant("")), { maxLength: 4 }),
      }),
      fc.record({ kind: fc.constantFrom("empty" as const, "alias" as const) }),
      fc.record({
        kind: fc.constantFrom("list" as const, "mapping" as const),
        flow: fc.boolean(),
        items,
      }),
    ),
    written: fc.record({
      node: tie("node"),
      anchor: fc.boolean(),
      merge: fc.boolean(),
      comment: fc.constantFrom("", "", "", " # why", "\n# a line", "\n\n"),
    }),
  };
});

const layout = fc.record({
  root: fc.array(written, { minLength: 1, maxLength: 5 }),
  start: fc.constantFrom("", "", "# seeds\n", "---\n", "%YAML 1.2\n---\n", "\n", "\uFEFF"),
  end: fc.constantFrom("", "", "...\n", "# end\n", "\n"),
  lineEnd: fc.constantFrom("\n", "\r\n"),
});

/** Texts that every YAML parser should take. */
export const yamlText = layout.map(({ root, start, end, lineEnd }) => {
  const anchors: string[] = [];
  const mappings: string[] = [];
  let made = 0;
  const body = writeMapping(root, 0);
  return (start + body + end).replaceAll("\n", lineEnd);

  function writeMapping(items: readonly Written[], indent: number): string {
    const lines = items.map(
      (item, at) => `${blanks(indent)}${nameOf(at)}:${write(item, indent)}\n`,
    );
    return lines.join("");
  }

  function writeList(items: readonly Written[], indent: number): string {
    return items.map((item) => `${blanks(indent)}-${write(item, indent)}\n`).join("");
  }

  /** What comes behind a colon or a dash. */
  function write({ node, anchor, merge, comment }: Written, indent: number): string {
    const name = `a${made++}`;
    if (node.kind === "alias") return ` ${aliasOr("none")}${comment}`;
    if (node.kind === "list" || node.kind === "mapping") {
      const mark = anchor ? ` &${name}` : "";
      const isBlock = !node.flow && node.items.length > 0;
      const inner = indent + 2;
      let text = isBlock ? "" : ` ${writeFlow(node)}${comment}`;
      const [base] = mappings;
      if (isBlock && node.kind === "list") text = `${comment}\n${writeList(node.items, inner)}`;
      if (isBlock && node.kind === "mapping") {
        const merged = merge && base ? `${blanks(inner)}<<: *${base}\n` : "";
        text = `${comment}\n${merged}${writeMapping(node.items, inner)}`;
      }
      if (anchor) anchors.push(name);
      if (anchor && node.kind === "mapping") mappings.push(name);
      return mark + (isBlock ? text.replace(/\n$/, "") : text);
    }
    const mark = anchor ? ` &${name}` : "";
    if (anchor) anchors.push(name);
    if ("text" in node) return `${mark} ${scalar(node)}${comment}`;
    if (!("lines" in node)) return mark + comment;
    const lines = node.lines.map((line) => (line === "" ? "\n" : `\n${blanks(indent + 2)}${line}`));
    return `${mark} ${node.head}${lines.join("")}`;
  }

  function writeFlow(node: Node): string {
    if (node.kind === "plain")
      return /[\s,[\]{}?:#]|^[-=<]/.test(node.text)
        ? `'${node.text.replaceAll("'", "''")}'`
        : node.text;
    if (node.kind === "single" || node.kind === "double") return scalar(node);
    if (node.kind === "alias") return aliasOr("[]");
    if (node.kind === "list")
      return `[${node.items.map((item) => writeFlow(item.node)).join(", ")}]`;
    if (node.kind !== "mapping") return "~";
    const pairs = node.items.map((item, at) => `${nameOf(at)}: ${writeFlow(item.node)}`);
    return `{ ${pairs.join(", ")} }`;
  }

  function aliasOr(other: string): string {
    const last = anchors.at(-1);
    return last === undefined ? other : `*${last}`;
  }
});

const blanks = (count: number) => " ".repeat(count);
const nameOf = (at: number) => NAMES[at] ?? `k${at}`;

function scalar(node: Extract<Node, { readonly text: string }>): string {
  if (node.kind === "double") return JSON.stringify(node.text);
  return node.kind === "plain" ? node.text : `'${node.text.replaceAll("'", "''")}'`;
}
