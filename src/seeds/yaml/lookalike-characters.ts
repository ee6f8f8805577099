// Characters that look like those of YAML but are not, as text pasted from word processors and chats has them: spaces,
// dashes and colons that YAML does not recognise, and quotes that become part of the text.
import { type Diagnostic, quote, type SeedFile } from "../diagnostics/diagnostic.ts";

const SPACE = "[\\u00a0\\u1680\\u2000-\\u200b\\u202f\\u205f\\u3000]";

// Why: only where YAML needs a character of its own; elsewhere in a text they are fine.
const PLACES: readonly RegExp[] = [
  new RegExp(`^([ \\t]*(?:-[ \\t]*)?)(${SPACE})`),
  new RegExp(`^([ \\t]*(?:-[ \\t]+)?\\w+:)(${SPACE})`),
  /^([ \t]*)([\u2012-\u2015\u2212])\s/,
  /^([ \t]*(?:-[ \t]+)?\w+)(\uff1a)/,
];

/** Finds the first such character in a line, where YAML needs a space, a dash or a colon. */
export function findLookalike(line: string): { index: number; character: string } | undefined {
  for (const place of PLACES) {
    const [, before = "", character] = place.exec(line) ?? [];
    if (character !== undefined) return { index: before.length, character };
  }
  return undefined;
}

/** Describes such a character, and how to fix it. */
export function describeLookalike(character: string): { message: string; hint: string } {
  const point = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  const { name, plain } = nameOf(character);
  return {
    message: `a ${name} (${point}), which YAML reads as text`,
    hint: `Use a plain ${plain} instead of the ${name} (${point}).`,
  };
}

function nameOf(character: string): { name: string; plain: string } {
  if (character === "\uff1a") return { name: "full-width colon", plain: "colon and a space" };
  if (/[\u2012-\u2015\u2212]/.test(character)) return { name: "long dash", plain: "hyphen" };
  if (character === "\u200b") return { name: "zero-width space", plain: "space, or nothing," };
  return { name: character === "\u00a0" ? "no-break space" : "special space", plain: "space" };
}

const QUOTES = "\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb\u2039\u203a";

/** Warns of a plain text that is in typographic quotes. */
export function findTypographicQuotes(
  file: SeedFile,
  [start, end]: readonly [start: number, end: number, ...unknown[]],
): Diagnostic[] {
  const { text } = file;
  if (end - start < 2 || !QUOTES.includes(text.charAt(start))) return [];
  if (!QUOTES.includes(text.charAt(end - 1))) return [];
  const written = text.slice(start, end);
  const message = `the typographic quotes are part of this text, ${quote(written)}`;
  const hint = `Use plain quotes: ${quote(`"${written.slice(1, -1)}"`).slice(1, -1)}. To keep these, put plain quotes around them.`;
  const span = { file, start, end };
  return [{ severity: "warning", code: "typographic-quotes", message, hint, span }];
}
