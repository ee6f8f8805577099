// Making a world as a test asks for it: over the seeds, a scenario, or either with an overlay of its own.
import { layOver } from "./change-world.ts";
import type { World } from "./world.ts";
import type { Worlds } from "./worlds.ts";

export interface NewWorld {
  /** Stands in its address; made up if left out. */
  readonly name?: string | undefined;
  /** The scenario that it is made from. */
  readonly scenario?: string | undefined;
  /** What is laid over that, in the seed format, as a scenario file has it. */
  readonly seeds?: Readonly<Record<string, unknown>> | undefined;
}

/** Makes a world. Throws `WorldError` and `InvalidChangeError`. */
export async function makeWorld(
  worlds: Worlds,
  { name, scenario, seeds }: NewWorld,
): Promise<World> {
  const layer = worlds.layerOf(scenario);
  const changed = seeds === undefined ? layer : await layOver(layer, seeds, worlds.now());
  return worlds.create(name ?? worlds.freeName(), changed);
}
