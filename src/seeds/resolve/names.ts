// The names by which entries refer to each other: slugs, tokens, public codes, refs and ids. Each
// names one thing. A duplicate is reported, with the place of the first.
import { suggest } from "../../shared/closest-match.ts";
import { type Diagnostic, errorAt, quote, type Span } from "../diagnostics/diagnostic.ts";
import { type Entry, locateField, type Origin, whereIs } from "../read/entries.ts";
import type { Failures } from "../read/failures.ts";

type Noun = "merchant" | "key" | "product";

/** The entry and the field that give a name. */
export interface Naming {
  readonly entry: Entry<unknown>;
  readonly field: string;
}

/** Where duplicate and unknown names are reported, and which names are not reported. */
export interface NamesUser {
  readonly report: (diagnostic: Diagnostic) => void;
  readonly failures: Pick<Failures, "mayHold">;
  /** Whether there was such a thing before these changes. */
  readonly hadName: (noun: Noun, name: string) => boolean;
  /** How many more times a suggestion is looked for: each search compares every name. */
  searches: number;
}

export interface NamesOf<Thing> {
  /** Adds the name of a thing. False, and reported, if the name is taken. */
  add(name: string, thing: Thing, naming: Naming, user: NamesUser): boolean;
  /** Finds what a field refers to. Undefined, and reported, if nothing has this name. */
  resolve(name: string, naming: Naming, user: NamesUser): Thing | undefined;
  /** Finds what has a name. */
  find(name: string): Thing | undefined;
}

const SHOWN_NAMES = 8;

/** Creates an empty set of names; `noun` says what they name. */
export function createNames<Thing>(noun: Noun): NamesOf<Thing> {
  const things = new Map<string, { thing: Thing; origin: Origin }>();
  const readable: string[] = [];

  return {
    add(name, thing, naming, user) {
      const { entry, field } = naming;
      const taken = things.get(name);
      if (taken && taken.thing !== thing) {
        reportTaken(noun, taken.origin, naming, user);
        return false;
      }
      // Why: not the entry, because it would keep its text in memory.
      things.set(name, { thing, origin: { path: entry.path, line: entry.line } });
      if (field !== "id") readable.push(name);
      return true;
    },

    resolve(name, { entry, field }, user) {
      const found = find(name);
      if (found || user.failures.mayHold(name)) return found;
      const message = `unknown ${noun} ${quote(name)}`;
      const span = locateField(entry, field);
      const hint = user.hadName(noun, name) ? hintForRemoved(name, span) : hintFor(name, user);
      user.report(errorAt(span, "unknown-reference", message, hint));
      return undefined;
    },

    find,
  };

  function find(name: string): Thing | undefined {
    return (things.get(name) ?? things.get(idOrName(name)))?.thing;
  }

  function hintForRemoved(name: string, { pointer }: Span): string {
    return `This ${pointer === undefined ? "scenario" : "change"} removes or renames ${noun} ${quote(name)}.`;
  }

  function hintFor(name: string, user: NamesUser): string {
    if (readable.length === 0)
      return `The seeds define no ${noun}. Add it, or pass the directory of all seeds.`;
    const suggestion = user.searches-- > 0 ? suggestName(name, readable) : undefined;
    return suggestion ?? `Known: ${listNames(readable)}.`;
  }
}

/** Reports a name that another entry already has. */
export function reportTaken(
  noun: string,
  taken: Origin,
  { entry, field }: Naming,
  { report }: Pick<NamesUser, "report">,
): void {
  const message = `duplicate \`${field}\`: already used by the ${noun} ${whereIs(taken)}`;
  report(errorAt(locateField(entry, field), "duplicate-name", message));
}

// Why: an é is one character, or an e and an accent, and both look the same.
function suggestName(name: string, known: readonly string[]): string | undefined {
  const composed = name.normalize();
  if (!known.some((other) => other.normalize() === composed)) return suggest(name, known);
  return "Another name looks the same, but encodes its accents differently. Copy that one.";
}

/** Normalises a name: an id in lower case, any other name unchanged. */
// Contract: §2, ids are UUIDs, and their case does not matter.
export function idOrName(name: string): string {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(name) ? name.toLowerCase() : name;
}

function listNames(known: readonly string[]): string {
  const more = known.length > SHOWN_NAMES ? `, and ${known.length - SHOWN_NAMES} more` : "";
  return known.slice(0, SHOWN_NAMES).join(", ") + more;
}
