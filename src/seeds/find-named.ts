// Which entry of a list a change is for.
import type { Entry } from "./entries.ts";

type Seed = Readonly<Record<string, unknown>>;

/** Makes what finds the entry that a change names by one of some fields; the first that leads to one counts. */
export function createFinder<Item extends Seed>(
  list: readonly Entry<Item>[],
  given: readonly Entry<Seed>[],
  names: readonly string[],
) {
  // Why: a list may be long, what a scenario says of it is short.
  const known = names.map((name) => {
    const wanted = new Set(given.map(({ seed }) => canonical(name, seed)));
    wanted.delete(undefined);
    if (wanted.size === 0) return [name, new Map<unknown, Entry<Item>>()] as const;
    const fitting = list.filter(({ seed }) => wanted.has(canonical(name, seed)));
    return [name, new Map(fitting.map((entry) => [canonical(name, entry.seed), entry]))] as const;
  });
  return (seed: Seed): Entry<Item> | undefined => {
    for (const [name, entries] of known) {
      const found = entries.get(canonical(name, seed));
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

// Contract: §2 ids are UUIDs, which are the same in either case.
function canonical(name: string, seed: Seed): unknown {
  const value = seed[name];
  return name === "id" && typeof value === "string" ? value.toLowerCase() : value;
}
