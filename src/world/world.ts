// One isolated copy of all state over an immutable blueprint. Whatever a reset must clear is made
// here; a reset makes a new world.
import type { Listing } from "../contract/list.ts";
import type { Order } from "../contract/order.ts";
import type { Product } from "../contract/product.ts";
import { SCOPES } from "../contract/scopes.ts";
import type { Blueprint, CatalogProduct, Key, Merchant, Settings } from "../seeds/blueprint.ts";
import { formatSnapshot } from "../seeds/snapshot.ts";
import { type Clock, createClock, type SystemTime } from "./clock.ts";
import { createFaults, type Faults } from "./faults.ts";
import { refusalOf } from "./keys.ts";
import { createMask } from "./mask-keys.ts";
import { createRateLimiter, type RateLimiter } from "./rate-limit.ts";

export interface World {
  readonly name: string;
  /** What it is made from. */
  readonly blueprint: Blueprint;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly rateLimiter: RateLimiter;
  readonly faults: Faults;
  /** All keys, as seeded. */
  keys(): Iterable<Key>;
  /** The first active key with all scopes, which a client may be given. */
  advertisedKey(): Key | undefined;
  findKey(token: string): Key | undefined;
  /** Hides every key of this world in a text of the client's own making. */
  maskKeys(text: string): string;
  /** Finds a product of any merchant and status by its id in lower case. */
  findProduct(id: string): CatalogProduct | undefined;
  listProducts(merchant: Merchant): Listing<Product>;
  listOrders(merchant: Merchant): Listing<Order>;
  /** Formats its state as one seed file, which loads again to the same answers. */
  snapshot(): Promise<string>;
}

/** Makes a world as its blueprint says: the clock started, every bucket full. */
export function createWorld(name: string, blueprint: Blueprint, system: SystemTime): World {
  const { settings } = blueprint;
  const clock = createClock(settings.clock, system);
  return {
    name,
    blueprint,
    settings,
    clock,
    rateLimiter: createRateLimiter(settings.rateLimit, clock),
    faults: createFaults(blueprint.faults),
    keys: () => blueprint.keys.values(),
    advertisedKey: () => {
      const now = clock.now();
      return [...blueprint.keys.values()].find(
        (key) => isFull(key) && refusalOf(key, now) === undefined,
      );
    },
    maskKeys: createMask(blueprint.keys),
    findKey: (token) => blueprint.keys.get(token),
    findProduct: (id) => blueprint.products.get(id),
    listProducts: blueprint.listProducts,
    listOrders: blueprint.listOrders,
    snapshot: () =>
      formatSnapshot({
        ...blueprint,
        world: name,
        now: clock.now(),
        keys: [...blueprint.keys.values()],
        products: [...blueprint.products.values()],
      }),
  };
}

function isFull({ scopes, sandboxAccess, merchant }: Key): boolean {
  return sandboxAccess && merchant.sandboxAccess && SCOPES.every((scope) => scopes.includes(scope));
}
