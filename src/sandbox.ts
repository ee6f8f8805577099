// The composition root: seeds → worlds → the two apps. Everything that runs a sandbox, be it the
// command line, the library, a test or a runtime, goes through here. Read this first.
// Whatever is not the API itself is loaded when it is first asked for.
import { type PlainAnswer, toPlain, toResponse } from "./api/answer.ts";
import { createApi, type Sent } from "./api/app.ts";
import type { ApiRequest, RequestRecord } from "./api/call.ts";
import { createRequestIds } from "./api/request-id.ts";
import type { PageEnv } from "./page/page-env.ts";
import { createBlueprints, type ScenarioSummary } from "./seeds/create-blueprints.ts";
import { type Diagnostic, isError } from "./seeds/diagnostic.ts";
import { EMBEDDED } from "./seeds/embedded.ts";
import type { Seeds } from "./seeds/entries.ts";
import { describeFailure, InvalidSeedsError } from "./seeds/invalid-seeds-error.ts";
import type { Loaded } from "./seeds/load.ts";
import { whenAsked } from "./seeds/once.ts";
import { DEFAULT_WORLD } from "./seeds/scenarios.ts";
import type { SettingsOverrides } from "./seeds/settings.ts";
import { VERSION } from "./version.ts";
import { type SystemTime, systemTime } from "./world/clock.ts";
import type { Exchange } from "./world/exchange.ts";
import { type Location, locateWorld } from "./world/locate-world.ts";
import type { World } from "./world/world.ts";
import { createWorlds, type Worlds } from "./world/worlds.ts";

/** Where a sandbox says that it is found. */
export interface Addresses {
  readonly baseUrl: string;
  readonly hostedUrl: string;
}

/** How a sandbox is made; all of it may be left out. */
export interface SandboxOptions {
  /** What `loadSeeds` made of some files. Default: the embedded seeds. */
  readonly seeds?: Loaded | undefined;
  /** When they were loaded, in Unix milliseconds; relative times count from it. Default: now. */
  readonly loadedAt?: number | undefined;
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
  /** What callers who lack it are told that it is. Default: that of --control-token. */
  readonly tokenName?: string | undefined;
  /** Whether none but worlds that were made are told of, where those of the seeds have no address. */
  readonly onlyMade?: boolean | undefined;
  /** What signs the forms of the checkout, 32 bytes, for one that goes on where another ended. Default: made up. */
  readonly formSecret?: Uint8Array<ArrayBuffer> | undefined;
  /** The system's time in Unix milliseconds. */
  readonly systemTime?: SystemTime | undefined;
}

/** Something that answers requests, wherever they come from. */
export interface App {
  fetch(request: Request): Response | Promise<Response>;
}

/** The merchant API, and nothing else. */
export interface ApiApp extends App {
  /** Answers in plain values, for a server on which web objects would take most of the time. */
  answer(request: ApiRequest): Sent<PlainAnswer>;
}

/** A sandbox that listens nowhere. */
export interface Sandbox {
  readonly api: ApiApp;
  /** The hosted pages and the control API. */
  readonly hosted: App;
  readonly worlds: Worlds;
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

/** Makes a sandbox that listens nowhere. Throws `InvalidSeedsError`. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { scenario, overrides, formSecret, systemTime: system = systemTime } = options;
  let addresses = options.addresses ?? {
    baseUrl: "http://127.0.0.1:4700",
    hostedUrl: "http://127.0.0.1:4701",
  };

  const seeds = options.seeds ?? { seeds: EMBEDDED, diagnostics: [] };
  let served = readSeeds(seeds, options.loadedAt);
  let revision = 1;
  let edits = 0;
  let lastError: string | null = null;
  let mistakes: string | undefined;
  const worlds = createWorlds(served.blueprints, {
    system,
    scenario,
    maxWorlds: options.maxWorlds,
    onlyMade: options.onlyMade,
  });

  const serving = {
    onRequest: options.onRequest,
    worldNames: () => worlds.likelyNames(),
    hostedUrlOf: (world: World) => addressesOf(world).hostedUrl,
  };
  const api = createApi({ ...serving, render: toResponse });
  const plain = createApi({ ...serving, render: toPlain });
  const nextId = createRequestIds();
  const access = {
    host: options.host,
    token: options.controlToken,
    tokenName: options.tokenName,
    hostedUrl: () => addresses.hostedUrl,
  };
  const started = performance.now();
  const control = whenAsked(async () => {
    const { createControl } = await import("./control/app.ts");
    return createControl({
      access,
      version: VERSION,
      uptime: () => performance.now() - started,
      worldCount: () => worlds.size,
      seeds: () => ({ revision, loadedAt: new Date(served.loadedAt).toISOString(), lastError }),
      remote: { worlds, addressesOf, scenarios: () => served.blueprints.scenarios, replay },
    });
  });
  const hosted = whenAsked(async () => (await import("./hosted/app.tsx")).createHosted(formSecret));
  // Why: these two show keys, and so let in only those who may use the control API.
  const dashboard = whenAsked(async () => {
    const { createDashboard } = await import("./dashboard/app.tsx");
    return createDashboard({
      guard: await guardPages({ forms: false }),
      scenarios: () => served.blueprints.scenarios,
      lastEdit: () => ({ number: edits, mistakes }),
    });
  });
  const docs = whenAsked(async () => {
    const { createDocs } = await import("./docs/app.tsx");
    const { describe: describeControl } = await control();
    return createDocs({ guard: await guardPages({ forms: true }), ask, describeControl });
  });

  return {
    api: {
      fetch: (request) => answer(request),
      answer: (request) => plain.fetch(request, nextId(), locateWorld(request.url, worlds)),
    },
    hosted: { fetch: fetchHosted },
    worlds,
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

  function readSeeds({ seeds, diagnostics }: Loaded, loadedAt = system()) {
    if (seeds === undefined) throw new InvalidSeedsError(diagnostics);
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
    return api.fetch(request, id, locateWorld(request.url, worlds));
  }

  /** Answers a request, and tells the id by which the journal knows it. */
  function ask(request: Request) {
    const id = nextId();
    return { id, answer: answer(request, id) };
  }

  async function replay(world: World, exchange: Exchange): Promise<string> {
    const { replay } = await import("./api/replay.ts");
    const id = nextId();
    await replay(api, { id, world, exchange });
    return id;
  }

  async function guardPages(pages: { readonly forms: boolean }) {
    const { guard } = await import("./control/guard.ts");
    return guard({ ...access, ...pages, pages: true });
  }

  async function fetchHosted(request: Request): Promise<Response> {
    const { path } = locateWorld(request.url, worlds);
    if (path.startsWith("/_sandbox/")) return (await control()).fetch(request, { path });
    const [, room] = path.split("/", 2);
    const pages = await (room === "dashboard" ? dashboard : room === "docs" ? docs : hosted)();
    // Why: only now, for a world may be reset while its pages are loaded.
    return pages.fetch(request, describePage(locateWorld(request.url, worlds)));
  }

  function describePage({ world, path }: Location): PageEnv {
    const known = addressesOf(world);
    const worldNames = () => worlds.names();
    const root = new URL(known.hostedUrl).pathname.replace(/\/$/, "");
    return { version: VERSION, world, worldNames, path, root, ...known };
  }

  function addressesOf({ name }: Pick<World, "name">): Addresses {
    if (name === DEFAULT_WORLD) return addresses;
    const prefix = `/w/${name}`;
    return { baseUrl: addresses.baseUrl + prefix, hostedUrl: addresses.hostedUrl + prefix };
  }
}
