// Makes untrusted text safe to print: nothing in it controls a terminal or a CI system, or is invisible.

// Why: control characters control a terminal, and Unicode line ends break a log. Formatting characters change the
// text direction or are invisible. Emoji and some scripts need the two joiners.
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]|(?!\u200c|\u200d)\p{Cf}/gu;

// Why: GitHub and Azure run lines that start with the first pattern, and lines with one of the others anywhere.
const CI_COMMAND = /^(\s*:):|(#)#(?=\[|vso\[)/g;

/** Whether a text has no control characters and no invisible characters. */
export function isPrintable(text: string): boolean {
  return text.search(UNSEEN) === -1;
}

/** Makes a text safe as part of one line. U+FFFD replaces unsafe characters. */
export function printable(text: string): string {
  // Why: the width of a tab depends on the terminal.
  return text.replace(/\t/g, "  ").replace(UNSEEN, "\ufffd").replace(CI_COMMAND, "$1$2\ufffd");
}

/** Makes each line of a text safe. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}

/** Makes a text safe on one line of at most `longest` characters. */
export function printableLine(text: string, longest = 400): string {
  const line = printable(text.replace(/\s+/g, " "));
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

/** Formats JSON on one line, with escapes for unsafe characters. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(UNSEEN, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
