// What the YAML parser says of broken text, with the mend that most often helps.

const MENDS: readonly (readonly [RegExp, string])[] = [
  [
    /^bad indentation/,
    "Check the indent and the blank after each colon; quote text that holds `: ` or begins with a sign.",
  ],
  [/^deficient indentation|^unexpected end/, "Is a bracket or a quote before it not closed?"],
  [
    /block mapping entry|key-value separator|after a mapping key|document separator is expected/,
    "Does a field's name lack its colon and blank, as in `name: value`?",
  ],
  [/^unknown escape/, "Write `\\\\` for a backslash, or use single quotes."],
  [/\btag\b/, "Quote a text that begins with `!`."],
];

/** Explains why the parser gave up: its reason, and the line as far as it came. */
export function explainSyntax(
  reason: string,
  line: string,
): { readonly message: string; readonly hint: string | undefined } {
  const message = reason
    .replace(/^nesting exceeded maxDepth \((\d+)\)/, "nested more than $1 deep")
    // Why: some reasons repeat what was found, at any length.
    .replace(/(?<=^.{100}).+/s, "…");
  const hint = MENDS.find(([pattern]) => pattern.test(reason))?.[1];
  if (line.includes("\t")) return { message, hint: "Put blanks in place of tabs." };
  const isClosing = /^deficient/.test(reason) && /^ *[\]}]/.test(line);
  return { message, hint: isClosing ? "Indent this bracket more than its field's name." : hint };
}
