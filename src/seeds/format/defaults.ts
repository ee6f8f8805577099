// What holds where a field of a seed file is left out, as its schema says.
import { defaultOf, defaultsOf } from "./fields.ts";
import { COLLECTIONS, SettingsSeedSchema } from "./schema.ts";

const { merchants, keys, products, orders, faults } = COLLECTIONS;
const { clock: _clock, ...settings } = SettingsSeedSchema.entries;

/** What holds where a field is left out. */
export const DEFAULTS = {
  merchants: { sandboxAccess: defaultOf(merchants.entries.sandboxAccess) },
  keys: {
    scopes: defaultOf(keys.entries.scopes),
    status: defaultOf(keys.entries.status),
    sandboxAccess: defaultOf(keys.entries.sandboxAccess),
  },
  products: {
    status: defaultOf(products.entries.status),
    version: defaultOf(products.entries.version),
  },
  orders: {
    state: defaultOf(orders.entries.state),
    refundedMinor: defaultOf(orders.entries.refundedMinor),
  },
  faults: {
    after: defaultOf(faults.entries.after),
    probability: defaultOf(faults.entries.probability),
  },
  settings: defaultsOf(settings),
} as const;
