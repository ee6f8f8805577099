// JSON as people read it, without a change to any of its values.

const CUT = /… \(cut at [^()]*\)$/;

/** Indents JSON; other texts stay as they are. */
export function indentJson(text: string): string {
  if (!CUT.test(text) && !isJson(text)) return text;
  let depth = 0;
  const line = () => `\n${"  ".repeat(Math.max(0, depth))}`;
  return text.replace(/"(?:[^"\\]|\\.)*"?|\{\s*\}|\[\s*\]|[[\]{},:]|\s+(?!\(cut)/g, (mark) => {
    if (mark === "{" || mark === "[") depth++;
    if (mark === "}" || mark === "]") depth--;
    if (mark === "{" || mark === "[" || mark === ",") return mark + line();
    if (mark === "}" || mark === "]") return line() + mark;
    if (mark === ":") return ": ";
    // Why: what is left are strings, and spaces with nothing or an empty pair of brackets around them.
    return mark.startsWith('"') ? mark : mark.replace(/\s/g, "");
  });
}

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) instanceof Object;
  } catch {
    return false;
  }
}
