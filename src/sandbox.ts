// The composition root: seeds → worlds → the two apps. Everything that runs a sandbox, be it the
// command line, the library, a test or a runtime, goes through here. Read this first.
import { createApi } from "./api/app.ts";
import { createCall, type RequestRecord } from "./api/call.ts";
import { createRequestIds } from "./api/request-id.ts";
import { createControl } from "./control/app.ts";
import { createHosted } from "./hosted/app.ts";
import { type Diagnostic, formatDiagnostics, type SeedFile } from "./seeds/diagnostic.ts";
import { EMBEDDED_SEEDS } from "./seeds/embedded.ts";
import { loadSeeds } from "./seeds/load.ts";
import type { SettingsOverrides } from "./seeds/settings.ts";
import { VERSION } from "./version.ts";
import { type SystemTime, systemTime } from "./world/clock.ts";
import { locateWorld } from "./world/locate-world.ts";
import type { World } from "./world/world.ts";
import { createWorlds, DEFAULT_WORLD, type Worlds } from "./world/worlds.ts";

/** Where a sandbox says that it is found. */
export interface Addresses {
  readonly baseUrl: string;
  readonly hostedUrl: string;
}

export interface SandboxOptions {
  /** Seed files as text. Default: the embedded seeds. */
  readonly seeds?: readonly SeedFile[] | undefined;
  /** Settings that win over the seeds'. */
  readonly overrides?: SettingsOverrides | undefined;
  /** Told of every request to the API once it is answered. */
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
  /** Default: the loopback addresses of the ports 4700 and 4701. */
  readonly addresses?: Addresses | undefined;
  /** The system's time in Unix milliseconds. */
  readonly systemTime?: SystemTime | undefined;
}

export interface App {
  fetch(request: Request): Response | Promise<Response>;
}

export interface Sandbox {
  /** The merchant API, and nothing else. */
  readonly api: App;
  /** The hosted pages and the control API. */
  readonly hosted: App;
  readonly worlds: Worlds;
  /** How much the seeds hold. */
  readonly counts: Readonly<Record<"merchants" | "keys" | "products" | "orders", number>>;
  /** What the seeds were warned of. */
  readonly warnings: readonly Diagnostic[];
  /** The addresses of a world. */
  addressesOf(world: World): Addresses;
  /** Sets the addresses, once they are known. */
  advertise(addresses: Addresses): void;
}

/** The seeds can't be served; `diagnostics` says why, and so does the message. */
export class InvalidSeedsError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(formatDiagnostics(diagnostics));
    this.name = "InvalidSeedsError";
    this.diagnostics = diagnostics;
  }
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
  const {
    seeds: files = EMBEDDED_SEEDS,
    overrides = {},
    systemTime: system = systemTime,
  } = options;
  let addresses = options.addresses ?? {
    baseUrl: "http://127.0.0.1:4700",
    hostedUrl: "http://127.0.0.1:4701",
  };

  const loadedAt = system();
  const { blueprint, diagnostics } = loadSeeds({ files, now: loadedAt, overrides });
  if (blueprint === undefined) throw new InvalidSeedsError(diagnostics);

  const worlds = createWorlds(blueprint, system);
  const api = createApi({ onRequest: options.onRequest });
  const hosted = createHosted();
  const started = performance.now();
  const control = createControl({
    version: VERSION,
    uptime: () => performance.now() - started,
    worldCount: () => worlds.size,
    seeds: () => ({ revision: 1, loadedAt: new Date(loadedAt).toISOString(), lastError: null }),
  });
  const nextId = createRequestIds();

  return {
    api: { fetch: fetchApi },
    hosted: { fetch: fetchHosted },
    worlds,
    counts: {
      merchants: blueprint.merchants.length,
      keys: blueprint.keys.size,
      products: blueprint.products.size,
      orders: blueprint.orderCount,
    },
    warnings: diagnostics,
    addressesOf,
    advertise: (known) => {
      addresses = known;
    },
  };

  function fetchApi(request: Request) {
    const { world = worlds.default, path, query } = locateWorld(request.url, worlds);
    const { hostedUrl } = addressesOf(world);
    return api.fetch(createCall({ id: nextId(), request, world, path, query, hostedUrl }));
  }

  function fetchHosted(request: Request) {
    const { world = worlds.default, path } = locateWorld(request.url, worlds);
    if (path.startsWith("/_sandbox/")) return control.fetch(request, { path });
    return hosted.fetch(request, {
      version: VERSION,
      world: world.name,
      worlds: worlds.names(),
      path,
      ...addressesOf(world),
    });
  }

  function addressesOf({ name }: World): Addresses {
    if (name === DEFAULT_WORLD) return addresses;
    const prefix = `/w/${name}`;
    return { baseUrl: addresses.baseUrl + prefix, hostedUrl: addresses.hostedUrl + prefix };
  }
}
