// The Worker's entry point. A request goes to the object of the world that its address names. Requests without a world
// are handled here.
import { problem } from "../control/problem.ts";
import { readBodyBytes } from "../world/read-body.ts";
import type { Env } from "./env.ts";
import { findWorld } from "./find-world.ts";
import { logFailure } from "./log.ts";
import { rejectFailed, rejectMissing } from "./rejections.ts";
import { readSettings, SettingsError } from "./settings.ts";
import { handleShared } from "./shared.ts";

export { KeptSeeds } from "./kept-seeds.ts";
export { Registry } from "./registry.ts";
export { WorldObject } from "./world-object.ts";

// Why: more than any call accepts. Each call has a limit of its own, and rejects a longer body.
const MOST_BODY_BYTES = 16 * 1024 * 1024;
const LONG_BODY = new Uint8Array(128 * 1024);

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    let isApi = false;
    try {
      const settings = readSettings(env);
      const target = findWorld(new URL(request.url), settings.hostName, request.method);
      isApi = target.isApi;
      const whole = await readWhole(request, isApi);
      if (whole === undefined) return problem(413, "The body is longer than 16 MiB. Send less.");
      if (target.kind === "missing") return rejectMissing(isApi);
      if (target.kind === "world") return await env.WORLDS.getByName(target.name).fetch(whole);
      return await handleShared(whole, env, settings);
    } catch (error) {
      if (error instanceof SettingsError) return rejectFailed(isApi, error.message);
      logFailure(error);
      return rejectFailed(isApi, "Try again in a moment.");
    }
  },
};

/** Reads a whole request. Returns undefined if its body is longer than the limit. */
async function readWhole(request: Request, isApi: boolean): Promise<Request | undefined> {
  if (request.body === null) return request;
  // Runtime: the engine closes the connection if a response is sent before the body was read.
  const read = await readBodyBytes(request, MOST_BODY_BYTES);
  // Why: the API rejects a body that is too long with an error of its own. This body is too long for it.
  const bytes = isApi ? (read ?? LONG_BODY) : read;
  if (bytes === undefined) return undefined;
  // Runtime: a request of these methods can't be made with a body.
  const body = /^(?:GET|HEAD)$/.test(request.method) ? null : bytes;
  return new Request(request, { body });
}
