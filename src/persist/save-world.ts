// Saves a world: each change, the record of its clock and counters, and the last requests. restore-world.ts restores
// it.

import type { OrderSeed } from "../model/schema.ts";
import { cutEntry } from "../seeds/read/cut-entries.ts";
import type { Entry } from "../seeds/read/entries.ts";
import { groupOrders } from "../seeds/write/group-orders.ts";
import { formatInstant, instantAt } from "../shared/times.ts";
import type { World } from "../world/world.ts";
import { numbersOf, type PutPart, type SavedParts } from "./parts.ts";
import { createRecordSaver } from "./save-record.ts";
import { CHANGE, type SavedSnapshot, SNAPSHOT } from "./world-parts.ts";

export interface Saver {
  /** Writes the parts that have changed since the last save. If a write throws, the rest is written next time. */
  save(): void;
}

/** How many requests of the journal are saved by default. */
export const SAVED_REQUESTS = 100;

// Why: applying more or longer changes again is slower than reading a snapshot.
const MOST_CHANGES = 100;
const MOST_LOGGED_CHARACTERS = 1_000_000;

/**
 * Creates the saver of the world that `find` returns. `write` gets each changed part, or undefined to delete it. If the
 * world was restored, `parts` are its saved parts. `keptRequests` is how many requests of the journal are saved.
 */
export function createSaver(
  find: () => World | undefined,
  write: PutPart,
  parts: SavedParts = new Map(),
  keptRequests = SAVED_REQUESTS,
): Saver {
  const written = new Map(parts);
  const unwritten = new Map<string, string | undefined>();
  let world = parts.size > 0 ? find() : undefined;
  let savers = world ? createSavers(world, parts, putOf(world), keptRequests) : [];
  return {
    save() {
      const found = find();
      // Why: a reset creates another world, of which nothing is saved yet.
      if (found !== world) {
        for (const part of written.keys()) put(part, undefined);
        world = found;
        savers = found ? createSavers(found, new Map(), putOf(found), keptRequests) : [];
      }
      for (const save of savers) save();
      for (const [part, json] of unwritten) {
        write(part, json);
        unwritten.delete(part);
      }
    },
  };

  // Why: a request may still change a world that has been reset, and is not saved any more.
  function putOf(owner: World): PutPart {
    return (part, json) => {
      if (owner === world) put(part, json);
    };
  }

  function put(part: string, json: string | undefined): void {
    if (written.get(part) === json) return;
    if (json === undefined) written.delete(part);
    else written.set(part, json);
    unwritten.set(part, json);
  }
}

type Save = () => void;

function createSavers(world: World, parts: SavedParts, put: PutPart, keptRequests: number): Save[] {
  return [createChangeSaver(world, parts, put), createRecordSaver(world, parts, put, keptRequests)];
}

/** Creates what saves the changes of a world, and calls `onChange` after each. */
export function createChangeSaver(
  world: World,
  parts: SavedParts,
  put: PutPart,
  onChange = () => {},
): Save {
  const numbers = numbersOf(parts, CHANGE);
  let next = numbers.length;
  let length = numbers.reduce((sum, n) => sum + (parts.get(CHANGE + n)?.length ?? 0), 0);
  // Why: there is no log of earlier changes.
  let isLogged = parts.size > 0 || world.state === world.layer;
  world.onChange((change) => {
    if (change !== undefined) {
      const json = JSON.stringify(change);
      length += json.length;
      put(CHANGE + next++, json);
    }
    try {
      onChange();
    } catch (error) {
      // Why: the world takes the change back, which is in the log.
      isLogged = false;
      throw error;
    }
  });
  return () => {
    if (isLogged && next <= MOST_CHANGES && length <= MOST_LOGGED_CHARACTERS) return;
    isLogged = true;
    put(SNAPSHOT, JSON.stringify(writeSnapshot(world)));
    for (let number = 0; number < next; number++) put(CHANGE + number, undefined);
    next = 0;
    length = 0;
  };
}

/**
 * Writes a world's state as seeds. A changed order of a repeated entry is written separately, with its id, currency and
 * time, and with its entry and number.
 */
function writeSnapshot({ state: { source }, start }: World): SavedSnapshot {
  const entriesOf = <Seed>(items: readonly { readonly entry: Entry<Seed> }[]) =>
    items.map(({ entry }) => cutEntry(entry));
  const series = new Map<Entry<OrderSeed>, [number, number][]>();
  const orders = groupOrders(source.resolvedOrders()).map(({ entry, order, whole }, at) => {
    if (whole !== undefined) return cutEntry(whole);
    if (entry.series !== undefined) {
      const members = series.get(entry.series.entry) ?? [];
      series.set(entry.series.entry, members);
      members.push([at, entry.series.number]);
    }
    const { id, currency } = order;
    const createdAt = formatInstant(instantAt(order.createdAt, start));
    return { ...cutEntry(entry), seed: { ...entry.seed, id, currency, createdAt } };
  });
  const base = {
    merchants: entriesOf(source.merchants),
    keys: entriesOf(source.keys),
    products: entriesOf(source.products),
    orders,
    faults: entriesOf(source.faults),
    settings: [...source.settings],
  };
  return {
    seeds: { base, scenarios: [] },
    series: [...series].map(([entry, members]) => ({ entry: cutEntry(entry), members })),
    overrides: source.overrides,
  };
}
