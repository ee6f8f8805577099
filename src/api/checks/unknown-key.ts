// Explains why a key is unknown to a world, with the probable mistake.
import type { State } from "../../model/state.ts";
import { closestMatch } from "../../shared/closest-match.ts";
import { maskKey } from "../../world/journal/mask.ts";

type Keys = State["keys"];

const UNSET = /^["']?(undefined|null|none|nil|nan|true|false|\[object \w+\])["']?$/i;
const PLACEHOLDER =
  /^(?:\$\{?[A-Z_]+\}?|%[A-Z_]+%|\{\{\s?[\w.]+\s?\}\}|<[\w -]+>|(?:your|my)[-_](?:api[-_]?)?key)$/i;
const WRAPPING = /^(?:\\?["'`<])+|(?:\\?["'`>]|\\[nrt]|%0[ad]|[,;])+$/gi;

// Why: each key is compared with the unknown one.
const MOST_COMPARED = 100;

/** Explains a bearer token that is not one of the keys of a world, with the token masked. */
export function explainUnknownKey(world: string, keys: Keys, token: string): string {
  if (/\s/.test(token)) return "the Authorization header has more than one key; send exactly one";
  const [, unset] = UNSET.exec(token) ?? [];
  if (unset !== undefined) {
    return `the key is the text \`${unset}\`; set the variable that should hold the key`;
  }
  return `key ${maskKey(token)} is not a key of world ${world}; ${suggestFix(keys, token)}`;
}

function suggestFix(keys: Keys, token: string): string {
  const bare = token.replace(WRAPPING, "");
  if (bare !== token && keys.has(bare)) {
    return `it is ${bare} with extra characters, such as quotes or a line break; send only the key`;
  }
  if (PLACEHOLDER.test(token)) return "it is a placeholder; replace it with a key";
  const near = indexByCase(keys).get(bare.toLowerCase());
  if (near !== undefined) return `did you mean ${near}? Keys are case-sensitive`;
  const closest = keys.size > MOST_COMPARED ? undefined : closestMatch(bare, keys.keys(), 2);
  if (closest !== undefined) return `did you mean ${closest}?`;
  return "use one of its keys or add it to the seeds";
}

// Why: a set of seeds may hold a hundred thousand keys, which thousands of worlds share.
const indexes = new WeakMap<Keys, ReadonlyMap<string, string>>();

function indexByCase(keys: Keys): ReadonlyMap<string, string> {
  const known = indexes.get(keys);
  if (known !== undefined) return known;
  const index = new Map([...keys.keys()].map((key) => [key.toLowerCase(), key]));
  indexes.set(keys, index);
  return index;
}
