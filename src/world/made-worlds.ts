// The worlds that tests made, by their names, and how each was made. A listener can save them.
import { explainMost, type Making } from "./changes/making.ts";
import type { SystemTime } from "./clock.ts";
import type { World } from "./world.ts";
import { UnsavedError, WorldError } from "./world-error.ts";

/** Called with a world that has a name from now on, or with the name of one that is deleted. */
export type MadeListener = (name: string, world?: World) => void;

export interface MadeWorlds {
  /** How many there are, perhaps with some that have expired. */
  readonly size: number;
  /** Finds a world that has not expired. */
  get(name: string): World | undefined;
  makingOf(world: World | undefined): Making | undefined;
  /** All that have not expired. */
  all(): ReadonlyMap<string, World>;
  /** Throws `WorldError` if there are as many as there may be. */
  requireSpace(): void;
  /** Adds a world, or replaces the one with its name. If the listener throws, everything is as before. */
  set(name: string, world: World): void;
  /** Notes how a world was made. */
  note(world: World, making: Making): void;
  /** Removes a world. Returns false if there is none. If the listener throws, everything is as before. */
  delete(name: string): boolean;
  clear(): void;
  onChange(listener: MadeListener): void;
}

/** Creates a store of worlds that tests make, of which there may be `most`. */
export function createMadeWorlds(system: SystemTime, most = 20_000): MadeWorlds {
  const worlds = new Map<string, World>();
  const makings = new WeakMap<World, Making>();
  let listener: MadeListener = () => {};

  function get(name: string): World | undefined {
    const world = worlds.get(name);
    const expiresAt = world && makings.get(world)?.expiresAt;
    if (expiresAt === undefined || expiresAt > system()) return world;
    worlds.delete(name);
    world?.release();
    try {
      listener(name);
    } catch (error) {
      // Why: it has expired in any case, and the next start deletes its file.
      if (!(error instanceof UnsavedError)) throw error;
    }
    return undefined;
  }

  function all(): ReadonlyMap<string, World> {
    for (const name of worlds.keys()) get(name);
    return worlds;
  }

  function remove(name: string): boolean {
    if (!worlds.has(name)) return false;
    listener(name);
    return worlds.delete(name);
  }

  return {
    get size() {
      return worlds.size;
    },
    get,
    makingOf: (world) => world && makings.get(world),
    all,
    requireSpace() {
      if (worlds.size >= most && all().size >= most) {
        throw new WorldError("too-many", explainMost(most));
      }
    },
    set(name, world) {
      const before = worlds.get(name);
      worlds.set(name, world);
      try {
        listener(name, world);
      } catch (error) {
        if (before === undefined) worlds.delete(name);
        else worlds.set(name, before);
        throw error;
      }
    },
    note(world, making) {
      makings.set(world, making);
    },
    delete: remove,
    clear() {
      for (const name of worlds.keys()) remove(name);
    },
    onChange(next) {
      listener = next;
    },
  };
}
