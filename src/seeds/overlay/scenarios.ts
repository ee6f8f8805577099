// A set of seeds → the blueprint of its base and that of each scenario, which is made when it is first
// asked for.
import type { Entries, Seeds } from "../read/entries.ts";
import { layersOf } from "../read/scenarios.ts";
import { type Diagnosing, SILENT } from "../resolve/diagnosing.ts";
import { createLayer, createLayerOver, type Layer } from "../resolve/layer.ts";
import { type ResolveOptions, resolveSeeds } from "../resolve/resolve-seeds.ts";
import { applyChanges } from "./merge.ts";
import { entriesOf, shelfOf, tell } from "./shelf.ts";

export interface ScenarioSummary {
  readonly name: string;
  readonly description: string | undefined;
}

export interface Blueprints {
  readonly base: Layer;
  readonly scenarios: readonly ScenarioSummary[];
  /** The blueprint of a scenario; undefined where there is none of this name. */
  ofScenario(name: string): Layer | undefined;
}

/** Makes the blueprints of seeds that were checked before; what can't be at this time is reported. */
export function createBlueprints(
  seeds: Seeds,
  options: ResolveOptions,
  report: Diagnosing["report"] = SILENT.report,
): Blueprints {
  const byName = new Map(seeds.scenarios.map((scenario) => [scenario.name, scenario]));
  const made = new Map<string, Layer>();
  const entries = entriesOf(seeds.base);
  const shelf = shelfOf(seeds.base);
  const base = shelf
    ? resolveSeeds(entries, { ...options, now: shelf.now })
    : resolveSeeds(entries, options, { ...SILENT, report });
  const standard = createLayer(base, shelf && { orders: base.orders, ...tell(shelf) });
  return {
    base: standard,
    scenarios: seeds.scenarios.map(({ name, description }) => ({ name, description })),
    ofScenario(name) {
      if (!byName.has(name)) return undefined;
      const blueprint =
        made.get(name) ??
        createLayerOver(standard, resolveSeeds(layer(name), base.options, SILENT, base));
      made.set(name, blueprint);
      return blueprint;
    },
  };

  function layer(name: string): Entries {
    const layers = layersOf(name, byName) ?? [];
    return layers.reduce((below, { changes }) => applyChanges(below, changes), entries);
  }
}
