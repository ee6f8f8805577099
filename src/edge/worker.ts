// The Worker's entry: a request goes to the object of the world that its address names, and what names none
// is answered here.
import type { Env } from "./env.ts";
import { findWorld } from "./find-world.ts";
import { refuseFailed, refuseMissing } from "./refusals.ts";
import { readSettings, SettingsError } from "./settings.ts";
import { answerShared } from "./shared.ts";

export { KeptSeeds } from "./kept-seeds.ts";
export { Registry } from "./registry.ts";
export { WorldObject } from "./world-object.ts";

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const url = new URL(request.url);
    try {
      const settings = readSettings(env);
      const target = findWorld(url, settings.hostName);
      if (target.kind === "world") return await env.WORLDS.getByName(target.name).fetch(request);
      if (target.kind === "missing") return refuseMissing(target.path);
      return await answerShared(request, env, settings);
    } catch (error) {
      const told = error instanceof SettingsError ? error.message : "Ask again in a moment.";
      return refuseFailed(url.pathname, told);
    }
  },
};
