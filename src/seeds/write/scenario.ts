// The state of a world → a scenario file with what is different from the layer beneath it: changed fields, new entries,
// and entries to remove.

import { DEFAULTS } from "../../model/schema.ts";
import type { Layer } from "../resolve/layer.ts";
import { formatYaml } from "../yaml/format.ts";
import {
  fieldsOfOrder,
  formatSeedTime,
  type Snapshot,
  type Written,
  write,
  writeKey,
  writeMerchant,
  writeProduct,
  writeSettings,
} from "./snapshot.ts";

/** What a scenario is made of. */
export interface ScenarioSource extends Omit<Snapshot, "apiKey"> {
  /** What it is applied on top of, and the name of that scenario if it is one. */
  readonly layer: Layer;
  readonly parent: string | undefined;
}

type Section = "merchants" | "keys" | "products" | "orders";

/** Formats a scenario file. Times are absolute, except the expiry of expired keys. */
export async function formatChanges(source: ScenarioSource): Promise<string> {
  const { world, state, layer, parent, start, now, clock } = source;
  // Why: with a clock of its own, the scenario starts at that time, and relative times count from then.
  const beginning = clock === undefined ? start : now;
  const list = (
    section: Section,
    field: string,
    write: (of: Layer, start: number) => Map<string, Written>,
  ) =>
    changesOf(
      write(layer, beginning),
      write(state, start),
      (name) => ({ [field]: name }),
      DEFAULTS[section],
    );
  const settings = writeSettings(state.settings, now, clock);
  const faults = (of: Layer) => of.source.faults.map(({ entry }) => entry.seed);
  const hasOtherFaults = JSON.stringify(faults(layer)) !== JSON.stringify(faults(state));
  const sections = await formatYaml({
    description: `The world ${world} as it was at ${formatSeedTime(now)}.`,
    ...(parent !== undefined && { extends: parent }),
    merchants: list(
      "merchants",
      "slug",
      ({ merchants }) =>
        new Map(merchants.map((merchant) => [merchant.slug, writeMerchant(merchant)])),
    ),
    keys: list(
      "keys",
      "key",
      ({ keys }, start) =>
        new Map(Array.from(keys, ([name, key]) => [name, writeKey(key, now, start)])),
    ),
    products: list(
      "products",
      "publicCode",
      ({ products }) =>
        new Map(Array.from(products.values(), (of) => [of.publicCode, writeProduct(of)])),
    ),
    orders: list(
      "orders",
      "id",
      ({ orders }, start) =>
        new Map(orders.map((of) => [of.id, write("orders", fieldsOfOrder(of, of.id, start))])),
    ),
    settings: changedFields(
      writeSettings(layer.settings, now, undefined),
      settings,
      DEFAULTS.settings,
    ),
    ...(hasOtherFaults && { faults: faults(state) }),
  });
  const header = `# What is different in the world ${world}, as a scenario: put it into \`scenarios\`.\n`;
  const none = hasOtherFaults && state.source.faults.length === 0 ? "\nfaults: []\n" : "";
  return `${header}\n${sections}${none}`;
}

function changesOf(
  before: ReadonlyMap<string, Written>,
  after: ReadonlyMap<string, Written>,
  nameOf: (name: string) => Written,
  defaults: Written,
): Written[] {
  const changed = [...after].flatMap(([name, fields]) => {
    const old = before.get(name);
    if (old === undefined) return [fields];
    const changes = changedFields(old, fields, defaults);
    return Object.keys(changes).length === 0 ? [] : [{ ...nameOf(name), ...changes }];
  });
  const removed = [...before.keys()].filter((name) => !after.has(name));
  return [...changed, ...removed.map((name) => ({ ...nameOf(name), remove: true }))];
}

/** The fields that differ; what is left out has its default. */
function changedFields(before: Written, after: Written, defaults: Written): Written {
  const names = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return Object.fromEntries(names.map((name) => [name, after[name] ?? defaults[name]]));
}
