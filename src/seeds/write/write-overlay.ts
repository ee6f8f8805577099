// A value → the text by which it is read as if it stood in a seed file: JSON, which YAML contains but for
// a few signs.

// Why: deeper than the reader goes, which then says so.
const MOST_DEPTH = 70;

/** Writes a value as text. Throws where JSON has no words for it. */
export function writeOverlay(value: unknown): string {
  const text = JSON.stringify(cutDeep(value, MOST_DEPTH) ?? value, null, 2);
  return `${text.replace(/[\x7f-\x9f\ufeff\ufffe\uffff]/g, escapeSign)}\n`;
}

/** Cuts a value to the first way in it that leads too deep, and that to its beginning; undefined if none does. */
// Why: written with its indentation, what is nested deep takes gigabytes.
function cutDeep(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  if (depth === 0) return null;
  for (const [name, inner] of Object.entries(value)) {
    const way = cutDeep(inner, depth - 1);
    if (way !== undefined) return Array.isArray(value) ? [way] : Object.fromEntries([[name, way]]);
  }
  return undefined;
}

const escapeSign = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
