// A world → a scenario file with what is different from the seeds that it is applied on top of.
import type { Layer } from "../../seeds/resolve/layer.ts";
import type { World } from "../world.ts";
import type { Worlds } from "../worlds.ts";

/**
 * Formats what is different in a world as a scenario file: from the scenario that it was made from, or from what any
 * world is made from.
 */
export async function saveScenario(
  { name, layer: made, state, start, clock }: World,
  { layerOf }: Pick<Worlds, "layerOf">,
  scenarios: readonly string[],
): Promise<string> {
  const nameOf = (layer: Layer) => scenarios.find((scenario) => layerOf(scenario) === layer);
  const layer = nameOf(made) === undefined ? layerOf() : made;
  const parent = nameOf(layer);
  const taken = { world: name, state, start, now: clock.now(), layer, parent };
  const { formatChanges } = await import("../../seeds/write/scenario.ts");
  return formatChanges({ ...taken, clock: clock.real ? undefined : { frozen: clock.frozen } });
}
