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
export function cutEntries(entries: Entries): Entries {
  return {
    ...(entries.apiKey && { apiKey: cutEntry(entries.apiKey) }),
    merchants: entries.merchants.map(cutEntry),
    keys: entries.keys.map(cutEntry),
    products: entries.products.map(cutEntry),
    orders: entries.orders.map(cutEntry),
    faults: entries.faults.map(cutEntry),
    settings: entries.settings.map(cutEntry),
  };
}

/** Cuts a scenario off from its text. */
export function cutScenario({ name, description, extends: parent, changes }: Scenario): Scenario {
  return {
    name,
    ...(description !== undefined && { description }),
    ...(parent !== undefined && { extends: parent }),
    changes: cutChanges(changes),
  };
}

function cutChanges(changes: Changes): Changes {
  return {
    ...(changes.apiKey && { apiKey: cutEntry(changes.apiKey) }),
    merchants: changes.merchants.map(cutEntry),
    keys: changes.keys.map(cutEntry),
    products: changes.products.map(cutEntry),
    orders: changes.orders.map(cutEntry),
    ...(changes.faults && { faults: changes.faults.map(cutEntry) }),
    settings: changes.settings.map(cutEntry),
  };
}
