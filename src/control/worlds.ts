// Worlds: list, make, describe, change, drop, reset, snapshot.
import { formatTime } from "../shared/times.ts";
import { changeWorld, OverlaySchema } from "../world/changes/overlay.ts";
import { saveScenario } from "../world/changes/save-scenario.ts";
import {
  ensureWorld,
  makeWorld,
  NewWorldSchema,
  WantedWorldSchema,
} from "../world/changes/world.ts";
import { viewClock, viewKey, viewMerchant } from "../world/views.ts";
import type { World } from "../world/world.ts";
import { defineOperation, type Remote } from "./operation.ts";
import type { ResponseOf } from "./responses.ts";

/** The world that examples make and drop. */
const MADE = "demo";

const SNAPSHOT_TYPE = "application/yaml";

/** Listing and making worlds, which have other bodies and responses at the edge. */
export const LIST_WORLDS = {
  name: "listWorlds",
  method: "get",
  path: "/worlds",
  summary: "The worlds",
} as const;

export const MAKE_WORLD = {
  name: "makeWorld",
  method: "post",
  path: "/worlds",
  isBodyOptional: true,
  summary: "Make a world",
  success: 201,
} as const;

export const ENSURE_WORLD = {
  name: "ensureWorld",
  method: "put",
  path: "/worlds/:world",
  isBodyOptional: true,
  summary: "Make a world, or return it",
} as const;

export const WORLD_OPERATIONS = [
  defineOperation({
    name: "listScenarios",
    method: "get",
    path: "/scenarios",
    summary: "The scenarios of the seeds",
    description: "There is a world with the name of each.",
    response: ["Scenario"],
    run: ({ scenarios }) =>
      scenarios().map(({ name, description = null }) => ({ name, description })),
  }),
  defineOperation({
    ...LIST_WORLDS,
    response: ["WorldAddresses"],
    run: ({ worlds, addressesOf }) =>
      worlds.names().map((name) => describeAddresses({ name }, { worlds, addressesOf })),
  }),
  defineOperation({
    body: NewWorldSchema,
    ...MAKE_WORLD,
    description: "An isolated copy of the seeds. Make one for each test.",
    errors: {
      404: "There is no such scenario.",
      409: "A world with this name already exists.",
      429: "The maximum number of worlds is reached.",
    },
    example: ({ scenario }) => ({ name: MADE, ...(scenario && { scenario }) }),
    response: "MadeWorld",
    run: ({ body, ...remote }) => describeMade(makeWorld(remote.worlds, body), remote),
  }),
  defineOperation({
    body: WantedWorldSchema,
    ...ENSURE_WORLD,
    description:
      "If the world was made from the same body before, it is returned as it is now. Repeat the call as often as you like, such as in each run of a pipeline.",
    errors: {
      404: "There is no such scenario.",
      409: "The world was made from another body, or comes from the seeds.",
      429: "The maximum number of worlds is reached.",
    },
    example: ({ scenario }) => ({ ...(scenario && { scenario }) }),
    exampleWorld: MADE,
    created: "The world was made.",
    response: "MadeWorld",
    run({ body, param, ...remote }) {
      const name = param("world");
      const isThere = remote.worlds.makingOf(name) !== undefined;
      const world = ensureWorld(remote.worlds, name, body);
      return new Response(JSON.stringify(describeMade(world, remote)), {
        status: isThere ? 200 : 201,
        headers: { "Content-Type": "application/json" },
      });
    },
  }),
  defineOperation({
    name: "getWorld",
    method: "get",
    path: "/worlds/:world",
    summary: "The state of a world",
    response: "WorldState",
    run: ({ world, ...remote }) => describeState(world(), remote),
  }),
  defineOperation({
    name: "changeWorld",
    method: "patch",
    path: "/worlds/:world",
    body: OverlaySchema,
    summary: "Change a world",
    description: "Applies an overlay, with the fields of a scenario file, on top of its state.",
    example: () => ({ settings: { rateLimit: "off", listOrder: "oldest" } }),
    response: "WorldState",
    run({ world, body, ...remote }) {
      const target = world();
      changeWorld(target, body);
      return describeState(target, remote);
    },
  }),
  defineOperation({
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
  defineOperation({
    name: "resetWorld",
    method: "post",
    path: "/worlds/:world/reset",
    summary: "Reset a world",
    description: "Makes the world again from its seeds. All changes and the journal are lost.",
    response: "World",
    run: ({ param, ...remote }) => describe(remote.worlds.reset(param("world")), remote),
  }),
  defineOperation({
    name: "restoreWorld",
    method: "post",
    path: "/worlds/:world/restore",
    summary: "Undo a reset or a drop",
    description: "Within ten seconds. Brings back the world as it was.",
    errors: { 409: "The world was not reset or dropped in the last ten seconds." },
    response: "World",
    run: ({ param, ...remote }) => describe(remote.worlds.restore(param("world")), remote),
  }),
  defineOperation({
    name: "getScenario",
    method: "get",
    path: "/worlds/:world/scenario",
    summary: "The changes as a scenario file",
    description:
      "In YAML, for the directory `scenarios` of the seeds: what is different from the scenario that the world was made from, or from the base.",
    response: "Snapshot",
    mediaType: SNAPSHOT_TYPE,
    run({ world, worlds, scenarios }) {
      const names = scenarios().map(({ name }) => name);
      return saveScenario(world(), worlds, names);
    },
  }),
  defineOperation({
    name: "getSnapshot",
    method: "get",
    path: "/worlds/:world/snapshot",
    summary: "The state as one seed file",
    description: "In YAML. A sandbox that loads it gives each key the same responses.",
    response: "Snapshot",
    mediaType: SNAPSHOT_TYPE,
    run: ({ world }) => world().snapshot(),
  }),
];

type Known = Pick<Remote, "worlds" | "addressesOf">;

function describeAddresses(
  { name }: Pick<World, "name">,
  { worlds, addressesOf }: Known,
): ResponseOf<"WorldAddresses"> {
  const { expiresAt } = worlds.makingOf(name) ?? {};
  const times = expiresAt === undefined ? {} : { expiresAt: formatTime(expiresAt) };
  return { name, ...addressesOf({ name }), ...times };
}

function describe(world: World, known: Known): ResponseOf<"World"> {
  const { keys, merchants } = world.state;
  return {
    ...describeAddresses(world, known),
    apiKey: world.advertisedKey()?.key ?? "",
    keys: [...keys.values()].map((key) => viewKey(key, world)),
    merchants: merchants.map(viewMerchant),
  };
}

function describeMade(world: World, known: Known): ResponseOf<"MadeWorld"> {
  const { secret } = known.worlds.makingOf(world.name) ?? {};
  return { ...describe(world, known), ...(secret !== undefined && { secret }) };
}

function describeState(world: World, known: Known): ResponseOf<"WorldState"> {
  const { state, clock } = world;
  return {
    ...describe(world, known),
    clock: viewClock(clock),
    counts: {
      merchants: state.merchants.length,
      keys: state.keys.size,
      products: state.products.size,
      orders: state.orderCount,
    },
  };
}
