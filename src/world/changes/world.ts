// Creates a world for a test, from the seeds or a scenario, with or without changes.
import * as v from "valibot";
import type { SeedOverlay } from "../../seeds/format/schema.ts";
import type { World } from "../world.ts";
import type { Worlds } from "../worlds.ts";
import { applyToLayer, OverlaySchema } from "./overlay.ts";

export const NewWorldSchema = v.strictObject({
  name: v.exactOptional(
    v.pipe(v.string("text"), v.description("The name in its address. Default: a generated name.")),
  ),
  scenario: v.exactOptional(v.pipe(v.string("text"), v.description("The scenario to start from."))),
  seeds: v.exactOptional(
    v.pipe(
      OverlaySchema,
      v.description("Changes to apply on top, with the fields of a scenario file."),
    ),
  ),
});

export interface NewWorld {
  /** The name in its address. Default: a generated name. */
  readonly name?: string | undefined;
  /** The scenario to start from. */
  readonly scenario?: string | undefined;
  /** Changes to apply on top, with the fields of a scenario file. */
  readonly seeds?: SeedOverlay | undefined;
}

/** Creates a world. Throws `WorldError` and `InvalidChangeError`. */
export function makeWorld(worlds: Worlds, { name, scenario, seeds }: NewWorld): World {
  const layer = worlds.layerOf(scenario);
  const changed = seeds === undefined ? layer : applyToLayer(layer, seeds, worlds.now());
  return worlds.create(name ?? worlds.freeName(), changed);
}
