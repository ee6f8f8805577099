// `world`: makes, lists, resets and drops worlds.
import * as v from "valibot";
import type { CallResult } from "../../../client/control.ts";
import { WANTED } from "./field.ts";
import { inWorld, list, remote, table, verb } from "./remote.ts";

const name = () => v.string();

export const WORLD = {
  create: verb(
    "Make a world; without NAME, it gets a generated one",
    remote({
      operands: { "[NAME]": name },
      options: WANTED,
      async run({ client, operands: [name], options: { scenario, ttl } }) {
        const world = await client.call("POST /worlds", { body: { name, scenario, ttl } });
        return { json: world, lines: describeWorld(world) };
      },
    }),
  ),
  list: verb(
    "List the worlds",
    remote({
      async run({ client }) {
        const worlds = await client.call("GET /worlds");
        const rows = worlds.map(({ name, baseUrl, expiresAt }) => [name, baseUrl, expiresAt]);
        return { json: worlds, lines: table(["NAME", "API", "EXPIRES"], rows) };
      },
    }),
  ),
  reset: verb(
    "Take a world back to its start",
    inWorld({
      operands: { "[NAME]": name },
      async run({ client, world: current, operands: [world = current] }) {
        const made = await client.call("POST /worlds/:world/reset", { params: { world } });
        return { json: made, lines: [`Reset ${world}`] };
      },
    }),
  ),
  drop: verb(
    "Drop a world that was made",
    inWorld({
      operands: { "[NAME]": name },
      async run({ client, world: current, operands: [world = current] }) {
        const json = await client.call("DELETE /worlds/:world", { params: { world } });
        return { json, lines: [`Dropped ${world}`] };
      },
    }),
  ),
};

/** Describes a world that was made. */
function describeWorld(world: CallResult<"POST /worlds">): string[] {
  return list({
    World: world.name,
    API: world.baseUrl,
    Hosted: world.hostedUrl,
    Key: world.apiKey,
    Expires: world.expiresAt,
    Secret: world.secret,
  });
}
