// What holds where a field of a seed file is left out, as its schema says.
import { defaultsOf } from "./fields.ts";
import { COLLECTIONS } from "./schema.ts";
import { SettingsSeedSchema } from "./settings-schema.ts";

/** What holds where a field is left out. */
export const DEFAULTS = {
  merchants: defaultsOf(COLLECTIONS.merchants.entries),
  keys: defaultsOf(COLLECTIONS.keys.entries),
  products: defaultsOf(COLLECTIONS.products.entries),
  orders: defaultsOf(COLLECTIONS.orders.entries),
  faults: defaultsOf(COLLECTIONS.faults.entries),
  settings: defaultsOf(SettingsSeedSchema.entries),
} as const;
