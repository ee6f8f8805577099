// A world as a test holds it: its addresses, and the operations of the control API as methods.
import * as v from "valibot";
import type { Order } from "../contract/endpoints/orders.ts";
import type { Key } from "../model/state.ts";
import { FaultRulesSchema } from "../seeds/format/fault-schema.ts";
import { COLLECTIONS, type FaultSeed, type ProductSeed } from "../seeds/format/schema.ts";
import {
  AdvanceSchema,
  advanceClock,
  type ClockChange,
  ClockChangeSchema,
  setClock,
} from "../world/changes/clock.ts";
import {
  createKey,
  type NewKey,
  NewKeySchema,
  revokeKey,
  rotateKey,
} from "../world/changes/keys.ts";
import { changeLimits, type LimitChange, LimitChangeSchema } from "../world/changes/limits.ts";
import {
  addOrder,
  changeOrder,
  type NewOrder,
  NewOrderSchema,
  type OrderChange,
  OrderChangeSchema,
} from "../world/changes/orders.ts";
import { changeWorld, OverlaySchema } from "../world/changes/overlay.ts";
import {
  addProduct,
  changeProduct,
  type ProductChange,
  ProductChangeSchema,
} from "../world/changes/products.ts";
import { type RequestFilter, RequestFilterSchema } from "../world/journal/filter.ts";
import type { JournalEntry } from "../world/journal/record.ts";
import { parseArgument } from "../world/parse-input.ts";
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
} from "../world/views.ts";
import type { World } from "../world/world.ts";
import type { Worlds } from "../world/worlds.ts";

type Fields = Readonly<Record<string, unknown>>;

const TextSchema = v.string("text");

/**
 * One world, and what may be done to it. What can't be done is a `WorldError`, an `InvalidInputError` or an
 * `InvalidChangeError`.
 */
export interface WorldHandle {
  readonly name: string;
  /** The API's address in this world. */
  readonly baseUrl: string;
  /** The address of the hosted pages in this world. */
  readonly hostedUrl: string;
  /** The advertised key: that of the seeds, whatever became of it since; empty if the world has no key. */
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
export function createHandle({ worlds, addressesOf }: HandleOptions, given: string): WorldHandle {
  const name = parseArgument(TextSchema, given);
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
      set: (given) => withClock(ClockChangeSchema, given, setClock),
      freeze: () => withClock(ClockChangeSchema, { frozen: true }, setClock),
      run: () => withClock(ClockChangeSchema, { frozen: false }, setClock),
      advance: (by) =>
        withClock(AdvanceSchema, { by }, (target, given) => advanceClock(target, given.by)),
    },
    keys: {
      create: async (fields) => change(NewKeySchema, fields, viewing(createKey)),
      rotate: async (key) => change(TextSchema, key, viewing(rotateKey)),
      revoke: async (key) => change(TextSchema, key, viewing(revokeKey)),
    },
    products: {
      add: async (fields) => viewProduct(await change(COLLECTIONS.products, fields, addProduct)),
      change: async (id, fields) => {
        const product = parseArgument(TextSchema, id);
        return viewProduct(
          await change(ProductChangeSchema, fields, (target, given) =>
            changeProduct(target, product, given),
          ),
        );
      },
    },
    orders: {
      add: (fields) => change(NewOrderSchema, fields, addOrder),
      change: async (id, fields) => {
        const order = parseArgument(TextSchema, id);
        return change(OrderChangeSchema, fields, (target, given) =>
          changeOrder(target, order, given),
        );
      },
    },
    faults: {
      list: () => viewFaults(world()),
      set: (rules) =>
        change(FaultRulesSchema, rules, (target, faults) => {
          changeWorld(target, { faults }, "/faults");
          return viewFaults(target);
        }),
    },
    requests: (filter = {}) => {
      const given = parseArgument(RequestFilterSchema, filter);
      return world().journal.list(given);
    },
    limit: (limits) =>
      change(LimitChangeSchema, limits, (target, given) => {
        changeLimits(target, given);
        return viewLimits(target);
      }),
    change: async (overlay) =>
      void (await change(OverlaySchema, overlay, (target, given) => changeWorld(target, given))),
    reset: () => void worlds.reset(name),
    drop: () => worlds.drop(name),
    snapshot: async () => world().snapshot(),
  };

  function withClock<Schema extends v.GenericSchema>(
    schema: Schema,
    argument: unknown,
    by: (target: World, given: v.InferOutput<Schema>) => void,
  ): ClockView {
    const given = parseArgument(schema, argument);
    const target = world();
    by(target, given);
    return viewClock(target.clock);
  }

  async function change<Schema extends v.GenericSchema, Result>(
    schema: Schema,
    argument: unknown,
    by: (target: World, given: v.InferOutput<Schema>) => Result,
  ): Promise<Result> {
    const given = parseArgument(schema, argument);
    return by(world(), given);
  }
}

/** Makes of a change of a key one that returns how the key is shown. */
function viewing<Given>(by: (target: World, given: Given) => Key) {
  return (target: World, given: Given): KeyView => viewKey(by(target, given), target);
}
