// A world at the edge: one object, which holds the sandbox that a process holds elsewhere, with this one
// world in it. Its memory may go between two requests; what the world has changed is in its storage.
// Runtime: the engine's objects are classes; nothing else here is one.
import { DurableObject } from "cloudflare:workers";
import { problem } from "../control/problem.ts";
import { systemTime } from "../world/clock.ts";
import type { Env } from "./env.ts";
import { fetchFromWorld } from "./fetch-from-world.ts";
import { findWorld } from "./find-world.ts";
import { type LoadedWorld, loadWorld, makeStoredWorld, type WorldStore } from "./loaded-world.ts";
import type { MakeWorldMessage } from "./messages.ts";
import { createParts, FullError } from "./parts.ts";
import { rejectFailed, rejectMissing } from "./rejections.ts";
import { SEEDS } from "./seeds.js";
import { readSettings } from "./settings.ts";

export class WorldObject extends DurableObject<Env> {
  /** Undefined before it was asked for. */
  #loaded: Promise<LoadedWorld | undefined> | undefined;

  async fetch(request: Request): Promise<Response> {
    const settings = readSettings(this.env);
    const target = findWorld(new URL(request.url), settings.hostName);
    const loaded = await this.#load();
    const { isApi } = target;
    // Why: whatever led here, no other name than its own leads to a world.
    const isHere = target.kind === "world" && target.name === loaded?.about.name;
    if (!isHere || loaded.about.expiresAt <= systemTime()) return rejectMissing(isApi);

    const response = await fetchFromWorld(request, target, loaded, settings);
    const { about, sandbox, save } = loaded;
    if (sandbox.worlds.find(about.name) === undefined) {
      await this.#end();
      await this.env.REGISTRIES.getByName(about.owner).forget(about.name);
      return response;
    }
    if ((await this.#loaded) !== loaded) return this.#rejectLate(isApi);
    try {
      // Runtime: the engine lets nothing out before what was written is safe; nothing need be awaited.
      save(isApi);
      return response;
    } catch (error) {
      if (!(error instanceof FullError)) throw error;
      // Why: the memory is ahead of what is stored; the next request reads that.
      this.#loaded = undefined;
      sandbox.worlds.release();
      return rejectFull(isApi);
    }
  }

  /** Answers what was held back while the world ended, or was read again: it is to change neither. */
  async #rejectLate(isApi: boolean): Promise<Response> {
    const isThere = (await this.#load()) !== undefined;
    return isThere ? rejectFailed(isApi, "Try again in a moment.") : rejectMissing(isApi);
  }

  /** Makes the world, and responds as the control API does. */
  async make(order: MakeWorldMessage): Promise<Response> {
    const { seeds: hash, expiresAt: until } = order.about;
    // Why: first, so that there is no world whose seeds could not be stored.
    const seeds = this.env.SEEDS.getByName(hash);
    if (!(await seeds.keepUntil(until))) await seeds.keep({ json: JSON.stringify(SEEDS), until });
    try {
      const { response, loaded } = await makeStoredWorld(order, this.#store());
      if (loaded === undefined) return response;
      this.#loaded = Promise.resolve(loaded);
      await this.ctx.storage.setAlarm(until);
      return response;
    } catch (error) {
      if (error instanceof FullError) return rejectFull(false);
      throw error;
    }
  }

  async alarm(): Promise<void> {
    await this.#end();
  }

  #load(): Promise<LoadedWorld | undefined> {
    this.#loaded ??= loadWorld(this.#store()).catch((error) => {
      this.#loaded = undefined;
      throw error;
    });
    return this.#loaded;
  }

  /** Ends the world: nothing of it is left. */
  async #end(): Promise<void> {
    const loaded = await this.#loaded?.catch(() => undefined);
    this.#loaded = Promise.resolve(undefined);
    loaded?.sandbox.worlds.end();
    loaded?.sandbox.worlds.release();
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  #store(): WorldStore {
    const { hostName } = readSettings(this.env);
    const findSeeds = (hash: string) => this.env.SEEDS.getByName(hash).read();
    return { parts: createParts(this.ctx.storage), hostName, findSeeds };
  }
}

function rejectFull(isApi: boolean): Response {
  const detail =
    "The world would exceed 8 MiB. It was not changed. Reset it, or make another world.";
  return isApi ? rejectFailed(isApi, detail) : problem(413, detail);
}
