// The log of a world's changes. If it becomes long, a snapshot of the world's state replaces it.

import type { OrderSeed } from "../model/schema.ts";
import { isError } from "../seeds/diagnostics/diagnostic.ts";
import { applyOverlay } from "../seeds/overlay/apply.ts";
import { resolveSeeds } from "../seeds/overlay/scenarios.ts";
import type { Entry } from "../seeds/read/entries.ts";
import type { Layer } from "../seeds/resolve/layer.ts";
import { groupOrders } from "../seeds/write/group-orders.ts";
import { formatInstant, instantAt } from "../shared/times.ts";
import type { World } from "../world/world.ts";
import { ChangeSchema, type SavedSnapshot, SnapshotSchema } from "./format.ts";
import {
  CHANGE,
  numbersOf,
  type PutPart,
  readJson,
  SavedPartError,
  type SavedParts,
  SNAPSHOT,
} from "./parts.ts";

// Why: applying more or longer changes again is slower than reading a snapshot.
const MOST_CHANGES = 100;
const MOST_CHARACTERS = 1_000_000;

/**
 * Logs each change of a world from now on, and then calls `onChange`. Returns a function that compacts the log if it is
 * long.
 */
export function logChanges(
  world: World,
  parts: SavedParts,
  put: PutPart,
  onChange = () => {},
): () => void {
  const numbers = numbersOf(parts, CHANGE);
  let next = numbers.length;
  let length = numbers.reduce((sum, n) => sum + (parts.get(CHANGE + n)?.length ?? 0), 0);
  // Why: a world that changed before it was followed has no complete log, so it gets a snapshot.
  let isComplete = parts.size > 0 || world.state === world.layer;
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
      isComplete = false;
      throw error;
    }
  });
  return () => {
    if (isComplete && next <= MOST_CHANGES && length <= MOST_CHARACTERS) return;
    isComplete = true;
    put(SNAPSHOT, JSON.stringify(takeSnapshot(world)));
    for (let number = 0; number < next; number++) put(CHANGE + number, undefined);
    next = 0;
    length = 0;
  };
}

/** Applies the log again, on top of the snapshot or the layer of the world. Throws `SavedPartError`. */
export function replayChanges(parts: SavedParts, layer: Layer): Layer {
  const base = parts.has(SNAPSHOT) ? readSnapshot(parts) : layer;
  return numbersOf(parts, CHANGE).reduce((state, number) => {
    const part = CHANGE + number;
    const { now, overlay } = readJson(ChangeSchema, parts.get(part), part);
    const show = (pointer: string) => pointer;
    const applied = applyOverlay(state, { value: overlay, show, now, running: true });
    if (applied.layer !== undefined) return applied.layer;
    const reason = applied.diagnostics.find(isError)?.message ?? "it has a mistake";
    throw new SavedPartError(`\`${part}\` cannot be applied: ${reason}`);
  }, base);
}

/** An entry without the series that it is of. */
const cutEntry = <Seed>({ seed, path, line }: Entry<Seed>): Entry<Seed> => ({ seed, path, line });

/**
 * Writes a world's state as seeds. A changed order of a repeated entry is written separately, with its id, currency and
 * time, and with its entry and number.
 */
function takeSnapshot({ state: { source }, start }: World): SavedSnapshot {
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

function readSnapshot(parts: SavedParts): Layer {
  const { seeds, series, overrides } = readJson(SnapshotSchema, parts.get(SNAPSHOT), SNAPSHOT);
  const orders: Entry<OrderSeed>[] = [...seeds.base.orders];
  for (const { entry, members } of series) {
    for (const [at, number] of members) {
      const order = orders[at];
      // Why: each has its own time, and not that of the repeated entry.
      if (order) orders[at] = { ...order, series: { entry, number, delay: 0, every: 0 } };
    }
  }
  // Why: no time and no `apiKey`, because both only choose the default key, which is that of the world's layer.
  return resolveSeeds({ ...seeds, base: { ...seeds.base, orders } }, overrides).base;
}
