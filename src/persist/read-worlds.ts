// Reads all worlds that a server has kept in a directory. What cannot be read is left as it is.
import type { SeedSet } from "../seeds/overlay/scenarios.ts";
import { applyToLayer } from "../world/changes/overlay.ts";
import type { World } from "../world/world.ts";
import type { Worlds } from "../world/worlds.ts";
import type { SavedParts } from "./parts.ts";
import { readSavedWorld } from "./save-parts.ts";
import {
  type Files,
  formatSeeds,
  isOwnFile,
  readSeedSet,
  readWorldFile,
  SEEDS_FILE,
  UNREAD,
  WORLD_FILE,
  type WorldOrigin,
} from "./world-file.ts";

interface FoundWorld {
  readonly world: World;
  readonly origin: WorldOrigin;
  /** The seeds that it was made from. */
  readonly seeds: SeedSet;
  readonly saved: SavedParts;
}

/** A file that was not read. */
export interface LeftOut {
  readonly file: string;
  /** Why, and what to do. */
  readonly reason: string;
}

const DELETE = "Delete it when you no longer need it";
const MAKE_AGAIN =
  "If another version wrote it, start that version. Otherwise delete it, and make the world again";

/** Reads the worlds in a directory. Deletes the files of worlds that have expired, and seeds that no world needs. */
export function readWorlds(worlds: Worlds, files: Files) {
  const found: FoundWorld[] = [];
  const leftOut: LeftOut[] = [];
  const seedSets = new Map<string, SeedSet>();
  const served = formatSeeds(worlds.source());
  for (const file of files.names()) {
    const leaveOut = (reason: string) => leftOut.push({ file, reason });
    const [, name] = WORLD_FILE.exec(file) ?? [];
    try {
      if (name !== undefined) read(file, name);
      else if (file.endsWith(UNREAD)) leaveOut(`a new world has taken its name. ${DELETE}`);
      else if (!isOwnFile(file)) leaveOut("it is not a file of a sandbox. Move it elsewhere");
    } catch (error) {
      leaveOut(`${error instanceof Error ? error.message : error}. ${MAKE_AGAIN}`);
    }
  }
  const unneeded = files.names().filter((file) => SEEDS_FILE.test(file) && !seedSets.has(file));
  const texts = unneeded.length === 0 ? [] : leftOut.filter(isOfWorld).map(readLeftOut);
  for (const file of unneeded) if (!texts.some((text) => mayNeed(text, file))) files.remove(file);
  return { found, leftOut };

  function readLeftOut({ file }: LeftOut): string | undefined {
    try {
      return files.read(file);
    } catch {
      return undefined;
    }
  }

  function read(file: string, name: string): void {
    const { making, origin, saved, name: owner } = readWorldFile(files.read(file));
    if (owner !== name) throw new Error(`it is the file of the world ${owner}`);
    if (making.expiresAt !== undefined && making.expiresAt <= worlds.now()) {
      files.remove(file);
      return;
    }
    const seeds = findSeeds(origin.seeds);
    const beneath = origin.scenario === undefined ? seeds.base : seeds.ofScenario(origin.scenario);
    if (beneath === undefined) throw new Error(`${origin.seeds} has no such scenario`);
    const layer = applyToLayer(beneath, making.wanted.seeds, origin.madeAt);
    const world = readSavedWorld(name, layer, worlds.now, saved);
    worlds.adopt(world, making);
    found.push({ world, origin, seeds, saved });
  }

  function findSeeds(file: string): SeedSet {
    const known = seedSets.get(file);
    if (known !== undefined) return known;
    const text = files.read(file);
    const set = text === served ? worlds.source() : readSeedSet(text, file, worlds.now());
    seedSets.set(file, set);
    return set;
  }
}

const isOfWorld = ({ file }: LeftOut) => WORLD_FILE.test(file) || file.endsWith(UNREAD);

/** Whether a world that was left out may need these seeds: it names them, or what it names cannot be read. */
// Why: a file that ends too early still has this text, because `formatWorld` writes the seeds before the parts.
const mayNeed = (text: string | undefined, seeds: string) =>
  text === undefined || text.includes(seeds) || !text.includes('"seeds":"seeds-');
