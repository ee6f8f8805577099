// The composition root: seeds → worlds → the two apps. Everything that runs a sandbox, be it the
// command line, the library, a test or a runtime, goes through here. Read this first.
// Whatever is not the API itself is loaded when it is first asked for.
import { type PlainAnswer, toPlain, toResponse } from "./api/answer.ts";
import { createApi, type Sent } from "./api/app.ts";
import type { ApiRequest } from "./api/call.ts";
import { createRequestIds } from "./api/request-id.ts";
import { createBugResponse } from "./pages/layout/bug-response.ts";
import { describePage } from "./pages/layout/page-env.ts";
import type { Addresses, SandboxOptions } from "./sandbox-options.ts";
import { type Diagnostic, isError } from "./seeds/diagnostics/diagnostic.ts";
import { describeFailure, InvalidSeedsError } from "./seeds/diagnostics/invalid-seeds-error.ts";
import { EMBEDDED } from "./seeds/embedded.ts";
import type { Loaded } from "./seeds/load.ts";
import { resolveSeeds, type ScenarioSummary } from "./seeds/overlay/scenarios.ts";
import type { Seeds } from "./seeds/read/entries.ts";
import { DEFAULT_WORLD } from "./seeds/read/scenarios.ts";
import type { SettingsOverrides } from "./seeds/resolve/settings.ts";
import { lazy } from "./shared/lazy.ts";
import { VERSION } from "./version.ts";
import { systemTime } from "./world/clock.ts";
import type { Exchange } from "./world/journal/exchange.ts";
import { locateWorld } from "./world/locate-world.ts";
import type { World } from "./world/world.ts";
import { WorldError } from "./world/world-error.ts";
import { createWorlds, type Worlds } from "./world/worlds.ts";

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
  const { scenario, overrides, maxWorlds, onlyMade, formSecret } = options;
  const { host, controlToken: token, tokenName, systemTime: system = systemTime } = options;
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
  const onRequest = options.onRequest && throwingApart(options.onRequest);
  const worlds = createWorlds(served.set, { system, scenario, maxWorlds, onlyMade });

  const serving = {
    onRequest,
    worldNames: () => worlds.likelyNames(),
    hostedUrlOf: (world: World) => addressesOf(world).hostedUrl,
  };
  const api = createApi({ ...serving, render: toResponse });
  const plain = createApi({ ...serving, render: toPlain });
  const nextId = createRequestIds();
  const access = { host, token, tokenName, hostedUrl: () => addresses.hostedUrl };
  const started = performance.now();
  const control = lazy(async () => {
    const { createControl } = await import("./control/app.ts");
    return createControl({
      access,
      version: VERSION,
      uptime: () => performance.now() - started,
      worldCount: () => worlds.size,
      seeds: () => ({ revision, loadedAt: new Date(served.loadedAt).toISOString(), lastError }),
      remote: { worlds, addressesOf, scenarios: () => served.set.scenarios, replay },
    });
  });
  const hosted = lazy(async () => (await import("./pages/shop/app.tsx")).createHosted(formSecret));
  // Why: these two show keys, and so let in only those who may use the control API.
  const dashboard = lazy(async () => {
    const { createDashboard } = await import("./pages/dashboard/app.tsx");
    return createDashboard({
      guard: await guardPages({ forms: false }),
      scenarios: () => served.set.scenarios,
      lastEdit: () => ({ number: edits, mistakes }),
    });
  });
  const docs = lazy(async () => {
    const { createDocs } = await import("./pages/docs/app.tsx");
    const { describe: describeControl } = await control();
    return createDocs({ guard: await guardPages({ forms: true }), ask, describeControl });
  });

  return {
    api: {
      fetch: (request) => answer(request),
      answer: answerPlain,
    },
    hosted: { fetch: fetchHosted },
    worlds,
    get scenarios() {
      return served.set.scenarios;
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

  function readSeeds({ seeds, resolved, diagnostics }: Loaded, loadedAt = system()) {
    if (seeds === undefined) throw new InvalidSeedsError(diagnostics);
    // Why: they may have been loaded for a sandbox without these overrides.
    const isMine = isSame(resolved?.base.source.overrides, overrides);
    const set = resolved && isMine ? resolved : resolveSeeds(seeds, overrides);
    return { seeds, set, loadedAt, warnings: diagnostics };
  }

  function reload(loaded: Loaded): Seeds {
    edits++;
    try {
      const next = readSeeds(loaded);
      worlds.reload(next.set);
      served = next;
      revision++;
      lastError = null;
      mistakes = undefined;
      return next.seeds;
    } catch (error) {
      lastError = error instanceof WorldError ? error.message : describeFailure(error);
      mistakes = error instanceof Error ? error.message : String(error);
      throw error;
    }
  }

  function answer(request: Request, id = nextId()) {
    try {
      return api.fetch(request, id, locateWorld(request.url, worlds));
    } catch (thrown) {
      return fail(request, thrown);
    }
  }

  function answerPlain(request: ApiRequest): Sent<PlainAnswer> {
    try {
      return plain.fetch(request, nextId(), locateWorld(request.url, worlds));
    } catch (thrown) {
      return Promise.resolve(fail(request, thrown));
    }
  }

  /** Answers a request, and tells the id by which the journal knows it. */
  function ask(request: Request) {
    const id = nextId();
    return { id, answer: answer(request, id) };
  }

  async function replay(world: World, exchange: Exchange): Promise<Exchange | undefined> {
    const { replay } = await import("./api/replay.ts");
    return replay(api, { id: nextId(), world, exchange });
  }

  async function guardPages(pages: { readonly forms: boolean }) {
    const { createGuard } = await import("./control/guard.ts");
    return createGuard({ ...access, ...pages, pages: true });
  }

  function fetchHosted(request: Request): Promise<Response> {
    const started = performance.now();
    const onBug = (thrown: unknown) => fail(request, thrown, performance.now() - started);
    return answerHosted(request).catch(onBug);
  }

  /** Answers what a bug ended where none of the apps could. */
  function fail({ method, url }: Pick<Request, "method" | "url">, thrown: unknown, ms = 0) {
    return createBugResponse(
      { id: nextId(), method, ms, thrown, ...locateWorld(url, worlds) },
      onRequest,
    );
  }

  async function answerHosted(request: Request): Promise<Response> {
    const { path } = locateWorld(request.url, worlds);
    if (path.startsWith("/_sandbox/")) return (await control()).fetch(request, { path });
    const [, room] = path.split("/", 2);
    const pages = await (room === "dashboard" ? dashboard : room === "docs" ? docs : hosted)();
    // Why: only now, for a world may be reset while its pages are loaded.
    const location = locateWorld(request.url, worlds);
    const told = { version: VERSION, worldNames: worlds.names, ...addressesOf(location.world) };
    return pages.fetch(request, describePage(location, told));
  }

  function addressesOf({ name }: Pick<World, "name">): Addresses {
    if (name === DEFAULT_WORLD) return addresses;
    const prefix = `/w/${name}`;
    return { baseUrl: addresses.baseUrl + prefix, hostedUrl: addresses.hostedUrl + prefix };
  }
}

const isSame = (a: SettingsOverrides = {}, b: SettingsOverrides = {}) =>
  JSON.stringify(a) === JSON.stringify(b);

/** Makes a listener whose errors are nobody's answer: they are thrown apart, as those of any listener to events. */
function throwingApart<Told>(listener: (told: Told) => void): (told: Told) => void {
  return (told) => {
    try {
      listener(told);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  };
}
