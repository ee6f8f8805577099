// Hides keys in what a client wrote, wherever it put them: a path, a header, a field's name.
import { maskKey } from "../keys.ts";

// Why: a key can be escaped more than once on its way here, though hardly more often than that.
const MOST_ESCAPES = 3;

type Mask = (text: string) => string;

// Why: thousands of worlds may share a hundred thousand keys.
const shared = new WeakMap<ReadonlyMap<string, unknown>, Mask>();

/** The mask of the keys of a layer, which is the same for all that share them. */
export function maskOf(keys: ReadonlyMap<string, unknown>): Mask {
  const mask = shared.get(keys) ?? createMask([...keys.keys()]);
  shared.set(keys, mask);
  return mask;
}

/** Makes the mask of some keys: a function that hides each of them in a text. */
export function createMask(keys: readonly string[]): Mask {
  let forms: Forms | undefined;
  return (text) => {
    forms ??= collectForms(keys);
    return hideEscaped(text, forms, MOST_ESCAPES);
  };
}

/** Hides keys of which signs are escaped that need not be, too: then the text is shown without escapes. */
function hideEscaped(text: string, forms: Forms, depth: number): string {
  const shown = hide(text, forms);
  const plain = depth === 0 ? shown : unescapeSigns(shown);
  if (plain === shown) return shown;
  const hidden = hideEscaped(plain, forms, depth - 1);
  return hidden === plain ? shown : hidden;
}

/** Resolves the escapes of URLs and of JSON. */
function unescapeSigns(text: string): string {
  return text.replace(/%([\da-f]{2})|\\u([\da-f]{4})/gi, (_all, inUrl, inJson) =>
    String.fromCharCode(Number.parseInt(inUrl ?? inJson, 16)),
  );
}

interface Forms {
  /** The masks of all keys by the forms in which these may stand in a text. */
  readonly masks: ReadonlyMap<string, string>;
  /** Their lengths, the longest first, for a key may be the beginning of another. */
  readonly lengths: readonly number[];
  /** What their first four signs are, each as one number. */
  readonly starts: ReadonlySet<number>;
}

function collectForms(keys: readonly string[]): Forms {
  const masks = new Map(keys.flatMap(formsOf));
  const forms = [...masks.keys()];
  return {
    masks,
    lengths: [...new Set(forms.map((form) => form.length))].toSorted((a, b) => b - a),
    starts: new Set(forms.map((form) => startAt(form, 0))),
  };
}

/** A key as it is, and as it stands in a URL and in JSON, with its mask. */
function formsOf(key: string): [form: string, mask: string][] {
  const mask = maskKey(key);
  const inJson = JSON.stringify(key).slice(1, -1);
  return [key, encodeURIComponent(key), inJson].map((form) => [form, mask]);
}

// Why: at nearly every place a look at four signs is enough; the lengths, of which there are few, are
// tried only at the others, and so the number of keys costs nothing.
function hide(text: string, { masks, lengths, starts }: Forms): string {
  let hidden = "";
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (!starts.has(startAt(text, at))) continue;
    const length = lengths.find((size) => masks.has(text.slice(at, at + size)));
    if (length === undefined) continue;
    hidden += text.slice(from, at) + masks.get(text.slice(at, at + length));
    from = at + length;
    at = from - 1;
  }
  return hidden + text.slice(from);
}

const startAt = (text: string, at: number) =>
  (text.charCodeAt(at) << 24) ^
  (text.charCodeAt(at + 1) << 16) ^
  (text.charCodeAt(at + 2) << 8) ^
  text.charCodeAt(at + 3);
