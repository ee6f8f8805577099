// Hides keys in what a client wrote, wherever it put them: a path, a header, a field's name.
import type { Key } from "../seeds/blueprint.ts";
import { maskKey } from "./keys.ts";

/** Makes the mask of some keys: a function that hides each of them in a text. */
export function createMask(keys: ReadonlyMap<string, Key>): (text: string) => string {
  let forms: ReadonlyMap<string, string> | undefined;
  let lengths: readonly number[] = [];

  return (text) => {
    if (forms === undefined) {
      forms = new Map([...keys.keys()].flatMap(formsOf));
      // Why: the longest first, for a key may be the beginning of another.
      lengths = [...new Set([...forms.keys()].map((form) => form.length))].toSorted(
        (a, b) => b - a,
      );
    }
    return hide(text, forms, lengths);
  };
}

/** A key as it is and as it stands in a URL, with its mask. */
function formsOf(key: string): [form: string, mask: string][] {
  const mask = maskKey(key);
  return [
    [key, mask],
    [encodeURIComponent(key), mask],
  ];
}

// Why: looked up at each place by the few lengths there are, so that the number of keys costs nothing.
function hide(
  text: string,
  forms: ReadonlyMap<string, string>,
  lengths: readonly number[],
): string {
  let hidden = "";
  let at = 0;
  while (at < text.length) {
    const length = lengths.find((size) => forms.has(text.slice(at, at + size))) ?? 0;
    hidden += length === 0 ? text[at] : forms.get(text.slice(at, at + length));
    at += length || 1;
  }
  return hidden;
}
