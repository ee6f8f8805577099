// The names by which entries refer to each other: slugs, tokens, public codes, refs and ids. Each
// stands for one thing; a second one is reported, with the place of the first.
import { type Diagnostic, nearest } from "./diagnostic.ts";
import type { Entry } from "./entries.ts";

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

/** Makes an empty set of names; `noun` is what they are names of, `failed` what is excused. */
export function createNames<Thing>(
  noun: string,
  failed: ReadonlySet<unknown>,
  report: (diagnostic: Diagnostic) => void,
): Names<Thing> {
  const things = new Map<string, { thing: Thing; entry: Entry<unknown>; shown: boolean }>();

  return {
    add(name, thing, { entry, field }) {
      const taken = things.get(idOrName(name));
      if (taken && taken.entry !== entry) {
        const first = taken.entry.document.origin(taken.entry.written);
        report({
          severity: "error",
          code: "duplicate-name",
          message: `this \`${field}\` is already that of the ${noun} at ${first}`,
          span: entry.document.locate(entry.written, field),
        });
        return false;
      }
      things.set(idOrName(name), { thing, entry, shown: field !== "id" });
      return true;
    },

    resolve(name, { entry, field }) {
      const found = things.get(idOrName(name));
      if (found) return found.thing;
      if (failed.has(name)) return undefined;
      const known = [...things].filter(([, { shown }]) => shown).map(([known]) => known);
      const near = nearest(name, known);
      report({
        severity: "error",
        code: "dangling-reference",
        message: `no ${noun} is called \`${name}\``,
        hint: near ? `Did you mean \`${near}\`?` : listNames(known),
        span: entry.document.locate(entry.written, field),
      });
      return undefined;
    },
  };
}

// Contract: §2 ids are UUIDs, which are the same in either case.
function idOrName(name: string): string {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(name) ? name.toLowerCase() : name;
}

function listNames(known: readonly string[]): string {
  if (known.length === 0) return "None is defined.";
  const more = known.length > SHOWN_NAMES ? `, and ${known.length - SHOWN_NAMES} more` : "";
  return `There is ${known.slice(0, SHOWN_NAMES).join(", ")}${more}.`;
}
