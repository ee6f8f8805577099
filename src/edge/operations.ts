// The calls of the control API that differ at the edge: creating a world, which gets a secret and an expiry time, and
// listing the worlds of a token.
import * as v from "valibot";
import { type Operation, withBody, withoutBody } from "../control/operation.ts";
import { formatTime, parseDuration } from "../shared/times.ts";
import { NewWorldSchema } from "../world/changes/world.ts";
import { systemTime } from "../world/clock.ts";
import { InvalidInputError } from "../world/invalid-input.ts";
import { WorldError } from "../world/world-error.ts";
import type { Env } from "./env.ts";
import { OwnNameSchema, randomName, randomText } from "./names.ts";
import { hashOf } from "./secrets.ts";
import { HASH } from "./seeds.js";
import { type EdgeSettings, TtlSchema } from "./settings.ts";

export interface Caller {
  readonly env: Env;
  readonly settings: EdgeSettings;
  /** The hash of the control token. */
  readonly owner: string;
  /** The URL of the request. */
  readonly origin: string;
}

const WantedSchema = v.strictObject({
  ...NewWorldSchema.entries,
  name: v.exactOptional(OwnNameSchema),
  ttl: v.exactOptional(TtlSchema),
});
type Wanted = v.InferOutput<typeof WantedSchema>;

/** The calls for callers with a control token. */
export function createOperations(caller: Caller): readonly Operation[] {
  const { env, owner } = caller;
  return [
    withoutBody({
      name: "listWorlds",
      method: "get",
      path: "/worlds",
      summary: "The worlds that this token has made",
      success: 200,
      run: async ({ addressesOf }) =>
        (await env.REGISTRIES.getByName(owner).list()).map(({ name, expiresAt }) => ({
          name,
          ...addressesOf({ name }),
          expiresAt: formatTime(expiresAt),
        })),
    }),
    withBody(WantedSchema, {
      name: "makeWorld",
      method: "post",
      path: "/worlds",
      summary: "Make a world",
      success: 201,
      run: ({ body }) => makeWorld(body, caller),
    }),
  ];
}

/** Creates a world, and responds as the control API does. Throws `WorldError` and `InvalidInputError`. */
async function makeWorld(
  { name: own, ttl, ...body }: Wanted,
  { env, settings, owner, origin }: Caller,
): Promise<Response> {
  const madeAt = systemTime();
  const expiresAt = madeAt + readTtl(ttl, settings);
  const name = randomName(own);
  const registry = env.REGISTRIES.getByName(owner);
  if (!(await registry.reserve({ name, expiresAt }, settings.maxWorlds))) {
    throw new WorldError("too-many", explainMost(settings.maxWorlds));
  }
  const [secret, formSecret] = [randomText(), randomText()];
  const { scenario } = body;
  const about = {
    ...{ name, owner, secret: await hashOf(secret), formSecret, madeAt, expiresAt, seeds: HASH },
    ...(scenario !== undefined && { scenario }),
  };
  const response = await env.WORLDS.getByName(name)
    .make({ about, body, origin })
    .catch(async (error) => {
      await registry.forget(name);
      throw error;
    });
  if (response.status !== 201) {
    await registry.forget(name);
    return response;
  }
  const made = { ...(await response.json()), secret, expiresAt: formatTime(expiresAt) };
  return Response.json(made, { status: 201 });
}

function readTtl(ttl: string | undefined, { worldTtl }: EdgeSettings): number {
  const ms = ttl === undefined ? worldTtl.ms : (parseDuration(ttl) ?? 0);
  if (ms <= worldTtl.ms) return ms;
  const message = `must be at most ${worldTtl.text}, the value of WORLD_TTL`;
  throw new InvalidInputError("body", [{ path: "/ttl", message }]);
}

function explainMost(most: number): string {
  const made = most === 1 ? "a world" : `${most} worlds`;
  return `The maximum of ${made} for this token is reached. Delete worlds that you no longer need, or raise MAX_WORLDS.`;
}
