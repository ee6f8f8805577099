// The worlds that the last resets and drops have removed. Each can be brought back for ten seconds.
import type { SystemTime } from "./clock.ts";
import type { World } from "./world.ts";

export interface RemovedWorlds {
  /** Keeps a world, and the one that took its place, if one did. */
  keep(world: World, successor?: World): void;
  /** Finds the world of a name that was dropped; undefined if there is none that can be brought back. */
  findDropped(name: string): World | undefined;
  /** Takes the world of a name that `present` has taken the place of; undefined if there is none. */
  take(name: string, present: World | undefined): World | undefined;
  clear(): void;
}

const KEPT_MS = 10_000;
// Why: a person undoes the last reset or drop; a test suite drops thousands of worlds.
const MOST = 3;

/** Explains why a world cannot be restored. */
export const nothingToRestore = (name: string) =>
  `The world ${name} was not reset or dropped in the last ten seconds, so there is nothing to undo.`;

/** Makes a store of removed worlds. */
export function createRemovedWorlds(system: SystemTime): RemovedWorlds {
  let kept: readonly { world: World; successor: World | undefined; until: number }[] = [];
  const find = (name: string, present: World | undefined) =>
    kept.findLast(
      ({ world, successor, until }) =>
        world.name === name && successor === present && system() <= until,
    );
  return {
    keep(world, successor) {
      kept = [...kept, { world, successor, until: system() + KEPT_MS }].slice(-MOST);
    },
    findDropped: (name) => find(name, undefined)?.world,
    take(name, present) {
      const found = find(name, present);
      kept = kept.filter((other) => other !== found);
      return found?.world;
    },
    clear() {
      kept = [];
    },
  };
}
