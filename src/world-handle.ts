// A world as a test holds it: its addresses, and the tester's remote as methods, which do what the control
// API does by the same functions.
import type { Order } from "./contract/order.ts";
import type { FaultSeed, ProductSeed } from "./seeds/schema.ts";
import { advanceClock, type ClockChange, setClock } from "./world/change-clock.ts";
import { createKey, type NewKey, revokeKey, rotateKey } from "./world/change-keys.ts";
import { changeLimits, type LimitChange } from "./world/change-limits.ts";
import { addOrder, changeOrder, type NewOrder, type OrderChange } from "./world/change-orders.ts";
import { addProduct, changeProduct, type ProductChange } from "./world/change-products.ts";
import { changeWorld } from "./world/change-world.ts";
import type { RequestFilter } from "./world/journal.ts";
import type { JournalEntry } from "./world/request-record.ts";
import {
  type ClockView,
  type FaultView,
  type KeyView,
  type LimitsView,
  type ProductView,
  viewClock,
  viewFaults,
  viewKey,
  viewLimits,
  viewProduct,
} from "./world/views.ts";
import type { World } from "./world/world.ts";
import type { Worlds } from "./world/worlds.ts";

type Fields = Readonly<Record<string, unknown>>;

/** One world, and what may be done to it. What can't be done is a `WorldError`, or an `InvalidChangeError`. */
export interface WorldHandle {
  readonly name: string;
  /** The API's address in this world. */
  readonly baseUrl: string;
  /** The address of the hosted pages in this world. */
  readonly hostedUrl: string;
  /** The first active key with all scopes; empty where the world has none. */
  readonly apiKey: string;
  /** The merchant of that key; empty where there is none. */
  readonly merchantId: string;
  readonly clock: {
    /** The world's time in Unix milliseconds. */
    now(): number;
    readonly frozen: boolean;
    /** Sets the time (absolute, or like `now+1d`), freezes the clock or lets it run on. */
    set(change: ClockChange): ClockView;
    freeze(): ClockView;
    run(): ClockView;
    /** Moves it on by a length of time, like `91d` or `1h30m`. */
    advance(by: string): ClockView;
  };
  readonly keys: {
    /** Creates a key; its token is made up unless it is given. */
    create(fields: NewKey): Promise<KeyView>;
    /** Puts a new key in the place of one, which is revoked. */
    rotate(key: string): Promise<KeyView>;
    /** Revokes a key: 401 from now on. */
    revoke(key: string): Promise<KeyView>;
  };
  readonly products: {
    /** Adds a product, as seeds write it. */
    add(fields: ProductSeed): Promise<ProductView>;
    /** Changes a product in some fields: `{ status: "DRAFT" }` withdraws it. */
    change(id: string, fields: ProductChange): Promise<ProductView>;
  };
  readonly orders: {
    /** Adds an order, as seeds write it; it is made now unless `createdAt` says when. */
    add(fields: NewOrder): Promise<Order>;
    /** Changes an order in some fields: `{ refundedMinor: "100" }` refunds a part of it. */
    change(id: string, fields: OrderChange): Promise<Order>;
  };
  readonly faults: {
    /** Lists the rules, with how many requests each has hit. */
    list(): FaultView[];
    /** Puts other rules, as seeds write them, in the place of those that are there. */
    set(rules: readonly FaultSeed[]): Promise<FaultView[]>;
  };
  /** Lists the last requests to the world, the newest last; `why` tells the reason of a refusal. */
  requests(filter?: RequestFilter): JournalEntry[];
  /** Changes a limit, lifts it, or fills or drains a key's bucket. */
  limit(change: LimitChange): Promise<LimitsView>;
  /** Lays something in the seed format over the world's state, as a scenario is over the seeds. */
  change(overlay: Fields): Promise<void>;
  /** Makes the world anew from its seeds. */
  reset(): void;
  /** Drops a world that a test made. */
  drop(): void;
  /** Formats its state as one seed file (YAML), which loads again to the same answers. */
  snapshot(): Promise<string>;
}

export interface HandleOptions {
  readonly worlds: Worlds;
  addressesOf(world: Pick<World, "name">): { readonly baseUrl: string; readonly hostedUrl: string };
}

/** Makes the handle of a world, which is looked up anew each time, for a reset makes another. */
export function createHandle({ worlds, addressesOf }: HandleOptions, name: string): WorldHandle {
  const world = () => worlds.get(name);
  return {
    name,
    get baseUrl() {
      return addressesOf({ name }).baseUrl;
    },
    get hostedUrl() {
      return addressesOf({ name }).hostedUrl;
    },
    get apiKey() {
      return world().advertisedKey()?.key ?? "";
    },
    get merchantId() {
      return world().advertisedKey()?.merchant.id ?? "";
    },
    clock: {
      now: () => world().clock.now(),
      get frozen() {
        return world().clock.frozen;
      },
      set: (change) => withClock((target) => setClock(target, change)),
      freeze: () => withClock((target) => setClock(target, { frozen: true })),
      run: () => withClock((target) => setClock(target, { frozen: false })),
      advance: (by) => withClock((target) => advanceClock(target, by)),
    },
    keys: {
      create: async (fields) => viewKey(await createKey(world(), fields)),
      rotate: async (key) => viewKey(await rotateKey(world(), key)),
      revoke: async (key) => viewKey(await revokeKey(world(), key)),
    },
    products: {
      add: async (fields) => viewProduct(await addProduct(world(), fields)),
      change: async (id, fields) => viewProduct(await changeProduct(world(), id, fields)),
    },
    orders: {
      add: async (fields) => addOrder(world(), fields),
      change: async (id, fields) => changeOrder(world(), id, fields),
    },
    faults: {
      list: () => viewFaults(world()),
      set: (rules) => changed((target) => changeWorld(target, { faults: rules }), viewFaults),
    },
    requests: (filter) => world().journal.list(filter),
    limit: (change) => changed((target) => changeLimits(target, change), viewLimits),
    change: async (overlay) => void (await changeWorld(world(), overlay)),
    reset: () => void worlds.reset(name),
    drop: () => worlds.drop(name),
    snapshot: async () => world().snapshot(),
  };

  function withClock(change: (target: World) => void): ClockView {
    const target = world();
    change(target);
    return viewClock(target.clock);
  }

  /** Changes the world, and shows what became of it. */
  async function changed<View>(
    change: (target: World) => Promise<unknown>,
    view: (target: World) => View,
  ): Promise<View> {
    const target = world();
    await change(target);
    return view(target);
  }
}
