// The composition root: seeds → worlds → the two apps. Everything that runs a sandbox, be it the
// command line, the library, a test or a runtime, goes through here. Read this first.
import { createApi } from "./api/app.ts";
import { createCall, type RequestRecord } from "./api/call.ts";
import { replay } from "./api/replay.ts";
import { createRequestIds } from "./api/request-id.ts";
import { createControl } from "./control/app.ts";
import { guard } from "./control/guard.ts";
import { createDashboard } from "./dashboard/app.tsx";
import { createDocs } from "./docs/app.tsx";
import { createHosted } from "./hosted/app.tsx";
import type { PageEnv } from "./page/page-env.ts";
import { createBlueprints, type ScenarioSummary } from "./seeds/create-blueprints.ts";
import { type Diagnostic, isError } from "./seeds/diagnostic.ts";
import { EMBEDDED } from "./seeds/embedded.ts";
import type { Seeds } from "./seeds/entries.ts";
import { describeFailure, InvalidSeedsError } from "./seeds/invalid-seeds-error.ts";
import type { Loaded } from "./seeds/load.ts";
import { DEFAULT_WORLD } from "./seeds/scenarios.ts";
import type { SettingsOverrides } from "./seeds/settings.ts";
import { VERSION } from "./version.ts";
import { type SystemTime, systemTime } from "./world/clock.ts";
import { locateWorld } from "./world/locate-world.ts";
import { makeWorld, type NewWorld, NewWorldSchema } from "./world/make-world.ts";
import { parseArgument } from "./world/parse-input.ts";
import type { World } from "./world/world.ts";
import { createWorlds, type Worlds } from "./world/worlds.ts";
import { createHandle, type WorldHandle } from "./world-handle.ts";

/** Where a sandbox says that it is found. */
export interface Addresses {
  readonly baseUrl: string;
  readonly hostedUrl: string;
}

/** How a sandbox is made; all of it may be left out. */
export interface SandboxOptions {
  /** What `loadSeeds` made of some files. Default: the embedded seeds. */
  readonly seeds?: Loaded | undefined;
  /** The scenario that the default world is made from. Default: the base of the seeds. */
  readonly scenario?: string | undefined;
  /** How many worlds tests may make. Default: 20 000. */
  readonly maxWorlds?: number | undefined;
  /** Settings that win over the seeds'. */
  readonly overrides?: SettingsOverrides | undefined;
  /** Told of every request to the API once it is answered. */
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
  /** Default: the loopback addresses of the ports 4700 and 4701. */
  readonly addresses?: Addresses | undefined;
  /** What is listened on; left out where nothing listens. The control API goes by it. */
  readonly host?: string | undefined;
  /** What callers of the control API must send as their bearer token. Default: nothing. */
  readonly controlToken?: string | undefined;
  /** The system's time in Unix milliseconds. */
  readonly systemTime?: SystemTime | undefined;
}

/** Something that answers requests, wherever they come from. */
export interface App {
  fetch(request: Request): Response | Promise<Response>;
}

/** A sandbox that listens nowhere. */
export interface Sandbox {
  /** The merchant API, and nothing else. */
  readonly api: App;
  /** The hosted pages and the control API. */
  readonly hosted: App;
  readonly worlds: Worlds;
  /**
   * Makes an isolated world over the seeds, a scenario of them, or an overlay in the seed format.
   * Rejects with `WorldError`, `InvalidInputError` and `InvalidChangeError`.
   */
  world(options?: NewWorld): Promise<WorldHandle>;
  /** The handle of a world by its name. */
  handle(name: string): WorldHandle;
  /** The scenarios of the seeds that are being served. */
  readonly scenarios: readonly ScenarioSummary[];
  /** What these seeds were warned of. */
  readonly warnings: readonly Diagnostic[];
  /**
   * Serves other seeds from now on, all at once, and returns them. Throws as `createSandbox` does; then
   * all stays as it was, but for the health check, which tells of it.
   */
  reload(loaded: Loaded): Seeds;
  /** The addresses of a world. */
  addressesOf(world: Pick<World, "name">): Addresses;
  /** Sets the addresses, once they are known. */
  advertise(addresses: Addresses): void;
}

