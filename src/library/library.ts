// The library: a sandbox whose worlds have handles, with the operations of the control API as methods. The command
// line does not load it.

import { createInProcessFetch } from "../api/in-process-fetch.ts";
import type { WorldHandle } from "../client/world-handle.ts";
import type { Remote } from "../control/operation.ts";
import type { SeedData } from "../model/schema.ts";
import {
  type SandboxOptions as BareOptions,
  type Sandbox as BareSandbox,
  createSandbox as createBare,
} from "../sandbox.ts";
import type { Loaded } from "../seeds/load.ts";
import { loadData } from "../seeds/load-data.ts";
import {
  type RunningSandbox as Listening,
  type StartOptions as ListenOptions,
  startSandbox as startBare,
} from "../start.ts";
import { VERSION } from "../version.ts";
import type { WantedWorld } from "../world/changes/making.ts";
import {
  ensureWorld,
  makeWorld,
  type NewWorld,
  NewWorldSchema,
  WantedWorldSchema,
} from "../world/changes/world.ts";
import { systemTime } from "../world/clock.ts";
import { parseArgument } from "../world/parse-input.ts";
import { createHandle } from "./create-handle.ts";
import { checkSandboxOptions, checkStartOptions } from "./options.ts";

/** Makes worlds and their handles. */
interface Handles {
  /**
   * Makes an isolated world from the seeds or a `scenario`, with changes (`seeds`) on top.
   * Rejects with `WorldError`, `InvalidInputError` and `InvalidChangeError`.
   */
  world(options?: NewWorld): Promise<WorldHandle>;
  /**
   * Makes a world, or returns the one of this name if it was made from the same options before. Rejects as `world`
   * does, and with a `WorldError` that says what differs.
   */
  ensureWorld(name: string, options?: WantedWorld): Promise<WorldHandle>;
  /** Returns the handle of a world by its name. Its methods throw `WorldError` if there is no such world. */
  handle(name: string): WorldHandle;
}

/** How a sandbox without listeners is made; all of it may be left out. */
export interface SandboxOptions extends Omit<BareOptions, "seeds"> {
  /** Seeds as a value, or what `loadSeeds` made of some YAML. Default: the embedded seeds. */
  readonly seeds?: SeedData | Loaded | undefined;
}

/** How a sandbox is started; all of it may be left out. */
export interface StartOptions extends Omit<ListenOptions, "seeds"> {
  /**
   * A seeds directory or one file, seeds as a value, or what `loadSeeds` made of some YAML.
   * Default: the embedded seeds; `./sandbox-seeds` is served only if it is named.
   */
  readonly seeds?: string | SeedData | Loaded | undefined;
}

/** A sandbox without listeners. */
export interface Sandbox extends BareSandbox, Handles {}

/** A sandbox with listeners: the handle of its default world, and `world()` to make others. */
export interface RunningSandbox extends Omit<Listening, "sandbox">, WorldHandle, Handles {
  /** The same sandbox without its listeners. */
  readonly sandbox: Sandbox;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Makes a sandbox without listeners. Throws `InvalidSeedsError`, and `InvalidInputError` for an unknown option.
 *
 * @example
 * const { api } = createSandbox();
 * const headers = { Authorization: "Bearer mst_acme_full" };
 * await api.fetch(new Request("http://sandbox/api/v1/integration/ping", { headers }));
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  checkSandboxOptions(options);
  return withHandles(createBare({ ...options, seeds: loadSource(options) }));
}

/**
 * Starts a sandbox. Resolves when both addresses accept requests. Rejects with `InvalidSeedsError` if the seeds have
 * mistakes, with `ListenError` if it cannot listen, and with `InvalidInputError` for an unknown option.
 *
 * @example
 * const sandbox = await startSandbox({ port: 0 });
 * await fetch(`${sandbox.baseUrl}/api/v1/integration/ping`, {
 *   headers: { Authorization: `Bearer ${sandbox.apiKey}` },
 * });
 * await sandbox.close();
 */
export async function startSandbox(options: StartOptions = {}): Promise<RunningSandbox> {
  checkStartOptions(options);
  const { seeds: source } = options;
  const seeds = typeof source === "string" ? source : loadSource({ ...options, seeds: source });
  const { sandbox: bare, close, ...running } = await startBare({ ...options, seeds });
  const sandbox = withHandles(bare);
  const { world, ensureWorld, handle } = sandbox;
  return Object.assign(sandbox.handle(sandbox.worlds.default.name), {
    ...running,
    sandbox,
    world,
    ensureWorld,
    handle,
    close,
    [Symbol.asyncDispose]: () => close(),
  });
}

function loadSource({
  seeds,
  overrides,
  systemTime: now = systemTime,
}: SandboxOptions): Loaded | undefined {
  if (seeds === undefined) return undefined;
  // Why: not every caller has types.
  if (typeof seeds !== "object") {
    const message =
      "`seeds` must be an object with the fields of a seed file, or what `loadSeeds` returns.";
    throw new TypeError(`${message} Only \`startSandbox\` takes a path.`);
  }
  if ("diagnostics" in seeds) return seeds;
  return loadData(seeds, { overrides, now: now() });
}

// Why: assigned, not spread, because getters must stay getters.
function withHandles(sandbox: BareSandbox): Sandbox {
  const { worlds, addressesOf, api } = sandbox;
  const { fetch } = api;
  const remote: Remote = {
    version: VERSION,
    worlds,
    addressesOf,
    scenarios: () => sandbox.scenarios,
    replay: async (...given) => (await import("../api/replay.ts")).replay(fetch, ...given),
  };
  const handle = (name: string) => createHandle(remote, name);
  return Object.assign(sandbox, {
    api: Object.assign(api, { fetch: createInProcessFetch(fetch) }),
    handle,
    world: async (wanted: NewWorld = {}) =>
      handle(makeWorld(worlds, parseArgument(NewWorldSchema, wanted)).name),
    ensureWorld: async (name: string, wanted: WantedWorld = {}) =>
      handle(ensureWorld(worlds, name, parseArgument(WantedWorldSchema, wanted)).name),
  });
}
