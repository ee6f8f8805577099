// The worlds that the last reset or drop of each name has removed. Each can be brought back for ten seconds.
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

/** Explains why a world cannot be restored. */
export const nothingToRestore = (name: string) =>
  `The world ${name} was not reset or dropped in the last ten seconds, or too many others were since, so there is nothing to undo.`;

/** Makes a store of removed worlds. */
export function createRemovedWorlds(system: SystemTime): RemovedWorlds {
  const kept = new Map<string, { world: World; successor: World | undefined; until: number }>();
  return {
    keep(world, successor) {
      // Why: deleted first, because it is the newest now.
      kept.delete(world.name);
      kept.set(world.name, { world, successor, until: system() + KEPT_MS });
      let requests = 0;
      for (const [name, { world, until }] of [...kept].reverse()) {
        const { first, next } = world.journal.numbers;
        requests += Math.max(LEAST_REQUESTS, next - first);
        if (requests > MOST_REQUESTS || until < system()) kept.delete(name);
      }
    },
    find(name, present) {
      const found = kept.get(name);
      if (found === undefined || found.successor !== present) return undefined;
      return system() <= found.until ? found.world : undefined;
    },
    clear: () => kept.clear(),
  };
}
