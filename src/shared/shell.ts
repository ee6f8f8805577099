// Texts as words of a POSIX shell, for command lines that people paste.
import { isPrintable } from "./printable.ts";

/** Quotes a text. One that a terminal would act on is written by `printf`, which drops line ends at its end. */
// Why: between single quotes, a shell takes everything as it is except a single quote; but a terminal acts on control
// characters that are pasted, whatever stands around them. Not `$'…'`, as dash does not know it.
export function shellQuote(text: string): string {
  if (!isPrintable(text)) return `"$(${shellPrintf(text)})"`;
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Writes a text as one word, quoted only where it has to be. */
export function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : shellQuote(text);
}

const encoder = new TextEncoder();

/** Writes the command that prints a text exactly. */
export function shellPrintf(text: string): string {
  // Why: `printf` takes what begins with a hyphen for an option, and bash replaces `!` even between quotes.
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
