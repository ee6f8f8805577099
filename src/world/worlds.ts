// All worlds of one sandbox by their names. `default` is there from the start and answers where a path
// names none; each scenario is a world of its own name, made when it is first asked for; tests make more.
import type { Blueprint } from "../seeds/blueprint.ts";
import type { Blueprints } from "../seeds/create-blueprints.ts";
import { suggest } from "../seeds/nearest.ts";
import { DEFAULT_WORLD, WORLD_NAME } from "../seeds/scenarios.ts";
import type { SystemTime } from "./clock.ts";
import type { Faults } from "./faults.ts";
import { createWorld, type World } from "./world.ts";

/** A scenario that is asked for by name and is not there. */
export class UnknownScenarioError extends RangeError {
  override readonly name = "UnknownScenarioError";
}

export interface Worlds {
  readonly default: World;
  /** How many there are, the scenarios' among them. */
  readonly size: number;
  names(): string[];
  find(name: string): World | undefined;
  /**
   * Makes a world, over a scenario or else over what the default one is made from. Throws where the
   * name is taken or can't stand in a path, and where there is no such scenario.
   */
  create(name: string, scenario?: string): World;
  /**
   * Makes the default world and those of the scenarios anew from other blueprints. Requests in flight
   * end in the worlds that they began in; worlds that tests made keep what they were made from.
   */
  reload(blueprints: Blueprints): void;
  /** Ends every delay under way, in all worlds. */
  release(): void;
}

/** Makes the worlds of a sandbox; `scenario` is what the default one is made from, if not the base. */
export function createWorlds(
  blueprints: Blueprints,
  system: SystemTime,
  scenario?: string,
): Worlds {
  let seeded = createSeeded(blueprints, system, scenario);
  const made = new Map<string, World>();
  let retired: readonly Faults[] = [];
  // Why: a scenario may come with a reload by a name that a test has taken.
  const names = () => [...new Set([...seeded.names, ...made.keys()])];
  const find = (name: string) => made.get(name) ?? seeded.find(name);

  return {
    get default() {
      return seeded.default;
    },
    get size() {
      return names().length;
    },
    names,
    find,
    create(name, over) {
      if (!WORLD_NAME.test(name)) {
        throw new RangeError(
          `A world's name must match ${WORLD_NAME}, received ${JSON.stringify(name)}.`,
        );
      }
      if (find(name)) throw new RangeError(`There is a world called ${name} already.`);
      const world = createWorld(name, seeded.blueprintOf(over), system);
      made.set(name, world);
      return world;
    },
    reload(others) {
      const next = createSeeded(others, system, scenario);
      // Why: what is held back is still answered, when it is due, in the world that it came to.
      retired = [...retired, ...seeded.faults()].filter(({ holding }) => holding);
      seeded = next;
    },
    release() {
      const worlds = [...made.values()].map(({ faults }) => faults);
      for (const faults of [...retired, ...seeded.faults(), ...worlds]) faults.release();
    },
  };
}

/** The worlds that come from the seeds themselves. */
interface Seeded {
  readonly default: World;
  readonly names: readonly string[];
  find(name: string): World | undefined;
  blueprintOf(scenario: string | undefined): Blueprint;
  faults(): Faults[];
}

function createSeeded(
  { base, scenarios, ofScenario }: Blueprints,
  system: SystemTime,
  over: string | undefined,
): Seeded {
  const known = scenarios.map(({ name }) => name);
  const standard = over === undefined ? base : findBlueprint(over);
  const main = createWorld(DEFAULT_WORLD, standard, system);
  const worlds = new Map([[DEFAULT_WORLD, main]]);
  return {
    default: main,
    names: [DEFAULT_WORLD, ...known],
    find(name) {
      const world = worlds.get(name);
      if (world !== undefined) return world;
      const blueprint = ofScenario(name);
      if (blueprint === undefined) return undefined;
      const made = createWorld(name, blueprint, system);
      worlds.set(name, made);
      return made;
    },
    faults: () => [...worlds.values()].map(({ faults }) => faults),
    blueprintOf: (scenario) => (scenario === undefined ? standard : findBlueprint(scenario)),
  };

  function findBlueprint(scenario: string): Blueprint {
    const blueprint = ofScenario(scenario);
    if (blueprint !== undefined) return blueprint;
    const hint = suggest(scenario, known) ?? `Known: ${known.join(", ") || "none"}.`;
    throw new UnknownScenarioError(
      `There is no scenario called ${JSON.stringify(scenario)}. ${hint}`,
    );
  }
}
