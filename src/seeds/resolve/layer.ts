// A layer: the state that seeds resolve to, and the entries that it was made from, so that others can be applied on
// top of it.

import type {
  FaultSeed,
  KeySeed,
  MerchantSeed,
  OrderSeed,
  ProductSeed,
} from "../../model/schema.ts";
import type { SettingsSeed } from "../../model/settings-schema.ts";
import type {
  CatalogProduct,
  FaultRule,
  Key,
  Merchant,
  OrderRecord,
  State,
} from "../../model/state.ts";
import type { ApiKeySeed, Entry } from "../read/entries.ts";
import type { NamesOf } from "./names.ts";
import type { SettingsOverrides } from "./settings.ts";

/** An entry, and what it was resolved to. */
export interface Item<Seed, Thing> {
  readonly entry: Entry<Seed>;
  /** Undefined until it is resolved. */
  readonly thing?: Thing | undefined;
  /** What it was before its entry changed. */
  readonly before?: Thing | undefined;
}

/** All items of a layer. A list that an overlay does not change stays the same list. */
export interface Items {
  /** The default key that an overlay names. */
  readonly apiKey?: Entry<ApiKeySeed> | undefined;
  readonly merchants: readonly Item<MerchantSeed, Merchant>[];
  readonly keys: readonly Item<KeySeed, Key>[];
  readonly products: readonly Item<ProductSeed, CatalogProduct>[];
  /** Each a single order. */
  readonly orders: readonly Item<OrderSeed, OrderRecord>[];
  readonly faults: readonly Item<FaultSeed, FaultRule>[];
  readonly settings: readonly Entry<SettingsSeed>[];
}

/** The entries of a layer, without those of its settings. */
export function entriesOf({ source }: Layer): Entry<unknown>[] {
  const { merchants, keys, products, orders, faults } = source;
  return [merchants, keys, products, orders, faults].flatMap((items) =>
    items.map(({ entry }) => entry),
  );
}

export interface Layer extends State {
  readonly source: LayerSource;
}

/** What is needed to apply an overlay on top of a layer. */
export interface LayerSource extends Items {
  /** The same orders, resolved on the first call. */
  readonly resolvedOrders: () => Items["orders"];
  readonly names: Names;
  readonly overrides: SettingsOverrides;
}

/** The names by which entries refer to each other. */
export interface Names {
  readonly merchants: NamesOf<Merchant>;
  readonly keys: NamesOf<Key>;
  readonly products: NamesOf<CatalogProduct>;
}
