// The names of scenarios, which must be valid in a path, and `extends`, which must name another scenario and never
// form a circle.
import { suggest } from "../../shared/closest-match.ts";
import { isMapping } from "../../shared/mapping.ts";
import { type Diagnostic, errorAt, quote, type SeedFile } from "../diagnostics/diagnostic.ts";
import type { Draft } from "./collect.ts";
import type { Scenario } from "./entries.ts";

/** The names that a world may have: they are used in paths as they are. */
export const WORLD_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** The world of paths that name none. No scenario can have this name. */
export const DEFAULT_WORLD = "default";

/** Checks the names of the files in `scenarios/`. */
export function checkScenarioNames(drafts: readonly Draft[]): Diagnostic[] {
  const first = new Map<string, SeedFile>();
  return drafts.flatMap(({ name, document: { file } }) => {
    const taken = first.get(name);
    first.set(name, taken ?? file);
    const span = { file, start: 0, end: 0 };
    if (taken) {
      const message = `duplicate scenario ${quote(name)}: already defined by ${taken.path}`;
      return [errorAt(span, "bad-scenario", message, "Rename one of them.")];
    }
    const why = explainName(name);
    return why ? [errorAt(span, "bad-scenario", why, renameHint(file.path))] : [];
  });
}

/** Checks what each scenario extends. */
export function checkExtends(drafts: readonly Draft[]): Diagnostic[] {
  const byName = new Map(drafts.map((draft) => [draft.name, draft]));
  const inCircle = new Set<string>();
  return drafts.flatMap(({ name, extends: parent, document }) => {
    if (parent === undefined) return [];
    const span = isMapping(document.root)
      ? document.locate(document.root, "extends")
      : document.locate();
    if (!byName.has(parent)) {
      const others = [...byName.keys()].filter((other) => other !== name);
      const hint = suggest(parent, others) ?? `Known: ${others.join(", ") || "none"}.`;
      const message = `unknown scenario ${quote(parent)}`;
      return [errorAt(span, "unknown-reference", message, hint)];
    }
    const chain = chainOf(name, (step) => byName.get(step)?.extends);
    if (chain.at(-1) !== name || inCircle.has(name)) return [];
    for (const step of chain) inCircle.add(step);
    const message = `these scenarios extend each other in a circle: ${chain.join(" → ")}`;
    return [errorAt(span, "bad-scenario", message)];
  });
}

/** A scenario and those that it extends, the base's first. Undefined if they form a circle. */
function layersOf<Found extends Scenario>(
  name: string,
  scenarios: ReadonlyMap<string, Found>,
): Found[] | undefined {
  const chain = chainOf(name, (step) => scenarios.get(step)?.extends);
  if (new Set(chain).size < chain.length) return undefined;
  return chain.flatMap((step) => scenarios.get(step) ?? []).toReversed();
}

/** Sorts scenarios, each after the one that it extends, and leaves out those that lead into a circle. */
export function sortParentsFirst<Found extends Scenario>(scenarios: readonly Found[]): Found[] {
  const byName = new Map(scenarios.map((scenario) => [scenario.name, scenario]));
  return [...new Set(scenarios.flatMap(({ name }) => layersOf(name, byName) ?? []))];
}

/** Follows steps from a name until there is none, or one comes again. */
function chainOf(name: string, next: (name: string) => string | undefined): string[] {
  const chain = [name];
  const seen = new Set(chain);
  for (let step = next(name); step !== undefined; step = next(step)) {
    chain.push(step);
    if (seen.has(step)) break;
    seen.add(step);
  }
  return chain;
}

function explainName(name: string): string | undefined {
  if (name === DEFAULT_WORLD)
    return "`default` can't be the name of a scenario: it is the world of the base seeds";
  if (WORLD_NAME.test(name)) return undefined;
  return `${quote(name)} is not a valid scenario name, because addresses contain it`;
}

function renameHint(path: string): string {
  return `Rename ${path}. Use up to 64 lower-case letters, digits, dots, hyphens and underscores.`;
}
