// The composition root: seeds → worlds → the apps. The command line, the library, tests and the edge all make
// their sandbox here; read this first. Apps that few starts need are loaded on first use.
import type { Hono } from "hono";
import { createApi } from "./api/app.ts";
import { preview } from "./api/preview.ts";
import type { GuardEnv } from "./control/guard.ts";
import { createBugResponse } from "./pages/layout/bug-response.ts";
import { describePage } from "./pages/layout/page-env.ts";
import type { ProgramParts } from "./program.ts";
import type { Diagnostic } from "./seeds/diagnostics/diagnostic.ts";
import { describeFailure, InvalidSeedsError } from "./seeds/diagnostics/invalid-seeds-error.ts";
import { EMBEDDED } from "./seeds/embedded.ts";
import type { Loaded } from "./seeds/load.ts";
import { resolveSeeds, type ScenarioSummary } from "./seeds/overlay/scenarios.ts";
import type { Seeds } from "./seeds/read/entries.ts";
import { DEFAULT_WORLD } from "./seeds/read/scenarios.ts";
import type { SettingsOverrides } from "./seeds/resolve/settings.ts";
import { createCountPerSecond } from "./shared/count-per-second.ts";
import { headLikeGet } from "./shared/head-like-get.ts";
import { createHostChecks } from "./shared/hosts.ts";
import { isEqual } from "./shared/is-equal.ts";
import { lazy } from "./shared/lazy.ts";
import { uncaught } from "./shared/uncaught.ts";
import { VERSION } from "./version.ts";
import { type SystemTime, systemTime } from "./world/clock.ts";
import { type RequestRecord, recordUnrouted } from "./world/journal/record.ts";
import { locateWorld, worldOfCall } from "./world/locate-world.ts";
import { createRequestId } from "./world/made-ids.ts";
import type { World } from "./world/world.ts";
import { WorldError } from "./world/world-error.ts";
import { createWorlds, type Worlds, type WorldsOptions } from "./world/worlds.ts";

/** An app that handles requests. */
export interface App {
  fetch(request: Request): Response | Promise<Response>;
}

/** The addresses that a sandbox shows. */
export interface Addresses {
  readonly baseUrl: string;
  readonly hostedUrl: string;
}

/** How a sandbox is made; all of it may be left out. */
export interface SandboxOptions extends Omit<WorldsOptions, "system"> {
  /** What `loadSeeds` made of some files. Default: the embedded seeds. */
  readonly seeds?: Loaded | undefined;
  /** When they were loaded, in Unix milliseconds; relative times count from it. Default: now. */
  readonly loadedAt?: number | undefined;
  /** Settings that win over the seeds'. */
  readonly overrides?: SettingsOverrides | undefined;
  /**
   * Called for every request to the API after its response, with every payment at the checkout, and with any other
   * request that a bug ended. An error that it throws is uncaught, and changes no response.
   */
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
  /** Default: the loopback addresses of the ports 4700 and 4701. */
  readonly addresses?: Addresses | undefined;
  /** The host that the listeners bind, if any. If it is not loopback, the control API needs a token. */
  readonly host?: string | undefined;
  /** Host names that it accepts in addition to loopback and its addresses. Used only if it listens on loopback. */
  readonly allowHosts?: readonly string[] | undefined;
  /** How messages name it to callers who lack it. Default: that of --control-token. */
  readonly tokenName?: string | undefined;
  /** What signs the forms of the checkout, 32 bytes; give the same to one that continues another. Default: random. */
  readonly formSecret?: Uint8Array<ArrayBuffer> | undefined;
  /** The system's time in Unix milliseconds. */
  readonly systemTime?: SystemTime | undefined;
}

/** The merchant API: an app of Hono's, or any app to a project that has no types of Hono. */
export type Api = 0 extends 1 & Hono ? App : Hono;

/** A sandbox that listens nowhere. */
export interface Sandbox {
  /** The merchant API, and nothing else. It can be mounted in another app. */
  readonly api: Api;
  /** The hosted pages and the control API; `peer` finds the client's address. */
  readonly hosted: { fetch(request: Request, peer?: GuardEnv["peer"]): Promise<Response> };
  readonly worlds: Worlds;
  /** The scenarios of the seeds that are being served. */
  readonly scenarios: readonly ScenarioSummary[];
  /** What these seeds were warned of. */
  readonly warnings: readonly Diagnostic[];
  /**
   * Serves other seeds from now on, all at once, and returns them. Worlds of which nothing changed go on as
   * they are. Throws as `createSandbox` does; then all stays as it was, except the health check, which reports it.
   */
  reload(loaded: Loaded): Seeds;
  /** The addresses of a world. */
  addressesOf(world: Pick<World, "name">): Addresses;
  /** Sets the addresses, once they are known. */
  advertise(addresses: Addresses): void;
}

