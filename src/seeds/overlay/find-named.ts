// Which entries of a list a change is for: one, or the parts of a series that have its ref.
import type { Entry } from "../read/entries.ts";

type Seed = Readonly<Record<string, unknown>>;

/** Makes what finds the entries that a change names by one of some fields; the first that leads to any counts. */
export function createFinder<Item extends Seed>(
  list: readonly Entry<Item>[],
  given: readonly Entry<Seed>[],
  names: readonly string[],
): (seed: Seed) => readonly Entry<Item>[] {
  // Why: a list may be long, what a scenario says of it is short.
  const known = names.map((name) => {
    const wanted = new Set(given.map(({ seed }) => canonical(name, seed)));
    wanted.delete(undefined);
    const entries = new Map<unknown, Entry<Item>[]>([...wanted].map((value) => [value, []]));
    for (const entry of wanted.size > 0 ? list : []) {
      entries.get(canonical(name, entry.seed))?.push(entry);
    }
    return [name, entries] as const;
  });
  return (seed) => {
    for (const [name, entries] of known) {
      const found = entries.get(canonical(name, seed)) ?? [];
      if (found.length > 0) return found;
    }
    return [];
  };
}

// Contract: §2 ids are UUIDs, which are the same in either case.
function canonical(name: string, seed: Seed): unknown {
  const value = seed[name];
  return name === "id" && typeof value === "string" ? value.toLowerCase() : value;
}
