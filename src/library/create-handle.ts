// Makes the handle of a world: each method parses its argument as the control API parses a body.
import * as v from "valibot";
import type { Key } from "../model/state.ts";
import { FaultRulesSchema } from "../seeds/format/fault-schema.ts";
import { formatTime } from "../shared/times.ts";
import {
  AdvanceSchema,
  advanceClock,
  ClockChangeSchema,
  setClock,
} from "../world/changes/clock.ts";
import { createKey, NewKeySchema, revokeKey, rotateKey } from "../world/changes/keys.ts";
import { changeLimits, LimitChangeSchema } from "../world/changes/limits.ts";
import {
  addOrder,
  changeOrder,
  NewOrderSchema,
  OrderChangeSchema,
} from "../world/changes/orders.ts";
import { changeWorld, OverlaySchema } from "../world/changes/overlay.ts";
import {
  addProduct,
  changeProduct,
  NewProductSchema,
  ProductChangeSchema,
} from "../world/changes/products.ts";
import { RequestFilterSchema } from "../world/journal/filter.ts";
import {
  KeyFilterSchema,
  listAllOrders,
  listAllProducts,
  listKeys,
  listMerchants,
  OrderFilterSchema,
  ProductFilterSchema,
} from "../world/list-entries.ts";
import { parseArgument } from "../world/parse-input.ts";
import type { ClockView, KeyView } from "../world/view-schemas.ts";
import { viewClock, viewFaults, viewKey, viewLimits, viewProduct } from "../world/views.ts";
import type { World } from "../world/world.ts";
import type { Worlds } from "../world/worlds.ts";

import type { WorldHandle } from "./world-handle.ts";

const TextSchema = v.string("text");

export interface HandleOptions {
  readonly worlds: Worlds;
  addressesOf(world: Pick<World, "name">): { readonly baseUrl: string; readonly hostedUrl: string };
}

/** Makes the handle of a world, which is looked up each time, because a reset replaces it. */
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
    get expiresAt() {
      const { expiresAt } = worlds.makingOf(name) ?? {};
      return expiresAt === undefined ? undefined : formatTime(expiresAt);
    },
    get secret() {
      return worlds.makingOf(name)?.secret;
    },
    clock: {
      get: () => viewClock(world().clock),
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
    merchants: { list: () => listMerchants(world()) },
    keys: {
      list: (filter = {}) => listKeys(world(), parseArgument(KeyFilterSchema, filter)),
      create: async (fields) => change(NewKeySchema, fields, viewing(createKey)),
      rotate: async (key) => change(TextSchema, key, viewing(rotateKey)),
      revoke: async (key) => change(TextSchema, key, viewing(revokeKey)),
    },
    products: {
      list: (filter = {}) => listAllProducts(world(), parseArgument(ProductFilterSchema, filter)),
      add: async (fields) => viewProduct(await change(NewProductSchema, fields, addProduct)),
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
      list: (filter = {}) => listAllOrders(world(), parseArgument(OrderFilterSchema, filter)),
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

/** Wraps a change of a key to return the key's view. */
function viewing<Given>(by: (target: World, given: Given) => Key) {
  return (target: World, given: Given): KeyView => viewKey(by(target, given), target);
}
