// A world at the edge: one object, which holds the sandbox that a process holds elsewhere, with this one
// world in it. Its memory may go between two requests; what the world has changed is in its storage.
// Runtime: the engine's objects are classes; nothing else here is one.
import { DurableObject } from "cloudflare:workers";
import { problem } from "../control/problem.ts";
import { systemTime } from "../world/clock.ts";
import { askWorld } from "./ask-world.ts";
import { type AwakeWorld, type Bed, makeAwake, wakeWorld } from "./awake-world.ts";
import type { Env } from "./env.ts";
import { findWorld } from "./find-world.ts";
import type { MakeWorldMessage } from "./messages.ts";
import { createParts, FullError } from "./parts.ts";
import { refuseFailed, refuseMissing } from "./refusals.ts";
import { SEEDS } from "./seeds.js";
import { readSettings } from "./settings.ts";

export class WorldObject extends DurableObject<Env> {
  /** Undefined before it was asked for. */
  #awake: Promise<AwakeWorld | undefined> | undefined;

  async fetch(request: Request): Promise<Response> {
    const settings = readSettings(this.env);
    const target = findWorld(new URL(request.url), settings.hostName);
    const awake = await this.#wake();
    const { isApi } = target;
    // Why: whatever led here, no other name than its own leads to a world.
    const isHere = target.kind === "world" && target.name === awake?.about.name;
    if (!isHere || awake.about.expiresAt <= systemTime()) return refuseMissing(isApi);

    const answer = await askWorld(request, target, awake, settings);
    const { about, sandbox, save } = awake;
    if (sandbox.worlds.find(about.name) === undefined) {
      await this.#end();
      await this.env.REGISTRIES.getByName(about.owner).forget(about.name);
      return answer;
    }
    if ((await this.#awake) !== awake) return this.#refuseLate(isApi);
    try {
      // Runtime: the engine lets nothing out before what was written is safe; nothing need be awaited.
      save(isApi);
      return answer;
    } catch (error) {
      if (!(error instanceof FullError)) throw error;
      // Why: the memory is ahead of what is kept; the next request reads that.
      this.#awake = undefined;
      sandbox.worlds.release();
      return refuseFull(isApi);
    }
  }

  /** Answers what was held back while the world ended, or was read again: it is to change neither. */
  async #refuseLate(isApi: boolean): Promise<Response> {
    const isThere = (await this.#wake()) !== undefined;
    return isThere ? refuseFailed(isApi, "Ask again in a moment.") : refuseMissing(isApi);
  }

  /** Makes the world, and answers as the control API does. */
  async make(order: MakeWorldMessage): Promise<Response> {
    const { seeds: hash, expiresAt: until } = order.about;
    // Why: at first, so that there is no world whose seeds could not be kept.
    const seeds = this.env.SEEDS.getByName(hash);
    if (!(await seeds.keepUntil(until))) await seeds.keep({ json: JSON.stringify(SEEDS), until });
    try {
      const { answer, awake } = await makeAwake(order, this.#bed());
      if (awake === undefined) return answer;
      this.#awake = Promise.resolve(awake);
      await this.ctx.storage.setAlarm(until);
      return answer;
    } catch (error) {
      if (error instanceof FullError) return refuseFull(false);
      throw error;
    }
  }

  async alarm(): Promise<void> {
    await this.#end();
  }

  #wake(): Promise<AwakeWorld | undefined> {
    this.#awake ??= wakeWorld(this.#bed()).catch((error) => {
      this.#awake = undefined;
      throw error;
    });
    return this.#awake;
  }

  /** Ends the world: nothing of it is left. */
  async #end(): Promise<void> {
    const awake = await this.#awake?.catch(() => undefined);
    this.#awake = Promise.resolve(undefined);
    awake?.sandbox.worlds.end();
    awake?.sandbox.worlds.release();
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  #bed(): Bed {
    const { hostName } = readSettings(this.env);
    const findSeeds = (hash: string) => this.env.SEEDS.getByName(hash).read();
    return { parts: createParts(this.ctx.storage), hostName, findSeeds };
  }
}

function refuseFull(isApi: boolean): Response {
  const detail = "The world would hold more than 8 MiB. It is as it was before this request.";
  return isApi ? refuseFailed(isApi, detail) : problem(413, detail);
}
