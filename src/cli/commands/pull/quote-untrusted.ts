// What a server wrote, as it may be shown to a person.
import { createMask } from "../../../conform/mask.ts";
import { quote } from "../../../seeds/diagnostics/diagnostic.ts";

/** Quotes a text of a server: without the key, one line of it, cut short, safe to print. */
export type Quote = (text: string) => string;

/** Creates a function that quotes texts of a server that knows this key. */
export function createQuote(key: string): Quote {
  const mask = createMask({ full: key });
  // Why: in this order, for half a key is not found any more.
  return (text) => quote(mask(text));
}
