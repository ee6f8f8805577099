// The names by which entries refer to each other: slugs, tokens, public codes, refs and ids. Each
// stands for one thing; a second one is reported, with the place of the first.
import { type Diagnostic, errorAt, quote } from "./diagnostic.ts";
import { type Entry, locateField, originOf } from "./entries.ts";
import type { Failures } from "./failures.ts";
import { suggest } from "./nearest.ts";

/** What carries a name: the entry and the field that gives it. */
export interface Naming {
  readonly entry: Entry<unknown>;
  readonly field: string;
}

export interface Names<Thing> {
  /** Gives a thing a name. False, and reported, where the name is taken. */
  add(name: string, thing: Thing, naming: Naming): boolean;
  /** Finds what a field refers to. Undefined, and reported, where the name leads nowhere. */
  resolve(name: string, naming: Naming): Thing | undefined;
}

const SHOWN_NAMES = 8;

// Why: each search looks at every name; nobody reads so many suggestions.
const MAX_SEARCHES = 50;

/** Makes an empty set of names; `noun` is what they are names of, `failures` what is excused. */
export function createNames<Thing>(
  noun: string,
  failures: Pick<Failures, "mayHold">,
  report: (diagnostic: Diagnostic) => void,
): Names<Thing> {
  const things = new Map<string, { thing: Thing; entry: Entry<unknown> }>();
  const spoken: string[] = [];
  let searches = 0;

  return {
    add(name, thing, { entry, field }) {
      const taken = things.get(name);
      if (taken && taken.entry !== entry) {
        const message = `this \`${field}\` is already that of the ${noun} at ${originOf(taken.entry)}`;
        report(errorAt(locateField(entry, field), "duplicate-name", message));
        return false;
      }
      things.set(name, { thing, entry });
      if (field !== "id") spoken.push(name);
      return true;
    },

    resolve(name, { entry, field }) {
      const found = things.get(name) ?? things.get(idOrName(name));
      if (found) return found.thing;
      if (failures.mayHold(name)) return undefined;
      const message = `no ${noun} is called ${quote(name)}`;
      report(errorAt(locateField(entry, field), "dangling-reference", message, hintFor(name)));
      return undefined;
    },
  };

  function hintFor(name: string): string {
    if (spoken.length === 0) {
      return `No ${noun} is defined in these files; to read them with the others, name their directory.`;
    }
    const suggestion = searches++ < MAX_SEARCHES ? suggest(name, spoken) : undefined;
    return suggestion ?? `Known: ${listNames(spoken)}.`;
  }
}

// Contract: §2 ids are UUIDs, which are the same in either case; they are kept in lower case.
function idOrName(name: string): string {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(name) ? name.toLowerCase() : name;
}

function listNames(known: readonly string[]): string {
  const more = known.length > SHOWN_NAMES ? `, and ${known.length - SHOWN_NAMES} more` : "";
  return known.slice(0, SHOWN_NAMES).join(", ") + more;
}
