// Signs that look like those of YAML and are none, as word processors and chats put them into what is
// pasted: blanks, dashes and colons that keep a text from being read, and quotes that become part of it.
import { EVENT_ID, type Event, SCALAR_STYLE, type ScalarEvent } from "js-yaml";
import { type Diagnostic, quote, type SeedFile } from "../diagnostics/diagnostic.ts";

const BLANK = "[\\u00a0\\u1680\\u2000-\\u200b\\u202f\\u205f\\u3000]";

// Why: only where YAML would have a sign of its own; elsewhere in a text all of them are welcome.
const PLACES: readonly RegExp[] = [
  new RegExp(`^([ \\t]*(?:-[ \\t]*)?)(${BLANK})`),
  new RegExp(`^([ \\t]*(?:-[ \\t]+)?\\w+:)(${BLANK})`),
  /^([ \t]*)([\u2012-\u2015\u2212])\s/,
  /^([ \t]*(?:-[ \t]+)?\w+)(\uff1a)/,
];

/** Finds the first such sign in a line, where YAML needs a blank, a dash or a colon. */
export function findPastedSign(line: string): { index: number; sign: string } | undefined {
  for (const place of PLACES) {
    const [, before = "", sign] = place.exec(line) ?? [];
    if (sign !== undefined) return { index: before.length, sign };
  }
  return undefined;
}

/** Says what such a sign is, and the mend. */
export function describePastedSign(sign: string): { message: string; hint: string } {
  const point = `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  const { name, plain } = nameOf(sign);
  return {
    message: `a ${name} (${point}) stands here, which YAML takes for text`,
    hint: `Put a plain ${plain} in place of the ${name} (${point}).`,
  };
}

function nameOf(sign: string): { name: string; plain: string } {
  if (sign === "\uff1a") return { name: "full-width colon", plain: "colon and a blank" };
  if (/[\u2012-\u2015\u2212]/.test(sign)) return { name: "long dash", plain: "hyphen" };
  if (sign === "\u200b") return { name: "zero-width space", plain: "blank, or nothing," };
  return { name: sign === "\u00a0" ? "no-break space" : "special blank", plain: "blank" };
}

const QUOTES = "\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb\u2039\u203a";

const ANY_QUOTE = new RegExp(`[${QUOTES}]`);

/** Finds the plain texts that stand in typographic quotes; each a warning. */
export function findTypographicQuotes(file: SeedFile, events: readonly Event[]): Diagnostic[] {
  const { text } = file;
  // Why: most files have none, and to look at every value takes a while.
  if (text.search(ANY_QUOTE) === -1) return [];
  return events.filter(isQuoted).map(({ valueStart: start, valueEnd: end }) => {
    const written = text.slice(start, end);
    const message = `the typographic quotes are part of this text, ${quote(written)}`;
    const hint = `Use plain ones: ${quote(`"${written.slice(1, -1)}"`).slice(1, -1)}. If these are meant, put plain quotes around them.`;
    const span = { file, start, end };
    return { severity: "warning", code: "typographic-quotes", message, hint, span };
  });

  function isQuoted(event: Event): event is ScalarEvent {
    if (event.type !== EVENT_ID.SCALAR || event.style !== SCALAR_STYLE.PLAIN) return false;
    const { valueStart: start, valueEnd: end } = event;
    if (end - start < 2 || !QUOTES.includes(text.charAt(start))) return false;
    return QUOTES.includes(text.charAt(end - 1));
  }
}
