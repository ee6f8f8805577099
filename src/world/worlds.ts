// All worlds of one sandbox by their names. `default` is for paths without a world. Each scenario is a world of the
// same name, created on first use. Tests create more.
import type { SeedSet } from "../seeds/overlay/scenarios.ts";
import { DEFAULT_WORLD } from "../seeds/read/scenarios.ts";
import { givesSameWorld } from "../seeds/resolve/gives-same-world.ts";
import type { Layer } from "../seeds/resolve/layer.ts";
import { suggest } from "../shared/closest-match.ts";
import { randomText } from "../shared/random-text.ts";
import type { Making } from "./changes/making.ts";
import { checkWorldName, findLayer } from "./check-world-name.ts";
import type { SystemTime } from "./clock.ts";
import { actAs } from "./journal/actor.ts";
import { describeEdit } from "./journal/dividers.ts";
import { createMadeWorlds, type MadeListener } from "./made-worlds.ts";
import { createRemovedWorlds, nothingToRestore } from "./removed-worlds.ts";
import { createWorld, type World } from "./world.ts";
import { WorldError } from "./world-error.ts";

export interface WorldsOptions {
  readonly system: SystemTime;
  /** The scenario that the default world is made from. Default: the base of the seeds. */
  readonly scenario?: string | undefined;
  /** How many worlds tests may make. Default: 20 000. */
  readonly maxWorlds?: number | undefined;
  /** Whether to list only those, where those of the seeds have no address. */
  readonly onlyMade?: boolean | undefined;
  /**
   * What callers of the control API must send as their bearer token. No world shows it. With one, each world that
   * is made has a secret. Default: nothing.
   */
  readonly controlToken?: string | undefined;
  /** How long worlds that tests make exist, such as `7d`; they may ask for less. Default: until they are dropped. */
  readonly worldTtl?: string | undefined;
}

export interface Worlds {
  /** The seeds that new worlds are made from. */
  source(): SeedSet;
  readonly default: World;
  /** How many worlds there are, including those of scenarios. */
  readonly size: number;
  names(): string[];
  /** All worlds except those of scenarios that were not used yet. */
  used(): World[];
  /** The names to suggest for an unknown one. */
  likelyNames(): string[];
  /** Finds a world, and makes one of the seeds at its first use. */
  find(name: string): World | undefined;
  /** The same. Throws `WorldError` if there is none. */
  get(name: string): World;
  /** The layer of a world with this scenario, or without one. Throws `WorldError`. */
  layerOf(scenario?: string): Layer;
  /** How a world was created; undefined for those of the seeds. */
  makingOf(name: string): Making | undefined;
  /** The secret of a world, also of one that was dropped and can be brought back. */
  secretOf(name: string): string | undefined;
  /** The system's time in Unix milliseconds. */
  now(): number;
  /** The lifetime of worlds of tests. */
  readonly ttl: string | undefined;
  /** A name for a new world. */
  freeName(): string;
  /** Creates a world. Default: from the layer of the default world. Throws `WorldError`. */
  create(name: string, layer?: Layer, making?: Pick<Making, "wanted" | "expiresAt">): World;
  /** Adds a world, and replaces the one with its name. Throws `WorldError`. */
  adopt(world: World, making?: Making): void;
  /** Creates a world again from its seeds. Throws `WorldError`. */
  reset(name: string): World;
  /** Deletes a world of a test. Throws `WorldError`. */
  drop(name: string): void;
  /** Brings back a world that was reset or dropped in the last ten seconds. Throws `WorldError`. */
  restore(name: string): World;
  /**
   * Serves other seeds. The default world and those of scenarios restart if their seeds changed. Requests in flight end
   * in the worlds in which they began. Worlds of tests keep their seeds.
   */
  reload(seeds: SeedSet): void;
  /** Deletes all worlds. From now on the default world, and worlds without a scenario, are created from this layer. */
  restart(layer: Layer): void;
  /** Calls a listener with each world that a test makes from now on, and with the names of those that are gone. */
  onMade(listener: MadeListener): void;
  /** Ends all followers of a journal, in all worlds. */
  end(): void;
  /** Sends all delayed responses now, in all worlds. */
  release(): void;
}

// Why: each name is compared with the unknown one. If tests create more worlds, programs write the names.
const MOST_LIKELY = 100;