/**
 * Makes a sandbox that listens nowhere. Throws `InvalidSeedsError`.
 *
 * @example
 * const { api } = createSandbox();
 * const headers = { Authorization: "Bearer mst_acme_full" };
 * await api.fetch(new Request("http://sandbox/api/v1/integration/ping", { headers }));
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { scenario, overrides, systemTime: system = systemTime } = options;
  let addresses = options.addresses ?? {
    baseUrl: "http://127.0.0.1:4700",
    hostedUrl: "http://127.0.0.1:4701",
  };

  let served = readSeeds(options.seeds ?? { seeds: EMBEDDED, diagnostics: [] });
  let revision = 1;
  let edits = 0;
  let lastError: string | null = null;
  let mistakes: string | undefined;
  const worlds = createWorlds(served.blueprints, {
    system,
    scenario,
    maxWorlds: options.maxWorlds,
  });

  const api = createApi({ onRequest: options.onRequest, worldNames: () => worlds.likelyNames() });
  const nextId = createRequestIds();
  const access = {
    host: options.host,
    token: options.controlToken,
    hostedUrl: () => addresses.hostedUrl,
  };
  const hosted = createHosted();
  // Why: they show keys, and so let in only those who may use the control API.
  const dashboard = createDashboard({
    guard: guard({ ...access, pages: true }),
    scenarios: () => served.blueprints.scenarios,
    lastEdit: () => ({ number: edits, mistakes }),
  });
  const started = performance.now();
  const control = createControl({
    access,
    version: VERSION,
    uptime: () => performance.now() - started,
    worldCount: () => worlds.size,
    seeds: () => ({ revision, loadedAt: new Date(served.loadedAt).toISOString(), lastError }),
    remote: {
      worlds,
      addressesOf,
      scenarios: () => served.blueprints.scenarios,
      async replay(world, exchange) {
        const id = nextId();
        await replay(api, { id, world, exchange, hostedUrl: addressesOf(world).hostedUrl });
        return id;
      },
    },
  });
  const guardForms = guard({ ...access, pages: true, forms: true });
  const docs = createDocs({ guard: guardForms, ask, describeControl: control.describe });

  return {
    api: { fetch: (request) => answer(request) },
    hosted: { fetch: fetchHosted },
    worlds,
    world: async (wanted = {}) =>
      handle((await makeWorld(worlds, parseArgument(NewWorldSchema, wanted))).name),
    handle,
    get scenarios() {
      return served.blueprints.scenarios;
    },
    get warnings() {
      return served.warnings;
    },
    reload,
    addressesOf,
    advertise: (known) => {
      addresses = known;
    },
  };

  function readSeeds({ seeds, diagnostics }: Loaded) {
    if (seeds === undefined) throw new InvalidSeedsError(diagnostics);
    const loadedAt = system();
    const found: Diagnostic[] = [];
    const blueprints = createBlueprints(seeds, { now: loadedAt, overrides }, (diagnostic) =>
      found.push(diagnostic),
    );
    // Why: seeds that were checked before can still fail at another time, as the year 10000.
    const errors = found.filter(isError);
    if (errors.length > 0) throw new InvalidSeedsError(errors);
    return { seeds, blueprints, loadedAt, warnings: diagnostics };
  }

  function reload(loaded: Loaded): Seeds {
    edits++;
    try {
      const next = readSeeds(loaded);
      worlds.reload(next.blueprints);
      served = next;
      revision++;
      lastError = null;
      mistakes = undefined;
      return next.seeds;
    } catch (error) {
      lastError = describeFailure(error);
      mistakes = error instanceof Error ? error.message : String(error);
      throw error;
    }
  }

  function answer(request: Request, id = nextId()) {
    const { world = worlds.default, path, query } = locateWorld(request.url, worlds);
    const { hostedUrl } = addressesOf(world);
    return api.fetch(createCall({ id, request, world, path, query, hostedUrl }));
  }

  /** Answers a request, and tells the id by which the journal knows it. */
  function ask(request: Request) {
    const id = nextId();
    return { id, answer: answer(request, id) };
  }

  function fetchHosted(request: Request) {
    const { world = worlds.default, path } = locateWorld(request.url, worlds);
    if (path.startsWith("/_sandbox/")) return control.fetch(request, { path });
    const [, room] = path.split("/", 2);
    const pages = room === "dashboard" ? dashboard : room === "docs" ? docs : hosted;
    return pages.fetch(request, describePage(world, path));
  }

  function describePage(world: World, path: string): PageEnv {
    const known = addressesOf(world);
    const worldNames = () => worlds.names();
    const root = new URL(known.hostedUrl).pathname.replace(/\/$/, "");
    return { version: VERSION, world, worldNames, path, root, ...known };
  }

  function handle(name: string): WorldHandle {
    return createHandle({ worlds, addressesOf }, name);
  }

  function addressesOf({ name }: Pick<World, "name">): Addresses {
    if (name === DEFAULT_WORLD) return addresses;
    const prefix = `/w/${name}`;
    return { baseUrl: addresses.baseUrl + prefix, hostedUrl: addresses.hostedUrl + prefix };
  }
}
