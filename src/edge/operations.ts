// The calls of the control API that differ at the edge: creating a world, which gets a secret and an expiry time, and
// listing the worlds of a token.
import * as v from "valibot";
import { defineOperation, type Operation } from "../control/operation.ts";
import { ENSURE_WORLD, LIST_WORLDS, MAKE_WORLD } from "../control/worlds.ts";
import { randomText } from "../shared/random-text.ts";
import { formatTime } from "../shared/times.ts";
import { explainMost, type WantedWorld } from "../world/changes/making.ts";
import { NewWorldSchema, readTtl, WantedWorldSchema } from "../world/changes/world.ts";
import { systemTime } from "../world/clock.ts";
import { parseInput } from "../world/parse-input.ts";
import { WorldError } from "../world/world-error.ts";
import type { Env } from "./env.ts";
import type { Claim } from "./messages.ts";
import { OwnNameSchema, randomName } from "./names.ts";
import { hashOf } from "./secrets.ts";
import { HASH } from "./seeds.js";
import type { EdgeSettings } from "./settings.ts";

export interface Caller {
  readonly env: Env;
  readonly settings: EdgeSettings;
  /** Whom the control token belongs to. */
  readonly owner: string;
  /** The URL of the request. */
  readonly origin: string;
}

const WantedSchema = v.strictObject({
  ...NewWorldSchema.entries,
  name: v.exactOptional(OwnNameSchema),
});
/** The calls of somebody who has a control token. */
export function createOperations(caller: Caller): readonly Operation[] {
  const { env, owner, settings } = caller;
  const { maxWorlds } = settings;
  const registry = env.REGISTRIES.getByName(owner);
  const tooMany = () =>
    new WorldError("too-many", explainMost(maxWorlds, "MAX_WORLDS", " for this team"));
  return [
    defineOperation({
      ...LIST_WORLDS,
      run: async ({ addressesOf }) =>
        (await registry.list()).map(({ name, expiresAt }) => ({
          name,
          ...addressesOf({ name }),
          expiresAt: formatTime(expiresAt),
        })),
    }),
    defineOperation({
      body: WantedSchema,
      ...MAKE_WORLD,
      async run({ body: { name, ...wanted } }) {
        const claim = offer(name, wanted, caller);
        if (!(await registry.reserve(claim, maxWorlds))) throw tooMany();
        return makeWorld(claim, wanted, caller).catch(async (error) => {
          await registry.forget(claim.name);
          throw error;
        });
      },
    }),
    defineOperation({
      body: WantedWorldSchema,
      ...ENSURE_WORLD,
      async run({ body: wanted, param }) {
        const name = parseInput("path", OwnNameSchema, param("world"));
        // Why: first, because what may be asked for now matters only to a new world.
        const claim =
          (await registry.find(name)) ??
          (await registry.claim(name, offer(name, wanted, caller), maxWorlds));
        if (claim === undefined) throw tooMany();
        // Why: not forgotten if this fails, because the world may be there, and the next call finds it.
        return makeWorld(claim, wanted, caller);
      },
    }),
  ];
}

/** What is noted of a world that is about to be made. Throws `InvalidInputError`. */
function offer(
  own: string | undefined,
  { ttl }: WantedWorld,
  { settings: { worldTtl } }: Caller,
): Claim {
  const madeAt = systemTime();
  const expiresAt = madeAt + (readTtl(ttl, worldTtl, "WORLD_TTL") ?? 0);
  const [secret, formSecret] = [randomText(), randomText()];
  return { name: randomName(own), expiresAt, secret, formSecret, madeAt };
}

/** Makes a world unless it is there, and responds as the control API does. */
async function makeWorld(claim: Claim, body: WantedWorld, caller: Caller): Promise<Response> {
  const { env, owner, origin } = caller;
  const { name, secret, expiresAt } = claim;
  const { scenario, ttl } = body;
  const about = {
    ...{ ...claim, owner, secret: await hashOf(secret), seeds: HASH },
    ...(scenario !== undefined && { scenario }),
    ...(ttl !== undefined && { ttl }),
  };
  const response = await env.WORLDS.getByName(name).make({ about, body, origin });
  const { status } = response;
  if (status === 200 || status === 201) {
    const made = { ...(await response.json()), secret, expiresAt: formatTime(expiresAt) };
    return Response.json(made, { status });
  }
  // Why: a conflict is with the world that is there, which was made from another body.
  if (status !== 409) await env.REGISTRIES.getByName(owner).forget(name);
  return response;
}
