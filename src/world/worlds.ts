// All worlds of one sandbox by their names. `default` is there from the start and answers where a
// path names none.
import type { Blueprint } from "../seeds/blueprint.ts";
import type { SystemTime } from "./clock.ts";
import { createWorld, type World } from "./world.ts";

export const DEFAULT_WORLD = "default";

/** What a world may be called: it stands in a path as it is. */
const WORLD_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

export interface Worlds {
  readonly default: World;
  readonly size: number;
  names(): string[];
  find(name: string): World | undefined;
  /**
   * Makes a world, by default over the seeds of the default one. Throws where the name is taken or
   * can't stand in a path.
   */
  create(name: string, blueprint?: Blueprint): World;
}

/** Makes the worlds of a sandbox, with the default one in it. */
export function createWorlds(base: Blueprint, system: SystemTime): Worlds {
  const worlds = new Map<string, World>();

  const create = (name: string, blueprint = base): World => {
    if (!WORLD_NAME.test(name)) {
      throw new RangeError(
        `A world's name must match ${WORLD_NAME}, received ${JSON.stringify(name)}.`,
      );
    }
    if (worlds.has(name)) throw new RangeError(`There is a world called ${name} already.`);
    const world = createWorld(name, blueprint, system);
    worlds.set(name, world);
    return world;
  };

  return {
    default: create(DEFAULT_WORLD),
    get size() {
      return worlds.size;
    },
    names: () => [...worlds.keys()],
    find: (name) => worlds.get(name),
    create,
  };
}
