// A world at the edge: an object with a sandbox that contains only this world. The engine may clear its memory between
// two requests. Its storage has the changes of the world.
// Runtime: a class, because the engine requires it.
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
  /** Undefined until the first request. */
  #loaded: Promise<LoadedWorld | undefined> | undefined;
  #made: Promise<unknown> = Promise.resolve();

  async fetch(request: Request): Promise<Response> {
    const settings = readSettings(this.env);
    const target = findWorld(new URL(request.url), settings.hostName);
    const loaded = await this.#load();
    const { isApi } = target;
    // Why: an object serves only the world of its own name.
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
      // Runtime: the engine sends no response before all writes are stored, so nothing is awaited.
      save(isApi);
      return response;
    } catch (error) {
      if (!(error instanceof FullError)) throw error;
      // Why: the memory has changes that were not stored, so the next request loads the world again.
      this.#loaded = undefined;
      sandbox.worlds.release();
      return rejectFull(isApi);
    }
  }

  /** Responds to a request that waited while the world ended or was loaded again, and must not change it. */
  async #rejectLate(isApi: boolean): Promise<Response> {
    const isThere = (await this.#load()) !== undefined;
    return isThere ? rejectFailed(isApi, "Try again in a moment.") : rejectMissing(isApi);
  }

  /** Makes the world unless it is there, and responds as the control API does. */
  make(order: MakeWorldMessage): Promise<Response> {
    // Why: one after the other, as the second finds what the first has made.
    const response = this.#made.then(() => this.#make(order));
    this.#made = response.catch(() => undefined);
    return response;
  }

  async #make(order: MakeWorldMessage): Promise<Response> {
    const known = await this.#load();
    const { seeds: hash, expiresAt: until } = order.about;
    // Why: first, because a world must not exist without its seeds.
    const seeds = this.env.SEEDS.getByName(hash);
    if (!(await seeds.keepUntil(until))) await seeds.keep({ json: JSON.stringify(SEEDS), until });
    try {
      const { response, loaded } = await makeStoredWorld(order, this.#store(), known);
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

  /** Deletes the world and all its data. */
  async #end(): Promise<void> {
    const loaded = await this.#loaded?.catch(() => undefined);
    this.#loaded = Promise.resolve(undefined);
    loaded?.sandbox.worlds.end();
    loaded?.sandbox.worlds.release();
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  #store(): WorldStore {
    const { hostName, keptRequests } = readSettings(this.env);
    const findSeeds = (hash: string) => this.env.SEEDS.getByName(hash).read();
    return { parts: createParts(this.ctx.storage), hostName, keptRequests, findSeeds };
  }
}

function rejectFull(isApi: boolean): Response {
  const detail =
    "The world would exceed 8 MiB. It was not changed. Reset it, or make another world.";
  return isApi ? rejectFailed(isApi, detail) : problem(413, detail);
}
