// The seeds that worlds were created from, in one object for each set. A world finds its seeds here after a new version
// of the Worker is deployed with other seeds. They are deleted when no world needs them.
// Runtime: a class, because the engine requires it.
import { DurableObject } from "cloudflare:workers";
import type { Env } from "./env.ts";
import type { StoredSeeds } from "./messages.ts";
import { createParts } from "./parts.ts";

const SEEDS = "seeds";
const UNTIL = "until";

export class KeptSeeds extends DurableObject<Env> {
  /** Keeps its seeds until this time or longer, in Unix milliseconds. Returns false if it has none. */
  async keepUntil(time: number): Promise<boolean> {
    const parts = createParts(this.ctx.storage);
    const known = parts.read().get(UNTIL);
    if (known === undefined) return false;
    if (time <= Number(known)) return true;
    parts.write(UNTIL, `${time}`);
    await this.ctx.storage.setAlarm(time);
    return true;
  }

  /** Stores seeds. */
  async keep({ json, until }: StoredSeeds): Promise<void> {
    // Why: another world may have stored them in the meantime, and may expire later.
    if (await this.keepUntil(until)) return;
    const { write } = createParts(this.ctx.storage);
    write(SEEDS, json);
    write(UNTIL, `${until}`);
    await this.ctx.storage.setAlarm(until);
  }

  /** The seeds as JSON. Undefined if they are not stored. */
  read(): string | undefined {
    return createParts(this.ctx.storage).read().get(SEEDS);
  }

  async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }
}
