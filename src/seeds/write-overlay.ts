// A value → the text by which it is read as if it stood in a seed file: JSON, which YAML contains but for
// a few signs.

// Why: deeper than the reader goes, which then says so.
const MOST_DEPTH = 70;

/** Writes a value as text. Throws where JSON has no words for it, as for a circle. */
export function writeOverlay(value: unknown): string {
  // Why: written with its indentation, what is nested deep takes gigabytes.
  const text = isDeeper(value, MOST_DEPTH) ? nest(MOST_DEPTH) : JSON.stringify(value, null, 2);
  return `${text.replace(/[\x7f-\x9f\ufeff\ufffe\uffff]/g, escapeSign)}\n`;
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1));
}

const nest = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

const escapeSign = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