/** Makes a sandbox that listens nowhere. Throws `InvalidSeedsError`. */
export function createSandbox(
  options: SandboxOptions = {},
  { agents, stop, commands }: ProgramParts = {},
): Sandbox {
  const { overrides, onlyMade, host, controlToken: token, tokenName, formSecret } = options;
  const { allowHosts = [], systemTime: system = systemTime } = options;
  let addresses = options.addresses ?? {
    baseUrl: "http://127.0.0.1:4700",
    hostedUrl: "http://127.0.0.1:4701",
  };

  let served = readSeeds(options.seeds ?? { seeds: EMBEDDED, diagnostics: [] }, options.loadedAt);
  let revision = 1;
  let edits = 0;
  // The last failed reload: in one sentence for the health check, and with every mistake for the dashboard.
  let lastError: string | null = null;
  let mistakes: string | undefined;
  const onRequest = options.onRequest && uncaught(options.onRequest);
  const worlds = createWorlds(served.resolved, { ...options, system });
  const hosts = createHostChecks(host, () => [...Object.values(addresses), ...allowHosts]);
  const api = createApi({ worlds, onRequest, onBug: fail, addressesOf, ...hosts });
  // Why: library/library.ts replaces it, for clients in its own process.
  const { fetch } = api;
  const worldOf = (request: Request) => worldOfCall(request, worlds);
  const known = { ...hosts, worldOf, hostedUrl: () => addresses.hostedUrl };
  const countWrong = createCountPerSecond(system);
  const access = { host, token, tokenName, ...known, countWrong, onFlood: reportFlood };
  const started = performance.now();
  const control = lazy(async () => {
    const { createControl } = await import("./control/app.ts");
    return createControl({
      access,
      stop,
      version: VERSION,
      uptime: () => performance.now() - started,
      worldCount: () => worlds.size,
      seeds: () => ({ revision, loadedAt: new Date(served.loadedAt).toISOString(), lastError }),
      remote: {
        version: VERSION,
        worlds,
        addressesOf,
        scenarios: () => served.resolved.scenarios,
        replay: async (...given) => (await import("./api/replay.ts")).replay(fetch, ...given),
      },
      agents: agents && ((call) => agents({ ...call, fetchApi: fetch, fetchHosted })),
    });
  });
  const guards = () => import("./control/guard.ts");
  const hosted = lazy(async () => {
    const { createHosted } = await import("./pages/shop/app.tsx");
    const maySeeKeys = (await guards()).createAccessCheck({ ...access, pages: true });
    return createHosted({ ...hosts, formSecret, maySeeKeys, onRequest });
  });
  // Why: these two show keys, and so let in only those who may use the control API.
  const guardPages = async (forms: boolean) =>
    (await guards()).createGuard({ ...access, forms, pages: true });
  const dashboard = lazy(async () => {
    const { createDashboard } = await import("./pages/dashboard/app.tsx");
    return createDashboard({
      guard: await guardPages(false),
      scenarios: () => served.resolved.scenarios,
      lastEdit: () => ({ number: edits, mistakes }),
    });
  });
  const createScratch = () =>
    createSandbox({ seeds: served, overrides, addresses, onlyMade, systemTime: system });
  const docs = lazy(async () => {
    const { createDocs } = await import("./pages/docs/app.tsx");
    const { describe: describeControl } = await control();
    const guard = await guardPages(true);
    return createDocs({ guard, fetch, fetchHosted, preview, describeControl, createScratch });
  });

  return {
    api,
    hosted: { fetch: headLikeGet(fetchHosted) },
    worlds,
    get scenarios() {
      return served.resolved.scenarios;
    },
    get warnings() {
      return served.diagnostics;
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
    const isMine = isEqual(resolved?.base.source.overrides, overrides ?? {});
    const set = resolved && isMine ? resolved : resolveSeeds(seeds, overrides, loadedAt);
    return { seeds, resolved: set, loadedAt, diagnostics };
  }

  function reload(loaded: Loaded): Seeds {
    edits++;
    try {
      const next = readSeeds(loaded);
      worlds.reload(next.resolved);
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

  /** Logs that there were too many wrong control tokens to respond to each. */
  function reportFlood({ method, url }: Request, why: string): void {
    const { world, path } = locateWorld(url, worlds);
    const told = { id: createRequestId(), method, path, why, stack: undefined };
    onRequest?.(recordUnrouted({ ...told, ms: 0, status: 429 }, world));
  }

  async function fetchHosted(request: Request, peer?: GuardEnv["peer"]): Promise<Response> {
    const start = performance.now();
    const failed = (error: unknown) => fail(request, error, performance.now() - start);
    return answerHosted(request, peer).catch(failed);
  }

  /** Responds to a request that failed with a bug outside of the apps. */
  function fail({ method, url }: Pick<Request, "method" | "url">, thrown: unknown, ms = 0) {
    return createBugResponse({ method, ms, thrown, ...locateWorld(url, worlds) }, onRequest);
  }

  async function answerHosted(request: Request, peer?: GuardEnv["peer"]): Promise<Response> {
    const { path, world } = locateWorld(request.url, worlds);
    if (/^\/_sandbox(?:\/|$)/.test(path) || (path === "/mcp" && agents)) {
      return (await control()).fetch(request, { path, world: world.name, peer });
    }
    const [, room] = path.split("/", 2);
    const pages = await (room === "dashboard" ? dashboard : room === "docs" ? docs : hosted)();
    const seesAll = token === undefined || (await (await guards()).hasToken(request, token));
    // Why: only now, because a world may be reset while its pages are loaded.
    const location = locateWorld(request.url, worlds);
    const facts = { version: VERSION, commands, peer, seesAll, ...addressesOf(location.world) };
    return pages.fetch(request, describePage(location, worlds, facts));
  }

  function addressesOf({ name }: Pick<World, "name">): Addresses {
    if (name === DEFAULT_WORLD) return addresses;
    const prefix = `/w/${name}`;
    return { baseUrl: addresses.baseUrl + prefix, hostedUrl: addresses.hostedUrl + prefix };
  }
}
