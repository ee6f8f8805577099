// Finds the words of code that are shown in colour.
import { loadLanguage, type ShjLanguage, type ShjToken, tokenize } from "@speed-highlight/core";

/** A segment of code; `kind` is its class in the style sheet. */
export interface Segment {
  readonly text: string;
  readonly kind: string | undefined;
}

// Why: operators and names are not coloured, which keeps the pages small.
const KINDS: Readonly<Partial<Record<ShjToken, string>>> = {
  kwd: "k",
  func: "f",
  str: "s",
  num: "n",
  bool: "n",
  var: "v",
  cmnt: "c",
};

// Why: the library has no PHP.
const PHP = [
  { type: "cmnt", match: /\/\/.*|#.*/g },
  { expand: "str" },
  { type: "kwd", match: /<\?php|\b(?:echo|else|for|foreach|function|if|new|return|use)\b/g },
  { type: "bool", match: /\b(?:true|false|null)\b/gi },
  { type: "var", match: /\$\w+/g },
  { type: "func", match: /\b[a-z_]\w*(?=\s*\()/gi },
  { type: "num", match: /\b[A-Z][A-Z_]+\b/g },
];

/** Splits code into segments. Code of an unknown syntax is one segment. */
export async function highlight(code: string, syntax: string): Promise<Segment[]> {
  if (syntax === "php") loadLanguage("php", { default: PHP as never });
  const segments: Segment[] = [];
  const split = tokenize(code, syntax as ShjLanguage, (text, token) => {
    const kind = token && KINDS[token];
    const last = segments.at(-1);
    if (last !== undefined && last.kind === kind) {
      segments[segments.length - 1] = { text: last.text + text, kind };
    } else if (text !== "") segments.push({ text, kind });
  });
  // Why: the library rejects the names of syntaxes that it does not have.
  return split.then(
    () => segments,
    () => [{ text: code, kind: undefined }],
  );
}
