// The parts that a layer is saved in: what each of them is called, and looks like.
import * as v from "valibot";
import { COLLECTIONS, LimitSchema, SettingsSeedSchema } from "../seeds/format/schema.ts";

/** The lists of entries, each a part of its own where it differs from the one beneath. */
export const LISTS = ["merchants", "keys", "products", "orders", "faults", "settings"] as const;
export type ListName = (typeof LISTS)[number];

/** The part of an entry that stands in no list beneath, by its number in the list. */
export const entryPart = (list: ListName, number: number) => `${list}/${number}`;

/** The part of the settings that win over all seeds, where they are others than beneath. */
export const OVERRIDES = "overrides";

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Entries next to each other: of the list beneath by their places, or own ones by their numbers. */
const RunSchema = v.tuple([v.picklist(["same", "own"]), count, count]);
export type Run = v.InferOutput<typeof RunSchema>;
export const RunsSchema = v.array(RunSchema);

/** An entry of a list, as it is saved. */
export const entryOf = <Schema extends v.GenericSchema>(seed: Schema) =>
  v.strictObject({ seed, path: v.string(), line: count });

export const ENTRY_SCHEMAS = {
  merchants: entryOf(COLLECTIONS.merchants),
  keys: entryOf(COLLECTIONS.keys),
  products: entryOf(COLLECTIONS.products),
  orders: entryOf(COLLECTIONS.orders),
  faults: entryOf(COLLECTIONS.faults),
  settings: entryOf(SettingsSeedSchema),
};

export const OverridesSchema = v.strictObject({
  now: v.exactOptional(v.number()),
  frozen: v.exactOptional(v.boolean()),
  rateLimit: v.exactOptional(LimitSchema),
});
