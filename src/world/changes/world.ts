// Making a world as a test asks for it: over the seeds, a scenario, or either with an overlay of its own.
import * as v from "valibot";
import type { World } from "../world.ts";
import type { Worlds } from "../worlds.ts";
import { layOver, OverlaySchema } from "./overlay.ts";

export const NewWorldSchema = v.strictObject({
  name: v.exactOptional(
    v.pipe(v.string("text"), v.description("A name to stand in its address; made up if left out.")),
  ),
  scenario: v.exactOptional(
    v.pipe(v.string("text"), v.description("The scenario that it is made from.")),
  ),
  seeds: v.exactOptional(
    v.pipe(
      OverlaySchema,
      v.description("Changes on top of that, in the seed format, as in a scenario file."),
    ),
  ),
});

export interface NewWorld {
  /** Stands in its address; made up if left out. */
  readonly name?: string | undefined;
  /** The scenario that it is made from. */
  readonly scenario?: string | undefined;
  /** Changes on top of that, in the seed format, as in a scenario file. */
  readonly seeds?: Readonly<Record<string, unknown>> | undefined;
}

/** Makes a world. Throws `WorldError` and `InvalidChangeError`. */
export function makeWorld(worlds: Worlds, { name, scenario, seeds }: NewWorld): World {
  const layer = worlds.layerOf(scenario);
  const changed = seeds === undefined ? layer : layOver(layer, seeds, worlds.now());
  return worlds.create(name ?? worlds.freeName(), changed);
}
