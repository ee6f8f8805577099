// Keeps the worlds that tests make in files, so that the next server has them. Each change of a world is saved before
// the call that made it returns.
import type { SeedSet } from "../seeds/overlay/scenarios.ts";
import type { Layer } from "../seeds/resolve/layer.ts";
import { LENGTH, randomText } from "../shared/random-text.ts";
import type { World } from "../world/world.ts";
import { UnsavedError } from "../world/world-error.ts";
import type { Worlds } from "../world/worlds.ts";
import type { SavedParts } from "./parts.ts";
import { type LeftOut, readWorlds } from "./read-worlds.ts";
import { createWholeSaver, type SaveWhole } from "./save-whole.ts";
import {
  type Files,
  FORM_SECRET_FILE,
  formatSeeds,
  formatWorld,
  SEEDS_FILE,
  UNREAD,
  type WorldOrigin,
  worldFileOf,
} from "./world-file.ts";

export interface KeptWorlds {
  /** How many worlds were read, and continue. */
  readonly restored: number;
  /** The files that were not read. They are not changed. */
  readonly leftOut: readonly LeftOut[];
  /** Saves what no change has saved: the counters and the last requests of every world. */
  saveAll(): void;
}

/**
 * Reads the worlds in a directory, and saves there what changes from now on. `scenario` is that of the default world,
 * from which others are made unless they name one.
 */
export function keepWorlds(worlds: Worlds, files: Files, scenario?: string): KeptWorlds {
  const savers = new WeakMap<World, SaveWhole>();
  const origins = new WeakMap<Layer, WorldOrigin>();
  const seedsFiles = new WeakMap<SeedSet, string>();
  const { found, leftOut } = readWorlds(worlds, files);
  for (const { world, origin, seeds, saved } of found) {
    origins.set(world.layer, origin);
    seedsFiles.set(seeds, origin.seeds);
    follow(world, saved);
  }
  const unread = new Set(leftOut.map(({ file }) => file));
  worlds.onMade((name, world) => {
    if (world === undefined) return attempt(name, () => files.remove(worldFileOf(name)));
    // Why: a reset or a drop that is undone brings back a world that is followed.
    if (!savers.has(world)) follow(world);
    savers.get(world)?.();
  });
  return {
    restored: found.length,
    leftOut,
    saveAll() {
      for (const world of worlds.used()) {
        try {
          savers.get(world)?.(true);
        } catch (error) {
          // Why: its changes were saved before.
          if (!(error instanceof UnsavedError)) throw error;
        }
      }
    },
  };

  function follow(world: World, saved?: SavedParts): void {
    savers.set(
      world,
      createWholeSaver(world, (parts) => write(world, parts), saved),
    );
  }

  function write(world: World, parts: SavedParts): void {
    const { name } = world;
    const making = worlds.makingOf(name);
    // Why: a request may still change a world that was dropped or reset.
    if (making === undefined || worlds.find(name) !== world) return;
    const file = worldFileOf(name);
    attempt(name, () => {
      const text = formatWorld(name, making, originOf(world, making.wanted.scenario), parts);
      if (unread.has(file)) files.rename(file, `${file}.${crypto.randomUUID()}${UNREAD}`);
      unread.delete(file);
      files.write(file, text);
    });
  }

  function originOf({ layer }: World, wanted = scenario): WorldOrigin {
    const known = origins.get(layer);
    if (known !== undefined) return known;
    const seeds = seedsFileOf(worlds.source());
    const named = wanted === undefined ? {} : { scenario: wanted };
    const origin = { seeds, ...named, madeAt: worlds.now() };
    origins.set(layer, origin);
    return origin;
  }

  /** The file of seeds. It is written unless an earlier server has written it. */
  function seedsFileOf(set: SeedSet): string {
    const known = seedsFiles.get(set);
    if (known !== undefined) return known;
    const text = formatSeeds(set);
    const same = files.names().find((name) => SEEDS_FILE.test(name) && files.read(name) === text);
    const file = same ?? `seeds-${crypto.randomUUID()}.json`;
    if (same === undefined) files.write(file, text);
    seedsFiles.set(set, file);
    return file;
  }
}

/** Writes files of a world. Throws `UnsavedError`. */
function attempt(name: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnsavedError(`Cannot save the world ${name}: ${reason}. Fix that, and try again.`);
  }
}

/** Returns what the checkout signs its forms with, so that a form that is open during a restart can be sent. */
export function keepFormSecret(files: Files): Uint8Array<ArrayBuffer> {
  const known = files.names().includes(FORM_SECRET_FILE) ? files.read(FORM_SECRET_FILE) : "";
  const secret = known.length === LENGTH ? known : randomText();
  if (secret !== known) files.write(FORM_SECRET_FILE, secret);
  return new TextEncoder().encode(secret);
}
