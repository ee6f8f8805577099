// What holds where a field of a seed file is left out, as its schema says.
import { defaultOf } from "./fields.ts";
import { COLLECTIONS, SettingsSeedSchema } from "./schema.ts";

const { merchants, keys, products, orders, faults } = COLLECTIONS;
const { entries: settings } = SettingsSeedSchema;

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
  settings: {
    rateLimit: defaultOf(settings.rateLimit),
    rateLimitHeaders: defaultOf(settings.rateLimitHeaders),
    listOrder: defaultOf(settings.listOrder),
    errorBody: defaultOf(settings.errorBody),
    unknownQuery: defaultOf(settings.unknownQuery),
  },
} as const;
