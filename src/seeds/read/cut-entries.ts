// Removes the references from entries to their texts, which are many times larger and needed only while seeds are
// checked.
import type { Changes, Entries, Entry, Scenario } from "./entries.ts";

/** Cuts an entry off from its text. */
export const cutEntry = <Seed>({ seed, path, line }: Entry<Seed>): Entry<Seed> => ({
  seed,
  path,
  line,
});

/** Cuts the entries of the base off from their texts. */
export const cutEntries = (entries: Entries): Entries => mapEntries(entries, cutEntry);

/** Cuts a scenario off from its text. */
export function cutScenario({ name, description, extends: parent, changes }: Scenario): Scenario {
  return {
    name,
    ...(description !== undefined && { description }),
    ...(parent !== undefined && { extends: parent }),
    changes: mapEntries(changes, cutEntry),
  };
}

/** Applies a function to each entry of the base or of a scenario. */
export function mapEntries<Lists extends Entries | Changes>(
  lists: Lists,
  map: <Seed>(entry: Entry<Seed>) => Entry<Seed>,
): Lists {
  const mapped = Object.entries(lists).map(([name, list]) => [
    name,
    Array.isArray(list) ? list.map((entry) => map(entry)) : map(list),
  ]);
  return Object.fromEntries(mapped) as Lists;
}