/** Creates the worlds of a sandbox. */
export function createWorlds(seeds: SeedSet, options: WorldsOptions): Worlds {
  const { system, scenario, onlyMade = false, controlToken, worldTtl: ttl } = options;
  let source = seeds;
  let defaultLayer = findLayer(source, scenario);
  let servedSince = system();
  // The present worlds: `seeded` has the default one and those of scenarios, as far as they were used; `made` those of
  // tests. The former ones: `beforeReload` has those that an edit of the seeds replaced, until the new ones are used;
  // `removed` those that can be brought back; `stillDelaying` those that got requests and still send delayed responses.
  const seeded = new Map<string, World>();
  const beforeReload = new Map<string, World>();
  const made = createMadeWorlds(system, options.maxWorlds);
  const removed = createRemovedWorlds(system);
  let stillDelaying: readonly World[] = [];
  let lastNumber = 0;

  const seededNames = () =>
    onlyMade ? [] : [DEFAULT_WORLD, ...source.scenarios.map(({ name }) => name)];
  // Why: a reload can add a scenario whose name a test has already used.
  const names = () => [...new Set([...seededNames(), ...made.all().keys()])];
  const likelyNames = () => (made.size > MOST_LIKELY ? seededNames() : names());
  const find = (name: string) => made.get(name) ?? seeded.get(name) ?? makeSeeded(name);

  const seededLayer = (name: string) =>
    name === DEFAULT_WORLD ? defaultLayer : source.ofScenario(name);

  /** Notes how a world was created, and hides its secret and the control token in its journal. */
  function prepare(world: World, making?: Making): World {
    if (making !== undefined) made.note(world, making);
    for (const secret of [controlToken, making?.secret]) if (secret) world.hide(secret);
    return world;
  }

  function makeSeeded(name: string): World | undefined {
    const layer = seededLayer(name);
    if (layer === undefined) return undefined;
    // Why: the world exists from the start, so its clock runs from then, and not from the first use.
    const world = prepare(createWorld(name, layer, system, servedSince));
    seeded.set(name, world);
    const old = beforeReload.get(name);
    beforeReload.delete(name);
    if (old !== undefined) {
      world.journal.goOnFrom(old.journal.history());
      const edited = { now: () => world.start, system: () => servedSince };
      actAs("seeds", () => world.journal.divide(describeEdit(old.layer, layer), edited));
    }
    return world;
  }

  function get(name: string): World {
    const world = find(name);
    if (world !== undefined) return world;
    const hint = suggest(name, likelyNames()) ?? "Create it, or check the name.";
    throw new WorldError("not-found", `There is no world called ${JSON.stringify(name)}. ${hint}`);
  }

  const used = () => [...seeded.values(), ...made.all().values()];

  function release(): void {
    for (const world of [...stillDelaying, ...used()]) world.release();
  }

  function retire(world: World | undefined): void {
    world?.end();
    stillDelaying = [...stillDelaying, ...(world ? [world] : [])].filter((each) => each.holding);
  }

  return {
    get default() {
      return get(DEFAULT_WORLD);
    },
    get size() {
      return names().length;
    },
    names,
    used,
    likelyNames,
    find,
    get,
    layerOf: (over) => (over === undefined ? defaultLayer : findLayer(source, over)),
    makingOf: (name) => made.makingOf(made.get(name)),
    secretOf: (name) => made.makingOf(find(name) ?? removed.find(name))?.secret,
    now: system,
    source: () => source,
    ttl,
    freeName() {
      while (find(`w${++lastNumber}`));
      return `w${lastNumber}`;
    },
    create(name, layer = defaultLayer, given = { wanted: {} }) {
      checkWorldName(name);
      if (find(name)) {
        throw new WorldError("conflict", `The world ${name} already exists. Use another name.`);
      }
      made.requireSpace();
      const making = { ...given, ...(controlToken !== undefined && { secret: randomText() }) };
      const world = prepare(createWorld(name, layer, system), making);
      made.set(name, world);
      return world;
    },
    adopt(world, making) {
      const { name } = world;
      checkWorldName(name);
      const home = making || made.get(name) || !seededLayer(name) ? made : seeded;
      home.get(name)?.release();
      home.set(name, prepare(world, making));
    },
    reset(name) {
      const old = get(name);
      const world = prepare(createWorld(name, old.layer, system), made.makingOf(old));
      world.journal.goOnFrom(old.journal.history());
      world.journal.divide("World reset", world.clock);
      (made.get(name) ? made : seeded).set(name, world);
      removed.keep(old, world);
      old.release();
      return world;
    },
    drop(name) {
      const world = get(name);
      if (!made.delete(name)) {
        const fix = "It comes from the seeds. Reset it instead.";
        throw new WorldError("not-droppable", `The world ${name} cannot be deleted. ${fix}`);
      }
      removed.keep(world);
      world.release();
    },
    restore(name) {
      const present = find(name);
      const world = removed.find(name, present);
      if (world === undefined) throw new WorldError("conflict", nothingToRestore(get(name).name));
      (made.get(name) || !seededNames().includes(name) ? made : seeded).set(name, world);
      retire(present);
      world.journal.divide("Undone: the world is as it was", world.clock);
      return world;
    },
    reload(others) {
      defaultLayer = findLayer(others, scenario);
      source = others;
      servedSince = system();
      for (const [name, world] of seeded) {
        if (givesSameWorld(world.layer, seededLayer(name))) continue;
        seeded.delete(name);
        beforeReload.set(name, world);
        retire(world);
      }
    },
    restart(layer) {
      release();
      for (const worlds of [seeded, beforeReload, made, removed]) worlds.clear();
      defaultLayer = layer;
      servedSince = system();
      lastNumber = 0;
    },
    onMade: made.onChange,
    end() {
      for (const world of used()) world.end();
    },
    release,
  };
}
