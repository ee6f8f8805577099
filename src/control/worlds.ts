// Worlds: list, make, describe, change, drop, reset, snapshot.
import { changeWorld, OverlaySchema } from "../world/changes/overlay.ts";
import { saveScenario } from "../world/changes/save-scenario.ts";
import { makeWorld, NewWorldSchema } from "../world/changes/world.ts";
import { viewClock, viewKey, viewMerchant } from "../world/views.ts";
import type { World } from "../world/world.ts";
import { type Remote, withBody, withoutBody } from "./operation.ts";
import type { ResponseOf } from "./responses.ts";

/** The world that examples make and drop. */
const MADE = "demo";

const SNAPSHOT_TYPE = "application/yaml";

export const WORLD_OPERATIONS = [
  withoutBody({
    name: "listScenarios",
    method: "get",
    path: "/scenarios",
    summary: "The scenarios of the seeds",
    description: "There is a world with the name of each.",
    success: 200,
    response: ["Scenario"],
    run: ({ scenarios }) =>
      scenarios().map(({ name, description = null }) => ({ name, description })),
  }),
  withoutBody({
    name: "listWorlds",
    method: "get",
    path: "/worlds",
    summary: "The worlds",
    success: 200,
    response: ["WorldAddresses"],
    run: ({ worlds, addressesOf }) =>
      worlds.names().map((name) => ({ name, ...addressesOf({ name }) })),
  }),
  withBody(NewWorldSchema, {
    name: "makeWorld",
    method: "post",
    path: "/worlds",
    isBodyOptional: true,
    summary: "Make a world",
    description: "An isolated copy of the seeds. Make one for each test.",
    errors: {
      404: "There is no such scenario.",
      409: "A world with this name already exists.",
      429: "The maximum number of worlds is reached.",
    },
    example: ({ scenario }) => ({ name: MADE, ...(scenario && { scenario }) }),
    success: 201,
    response: "World",
    run: async ({ worlds, body, addressesOf }) =>
      describe(await makeWorld(worlds, body), addressesOf),
  }),
  withoutBody({
    name: "getWorld",
    method: "get",
    path: "/worlds/:world",
    summary: "The state of a world",
    success: 200,
    response: "WorldState",
    run: ({ world, addressesOf }) => describeState(world(), addressesOf),
  }),
  withBody(OverlaySchema, {
    name: "changeWorld",
    method: "patch",
    path: "/worlds/:world",
    summary: "Change a world",
    description: "Applies an overlay, with the fields of a scenario file, on top of its state.",
    example: () => ({ settings: { rateLimit: "off", listOrder: "oldest" } }),
    success: 200,
    response: "WorldState",
    run({ world, body, addressesOf }) {
      const target = world();
      changeWorld(target, body);
      return describeState(target, addressesOf);
    },
  }),
  withoutBody({
    name: "dropWorld",
    method: "delete",
    path: "/worlds/:world",
    summary: "Delete a world",
    description: "Only worlds that were made by a call. Worlds of the seeds cannot be deleted.",
    errors: { 409: "The world comes from the seeds. Reset it instead." },
    exampleWorld: MADE,
    success: 204,
    run: ({ worlds, param }) => worlds.drop(param("world")),
  }),
  withoutBody({
    name: "resetWorld",
    method: "post",
    path: "/worlds/:world/reset",
    summary: "Reset a world",
    description: "Makes the world again from its seeds. All changes and the journal are lost.",
    success: 200,
    response: "World",
    run: ({ worlds, param, addressesOf }) => describe(worlds.reset(param("world")), addressesOf),
  }),
  withoutBody({
    name: "restoreWorld",
    method: "post",
    path: "/worlds/:world/restore",
    summary: "Undo a reset or a drop",
    description: "Within ten seconds. Brings back the world as it was.",
    errors: { 409: "The world was not reset or dropped in the last ten seconds." },
    success: 200,
    response: "World",
    run: ({ worlds, param, addressesOf }) => describe(worlds.restore(param("world")), addressesOf),
  }),
  withoutBody({
    name: "getScenario",
    method: "get",
    path: "/worlds/:world/scenario",
    summary: "The changes as a scenario file",
    description:
      "In YAML, for the directory `scenarios` of the seeds: what is different from the scenario that the world was made from, or from the base.",
    success: 200,
    response: "Snapshot",
    mediaType: SNAPSHOT_TYPE,
    async run({ world, worlds, scenarios }) {
      const headers = { "Content-Type": SNAPSHOT_TYPE };
      const names = scenarios().map(({ name }) => name);
      return new Response(await saveScenario(world(), worlds, names), {
        headers,
      });
    },
  }),
  withoutBody({
    name: "getSnapshot",
    method: "get",
    path: "/worlds/:world/snapshot",
    summary: "The state as one seed file",
    description: "In YAML. A sandbox that loads it gives each key the same responses.",
    success: 200,
    response: "Snapshot",
    mediaType: SNAPSHOT_TYPE,
    async run({ world }) {
      const headers = { "Content-Type": SNAPSHOT_TYPE };
      return new Response(await world().snapshot(), { headers });
    },
  }),
];

function describe(world: World, addressesOf: Remote["addressesOf"]): ResponseOf<"World"> {
  const { keys, merchants } = world.state;
  return {
    name: world.name,
    ...addressesOf(world),
    apiKey: world.advertisedKey()?.key ?? "",
    keys: [...keys.values()].map((key) => viewKey(key, world)),
    merchants: merchants.map(viewMerchant),
  };
}

function describeState(world: World, addressesOf: Remote["addressesOf"]): ResponseOf<"WorldState"> {
  const { state, clock } = world;
  return {
    ...describe(world, addressesOf),
    clock: viewClock(clock),
    counts: {
      merchants: state.merchants.length,
      keys: state.keys.size,
      products: state.products.size,
      orders: state.orderCount,
    },
  };
}
