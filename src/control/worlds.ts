// The worlds themselves: list, make, describe, drop, reset, snapshot.
import * as v from "valibot";
import { makeWorld } from "../world/make-world.ts";
import {
  ClockSchema,
  KeySchema,
  MerchantSchema,
  viewClock,
  viewKey,
  viewMerchant,
} from "../world/views.ts";
import type { World } from "../world/world.ts";
import { type Remote, reading, writing } from "./operation.ts";

const AddressesSchema = v.strictObject({
  name: v.string(),
  baseUrl: v.string(),
  hostedUrl: v.string(),
});

const WorldSchema = v.strictObject({
  ...AddressesSchema.entries,
  apiKey: v.string(),
  keys: v.array(KeySchema),
  merchants: v.array(MerchantSchema),
});

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const WorldStateSchema = v.strictObject({
  ...WorldSchema.entries,
  clock: ClockSchema,
  counts: v.strictObject({ merchants: count, keys: count, products: count, orders: count }),
});

const NewWorldSchema = v.strictObject({
  name: v.exactOptional(
    v.pipe(v.string("text"), v.description("A name to stand in its address; made up if left out.")),
  ),
  scenario: v.exactOptional(
    v.pipe(v.string("text"), v.description("The scenario that it is made from.")),
  ),
  seeds: v.exactOptional(
    v.pipe(
      v.record(v.string(), v.unknown(), "a mapping in the seed format"),
      v.description("What is laid over that, in the seed format, as a scenario file has it."),
    ),
  ),
});

const SNAPSHOT_TYPE = "application/yaml";

export const WORLD_OPERATIONS = [
  reading({
    method: "get",
    path: "/scenarios",
    summary: "The scenarios of the seeds, each of which is a world of its name",
    success: 200,
    response: v.array(v.strictObject({ name: v.string(), description: v.nullable(v.string()) })),
    run: ({ scenarios }) =>
      scenarios().map(({ name, description = null }) => ({ name, description })),
  }),
  reading({
    method: "get",
    path: "/worlds",
    summary: "The worlds, and where they are found",
    success: 200,
    response: v.array(AddressesSchema),
    run: ({ worlds, addressesOf }) =>
      worlds.names().map((name) => ({ name, ...addressesOf({ name }) })),
  }),
  writing(NewWorldSchema, {
    method: "post",
    path: "/worlds",
    summary: "Make a world: a copy of the seeds, isolated from all others",
    success: 201,
    response: WorldSchema,
    run: async ({ worlds, body, addressesOf }) =>
      describe(await makeWorld(worlds, body), addressesOf),
  }),
  reading({
    method: "get",
    path: "/worlds/:world",
    summary: "The state of a world",
    success: 200,
    response: WorldStateSchema,
    run({ world, addressesOf }) {
      const { state, clock } = world();
      return {
        ...describe(world(), addressesOf),
        clock: viewClock(clock),
        counts: {
          merchants: state.merchants.length,
          keys: state.keys.size,
          products: state.products.size,
          orders: state.orderCount,
        },
      };
    },
  }),
  reading({
    method: "delete",
    path: "/worlds/:world",
    summary: "Drop a world that was made here",
    success: 204,
    run: ({ worlds, param }) => worlds.drop(param("world")),
  }),
  reading({
    method: "post",
    path: "/worlds/:world/reset",
    summary: "Make a world anew from its seeds",
    success: 200,
    response: WorldSchema,
    run: ({ worlds, param, addressesOf }) => describe(worlds.reset(param("world")), addressesOf),
  }),
  reading({
    method: "get",
    path: "/worlds/:world/snapshot",
    summary: "The state of a world as one seed file, in YAML",
    success: 200,
    response: v.string(),
    mediaType: SNAPSHOT_TYPE,
    async run({ world }) {
      const headers = { "Content-Type": SNAPSHOT_TYPE };
      return new Response(await world().snapshot(), { headers });
    },
  }),
];

function describe(
  world: World,
  addressesOf: Remote["addressesOf"],
): v.InferOutput<typeof WorldSchema> {
  const { keys, merchants } = world.state;
  return {
    name: world.name,
    ...addressesOf(world),
    apiKey: world.advertisedKey()?.key ?? "",
    keys: [...keys.values()].map(viewKey),
    merchants: merchants.map(viewMerchant),
  };
}
