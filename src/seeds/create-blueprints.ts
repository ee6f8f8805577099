// A set of seeds → the blueprint of its base and that of each scenario, which is made when it is first
// asked for.
import type { Entries, Seeds } from "./entries.ts";
import { createLayer, type Layer } from "./layer.ts";
import { applyChanges } from "./overlay.ts";
import { type Diagnosing, SILENT } from "./references.ts";
import { type ResolveOptions, resolveSeeds } from "./resolve-seeds.ts";
import { layersOf } from "./scenarios.ts";

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
  const base = resolveSeeds(seeds.base, options, { ...SILENT, report });
  const standard = createLayer(base);
  return {
    base: standard,
    scenarios: seeds.scenarios.map(({ name, description }) => ({ name, description })),
    ofScenario(name) {
      if (!byName.has(name)) return undefined;
      const blueprint =
        made.get(name) ?? createLayer(resolveSeeds(layer(name), options, SILENT, base), standard);
      made.set(name, blueprint);
      return blueprint;
    },
  };

  function layer(name: string): Entries {
    const layers = layersOf(name, byName) ?? [];
    return layers.reduce((entries, { changes }) => applyChanges(entries, changes), seeds.base);
  }
}
