// A set of seeds for worlds: the layer of its base, and the layer of each scenario.
import type { Scenario, Seeds } from "../read/entries.ts";
import { createBase, createLayer } from "../resolve/create-layer.ts";
import { type Diagnosing, SILENT } from "../resolve/diagnosing.ts";
import type { Layer } from "../resolve/layer.ts";
import type { SettingsOverrides } from "../resolve/settings.ts";
import { applyChanges } from "./merge.ts";

export interface ScenarioSummary {
  readonly name: string;
  readonly description: string | undefined;
}

export interface SeedSet {
  /** What it was resolved from. */
  readonly seeds: Seeds;
  readonly base: Layer;
  readonly scenarios: readonly ScenarioSummary[];
  /** The layer of a scenario; undefined if there is no scenario of this name. */
  ofScenario(name: string): Layer | undefined;
}

/**
 * Resolves seeds that were checked before, each scenario on its first use. The default key is one that is valid
 * at `now` (Unix milliseconds).
 */
export function resolveSeeds(seeds: Seeds, overrides: SettingsOverrides = {}, now = 0): SeedSet {
  const base = createBase(seeds.base, overrides, { ...SILENT, now });
  const byName = new Map(seeds.scenarios.map((scenario) => [scenario.name, scenario]));
  const made = new Map<string, Layer>();
  return { seeds, base, scenarios: summarize(seeds.scenarios), ofScenario };

  function ofScenario(name: string): Layer | undefined {
    const scenario = byName.get(name);
    if (scenario === undefined) return undefined;
    const parent = scenario.extends === undefined ? base : ofScenario(scenario.extends);
    const layer = made.get(name) ?? applyScenario(parent ?? base, scenario);
    made.set(name, layer);
    return layer;
  }
}

/** Applies a scenario on top of the layer that it extends. */
export function applyScenario(
  beneath: Layer,
  { changes }: Pick<Scenario, "changes">,
  diagnosing: Diagnosing = SILENT,
): Layer {
  const items = applyChanges(beneath, changes, diagnosing);
  return createLayer(items, beneath.source.overrides, diagnosing, beneath);
}

/** The names and descriptions of scenarios. */
export function summarize(scenarios: readonly Scenario[]): ScenarioSummary[] {
  return scenarios.map(({ name, description }) => ({ name, description }));
}
