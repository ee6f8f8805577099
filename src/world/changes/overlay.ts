// Changes of a world: each is an overlay in the seed format, applied as a scenario is, so that everything that
// holds for seeds holds for changes too.
import * as v from "valibot";
import { applyOverlay, type Overlay } from "../../seeds/overlay/apply.ts";
import type { Layer } from "../../seeds/resolve/layer.ts";
import { InvalidChangeError } from "../invalid-change.ts";
import { inJsonTerms } from "../json-terms.ts";
import type { World } from "../world.ts";

/** An overlay; what it holds is checked by the seeds' own schemas, each mistake with its place. */
export const OverlaySchema = v.record(
  v.string(),
  v.unknown(),
  "an object with merchants, keys, products, orders, faults or settings",
);

/**
 * Applies an overlay on top of a layer that a world is to be made from; `now` is the system's time in Unix
 * milliseconds. Throws `InvalidChangeError`.
 */
export function applyToLayer(layer: Layer, value: unknown, now: number): Layer {
  return apply(layer, { value, show: (pointer) => `/seeds${pointer}`, now, running: false });
}

/**
 * Applies an overlay on top of a world's state, and returns that. `root` is the pointer, within the overlay, of
 * what the caller was given. Throws `InvalidChangeError`.
 */
export function changeWorld(world: World, value: object, root = ""): Layer {
  const now = world.clock.now();
  const show = (pointer: string) =>
    pointer.startsWith(root) ? pointer.slice(root.length) : pointer;
  const changed = apply(world.state, { value, show, now, running: true });
  world.change(changed, { now, overlay: value });
  return changed;
}

function apply(layer: Layer, overlay: Overlay): Layer {
  const { layer: changed, diagnostics } = applyOverlay(layer, overlay);
  if (changed === undefined) throw new InvalidChangeError(diagnostics.map(inJsonTerms));
  return changed;
}
