// Texts as words of a POSIX shell, for lines that people paste.

/** Quotes a text. */
// Why: within single quotes a shell leaves everything as it is, but for a single quote.
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
