// Quotes texts for a POSIX shell, in commands that people paste.
import { isPrintable } from "./printable.ts";

/** Quotes a text. `printf` writes a text with control characters; line ends at its end are lost. */
// Why: in single quotes, a shell changes nothing except a single quote. But a terminal obeys pasted control
// characters, quoted or not. `$'…'` does not work in dash.
export function shellQuote(text: string): string {
  if (!isPrintable(text)) return `"$(${shellPrintf(text)})"`;
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Formats a text as one word, quoted only if necessary. */
export function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : shellQuote(text);
}

const encoder = new TextEncoder();

/** Formats the command that prints a text exactly. */
export function shellPrintf(text: string): string {
  // Why: `printf` reads a leading hyphen as an option, and bash expands `!` even in quotes.
  const format = Array.from(text, (character, at) =>
    !isPrintable(character) || /['!\\]/.test(character) || (at === 0 && character === "-")
      ? octal(character)
      : character.replace("%", "%%"),
  );
  return `printf '${format.join("")}'`;
}

function octal(character: string): string {
  const bytes = encoder.encode(character);
  return Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
