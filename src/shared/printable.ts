// Makes texts of others safe to print: nothing in them acts on a terminal or a CI system, or hides from a reader.

// Why: control characters act on a terminal, and so do line ends of Unicode on a log; formatting characters turn the
// direction of writing or take no width. Emoji and some scripts need the two joiners.
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]|(?!\u200c|\u200d)\p{Cf}/gu;

// Why: GitHub and Azure obey what begins a line with the first, and what has one of the others anywhere.
const CI_COMMAND = /^(\s*:):|(#)#(?=\[|vso\[)/g;

/** Whether nothing in a text acts on a terminal, or can't be seen. */
export function isPrintable(text: string): boolean {
  return text.search(UNSEEN) === -1;
}

/** Makes a text safe as part of one line. U+FFFD is in the place of what acts or can't be seen. */
export function printable(text: string): string {
  // Why: a tab is as wide as the terminal likes.
  return text.replace(/\t/g, "  ").replace(UNSEEN, "\ufffd").replace(CI_COMMAND, "$1$2\ufffd");
}

/** Makes each line of a text safe. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}

/** Makes one line of a text, cut to `longest` characters. */
export function printableLine(text: string, longest = 400): string {
  const line = printable(text.replace(/\s+/g, " "));
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

/** Writes JSON on one line, with escapes for what acts on a terminal or can't be seen. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(UNSEEN, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
