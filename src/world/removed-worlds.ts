// The worlds that the last resets and drops have removed. Each can be brought back for ten seconds.
import type { SystemTime } from "./clock.ts";
import type { World } from "./world.ts";

export interface RemovedWorlds {
  /** Keeps a world, and the one that took its place, if one did. */
  keep(world: World, successor?: World): void;
  /**
   * Finds the world of a name that can be brought back: that `present` has taken the place of, or that was dropped if
   * there is none. A world that was brought back is the present one, so it is not found again.
   */
  find(name: string, present?: World): World | undefined;
  clear(): void;
}

const KEPT_MS = 10_000;
// Why: a test suite drops thousands of worlds, and each holds its last requests. This is 20 worlds with full journals,
// or 1,000 small ones.
const MOST_REQUESTS = 20_000;
const LEAST_REQUESTS = 20;
// Why: a test that resets its own world again and again must not push out others.
const MOST_OF_NAME = 5;

/** Explains why a world cannot be restored. */
export const nothingToRestore = (name: string) =>
  `The world ${name} was not reset or dropped in the last ten seconds, or too many others were since, so there is nothing to undo.`;

/** Makes a store of removed worlds. */
export function createRemovedWorlds(system: SystemTime): RemovedWorlds {
  // The newest first.
  let kept: readonly { world: World; successor: World | undefined; until: number }[] = [];
  return {
    keep(world, successor) {
      let requests = 0;
      let ofName = 0;
      const all = [{ world, successor, until: system() + KEPT_MS }, ...kept];
      kept = all.filter(({ world: { name, journal }, until }) => {
        const { first, next } = journal.numbers;
        if (name === world.name && ++ofName > MOST_OF_NAME) return false;
        requests += Math.max(LEAST_REQUESTS, next - first);
        return requests <= MOST_REQUESTS && system() <= until;
      });
    },
    find: (name, present) =>
      kept.find(
        ({ world, successor, until }) =>
          world.name === name && successor === present && system() <= until,
      )?.world,
    clear() {
      kept = [];
    },
  };
}
