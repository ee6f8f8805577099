// The seeds that worlds were made from: one object for each set, so that a world finds its own again when
// the Worker comes with others. They are gone when no world can need them any more.
// Runtime: the engine's objects are classes; nothing else here is one.
import { DurableObject } from "cloudflare:workers";
import type { Env } from "./env.ts";
import type { StoredSeeds } from "./messages.ts";
import { createParts } from "./parts.ts";

const SEEDS = "seeds";
const UNTIL = "until";

export class KeptSeeds extends DurableObject<Env> {
  /** Keeps its seeds until a time at least, in Unix milliseconds. False where it has none yet. */
  async keepUntil(time: number): Promise<boolean> {
    const parts = createParts(this.ctx.storage);
    const known = parts.read().get(UNTIL);
    if (known === undefined) return false;
    if (time <= Number(known)) return true;
    parts.write(UNTIL, `${time}`);
    await this.ctx.storage.setAlarm(time);
    return true;
  }

  /** Keeps seeds. */
  async keep({ json, until }: StoredSeeds): Promise<void> {
    // Why: another world may have kept them since this one found none, and may live longer.
    if (await this.keepUntil(until)) return;
    const { write } = createParts(this.ctx.storage);
    write(SEEDS, json);
    write(UNTIL, `${until}`);
    await this.ctx.storage.setAlarm(until);
  }

  /** The seeds as JSON; undefined where they are not kept. */
  read(): string | undefined {
    return createParts(this.ctx.storage).read().get(SEEDS);
  }

  async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }
}
