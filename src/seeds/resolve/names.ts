// The names by which entries refer to each other: slugs, tokens, public codes, refs and ids. Each
// stands for one thing; a second one is reported, with the place of the first.
import { suggest } from "../../shared/closest-match.ts";
import { type Diagnostic, errorAt, quote } from "../diagnostics/diagnostic.ts";
import { type Entry, locateField, type Origin, whereIs } from "../read/entries.ts";
import type { Failures } from "../read/failures.ts";

/** What carries a name: the entry and the field that gives it. */
export interface Naming {
  readonly entry: Entry<unknown>;
  readonly field: string;
}

/** Who is told of a name that is taken or leads nowhere, and what is excused. */
export interface NamesUser {
  readonly report: (diagnostic: Diagnostic) => void;
  readonly failures: Pick<Failures, "mayHold">;
  /** How many right spellings are still looked for: each search looks at every name. */
  searches: number;
}

export interface NamesOf<Thing> {
  /** Gives a thing a name. False, and reported, where the name is taken. */
  add(name: string, thing: Thing, naming: Naming, user: NamesUser): boolean;
  /** Finds what a field refers to. Undefined, and reported, where the name leads nowhere. */
  resolve(name: string, naming: Naming, user: NamesUser): Thing | undefined;
}

const SHOWN_NAMES = 8;

/** Makes an empty set of names; `noun` is what they are names of. */
export function createNames<Thing>(noun: string): NamesOf<Thing> {
  const things = new Map<string, { thing: Thing; origin: Origin }>();
  const spoken: string[] = [];

  return {
    add(name, thing, naming, user) {
      const { entry, field } = naming;
      const taken = things.get(name);
      if (taken && taken.thing !== thing) {
        reportTaken(noun, taken.origin, naming, user);
        return false;
      }
      // Why: not the entry, which knows its text.
      things.set(name, { thing, origin: { path: entry.path, line: entry.line } });
      if (field !== "id") spoken.push(name);
      return true;
    },

    resolve(name, { entry, field }, user) {
      const found = things.get(name) ?? things.get(idOrName(name));
      if (found) return found.thing;
      if (user.failures.mayHold(name)) return undefined;
      const message = `no ${noun} is called ${quote(name)}`;
      const hint = hintFor(name, user);
      user.report(errorAt(locateField(entry, field), "dangling-reference", message, hint));
      return undefined;
    },
  };

  function hintFor(name: string, user: NamesUser): string {
    if (spoken.length === 0) {
      return `No ${noun} is known from these files; to read them with others, name their directory.`;
    }
    const suggestion = user.searches-- > 0 ? suggestName(name, spoken) : undefined;
    return suggestion ?? `Known: ${listNames(spoken)}.`;
  }
}

/** Reports a name that another entry has already. */
export function reportTaken(
  noun: string,
  taken: Origin,
  { entry, field }: Naming,
  { report }: Pick<NamesUser, "report">,
): void {
  const message = `this \`${field}\` is already that of the ${noun} ${whereIs(taken)}`;
  report(errorAt(locateField(entry, field), "duplicate-name", message));
}

// Why: an é is one character, or an e and an accent; what differs so looks the same.
function suggestName(name: string, known: readonly string[]): string | undefined {
  const composed = name.normalize();
  if (!known.some((other) => other.normalize() === composed)) return suggest(name, known);
  return "One that looks the same has its accents in other characters: copy it from there.";
}

/** Writes a name as it is kept: an id in lower case, any other as it is. */
// Contract: §2 ids are UUIDs, which are the same in either case.
export function idOrName(name: string): string {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(name) ? name.toLowerCase() : name;
}

function listNames(known: readonly string[]): string {
  const more = known.length > SHOWN_NAMES ? `, and ${known.length - SHOWN_NAMES} more` : "";
  return known.slice(0, SHOWN_NAMES).join(", ") + more;
}
