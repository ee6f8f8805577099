// Texts as words of a POSIX shell, for command lines that people paste.

/** Quotes a text. */
// Why: between single quotes, a shell takes everything as it is except a single quote.
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Writes a text as one word, quoted only where it has to be. */
export function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : shellQuote(text);
}
