// Changes of a world. Each is an overlay in the seed format, and is applied like a scenario, with the same checks.
import * as v from "valibot";
import type { SeedOverlay } from "../../model/schema.ts";
import { applyOverlay, type Overlay } from "../../seeds/overlay/apply.ts";
import type { Layer } from "../../seeds/resolve/layer.ts";
import { InvalidChangeError } from "../invalid-change.ts";
import type { World } from "../world.ts";
import { inJsonTerms } from "./json-terms.ts";

/** An overlay. The type is for callers. The schemas of seeds check the content when it is applied. */
export const OverlaySchema = v.record(
  v.string(),
  v.unknown(),
  "an object with merchants, keys, products, orders, faults or settings",
) as v.GenericSchema<SeedOverlay>;

/**
 * Applies an overlay, if there is one, to the layer of a new world. `now` is the system's time in Unix milliseconds. Throws
 * `InvalidChangeError`.
 */
export function applyToLayer(layer: Layer, value: unknown, now: number): Layer {
  if (value === undefined) return layer;
  return apply(layer, { value, show: (pointer) => `/seeds${pointer}`, now, running: false });
}

/**
 * Applies an overlay to a world's state, and returns the new state. `root` is the JSON pointer of the caller's input
 * within the overlay. `also` changes what the overlay does not have, and is saved with it. Throws `InvalidChangeError`.
 */
export function changeWorld(world: World, value: object, root = "", also?: () => void): Layer {
  const now = world.clock.now();
  const show = (pointer: string) =>
    pointer.startsWith(root) ? pointer.slice(root.length) : pointer;
  const changed = apply(world.state, { value, show, now, running: true });
  world.change(changed, { now, overlay: value }, also);
  return changed;
}

function apply(layer: Layer, overlay: Overlay): Layer {
  const { layer: changed, diagnostics } = applyOverlay(layer, overlay);
  if (changed === undefined) throw new InvalidChangeError(diagnostics.map(inJsonTerms));
  return changed;
}
