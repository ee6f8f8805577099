// Changes of a world's state: each is laid over it in the seed format, as a scenario is over the base, so
// that everything which holds of seeds holds of changes too.
import * as v from "valibot";
import { type Diagnostic, formatDiagnostics } from "../../seeds/diagnostics/diagnostic.ts";
import type { LayerChange } from "../../seeds/overlay/apply.ts";
import type { Layer } from "../../seeds/resolve/layer.ts";
import type { World } from "../world.ts";

type Lay = (change: LayerChange) => Layer;

let loaded: Lay | undefined;

/** What is laid over a world. What it holds is held against the seeds' own schemas, with its place. */
export const OverlaySchema = v.record(v.string(), v.unknown(), "a mapping in the seed format");

/** A change that has a mistake; `diagnostics` says which, and so does the message. */
export class InvalidChangeError extends Error {
  // Runtime: the bundler may call the class otherwise, and Node shows what it is called.
  static override readonly name = "InvalidChangeError";
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(formatDiagnostics(diagnostics));
    this.name = "InvalidChangeError";
    this.diagnostics = diagnostics;
  }
}

/** What a change is laid over in place of the layer's own; it says the same in another way. */
export type Ground = Pick<LayerChange, "entries" | "options">;

/**
 * Lays a value in the seed format over a layer, of which a world is yet to be made; relative times count
 * from its clock, which starts at `now` (Unix milliseconds) unless it is set. Throws `InvalidChangeError`.
 */
export async function layOver(layer: Layer, overlay: unknown, now: number): Promise<Layer> {
  const lay = loaded ?? (await loadChanges());
  return lay({ layer, overlay, now, path: "seeds", runs: false });
}

/**
 * Changes the world that `find` finds once changes can be made, in the same turn of the loop: one that was
 * found before may have been reset meanwhile, and what is changed in it then is lost.
 */
export async function changeFound<Result>(
  find: () => World,
  change: (world: World) => Promise<Result>,
): Promise<Result> {
  if (loaded === undefined) await loadChanges();
  return change(find());
}

/**
 * Changes a world by a value in the seed format, laid over its state as `prepare` writes it, and returns
 * what it is then. Throws `InvalidChangeError`, and what `prepare` throws.
 */
export async function changeWorld(
  world: World,
  overlay: unknown,
  prepare: (layer: Layer) => Ground = () => ({}),
): Promise<Layer> {
  const lay = loaded ?? (await loadChanges());
  // Why: in one turn of the loop, so that of two changes at once none is lost.
  const { state: layer, clock } = world;
  const change = { layer, overlay, now: clock.now(), path: "change", runs: true };
  const changed = lay({ ...change, ...prepare(layer) });
  world.change(changed);
  return changed;
}

// Why: the YAML parser is loaded only where something is changed.
async function loadChanges(): Promise<Lay> {
  const { changeLayer } = await import("../../seeds/overlay/apply.ts");
  loaded ??= (change) => {
    const { layer, diagnostics } = changeLayer(change);
    if (layer === undefined) throw new InvalidChangeError(diagnostics);
    return layer;
  };
  return loaded;
}
