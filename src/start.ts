// A sandbox and its two listeners: what the command line runs, and what the library starts.
import type { AgentsApp } from "./mcp/http.ts";
import type { KeptWorlds } from "./persist/kept-worlds.ts";
import type { ProgramParts } from "./program.ts";
import type { LiveReloadOptions, Reload } from "./reload/live-reload.ts";
import { loadHere, loadSource } from "./reload/load-source.ts";
import { spellHost } from "./runtime/address.ts";
import * as files from "./runtime/files.ts";
import { listen } from "./runtime/listen.ts";
import type { Listener, ListenOptions } from "./runtime/listener.ts";
import type { Watcher } from "./runtime/watch.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "./sandbox.ts";
import type { SeedFile } from "./seeds/diagnostics/diagnostic.ts";
import type { Loaded } from "./seeds/load.ts";
import { isScenarioFile, scenarioOf } from "./seeds/read/file-names.ts";
import { systemTime } from "./world/clock.ts";
import { WorldError } from "./world/world-error.ts";
import type { Worlds } from "./world/worlds.ts";

/** How many characters a control token has at least, so that nobody guesses it. */
const LEAST_TOKEN = 16;
/** How often a closing sandbox ends the streams that were opened meanwhile. */
const END_MS = 20;

/** How a sandbox is started; all of it may be left out. */
export interface StartOptions extends Omit<SandboxOptions, "seeds" | "addresses"> {
  /** A seeds directory, a file, or loaded seeds. Default: the embedded seeds. */
  readonly seeds?: string | Loaded | undefined;
  /** Default: 127.0.0.1. */
  readonly host?: string | undefined;
  /** The API's port; 0 takes any free one. Default: 4700. */
  readonly port?: number | undefined;
  /** The hosted address' port. Default: any free one where `port` is 0, else 4701. */
  readonly hostedPort?: number | undefined;
  /** The addresses to advertise, behind a proxy or in a container. Default: from host and port. */
  readonly baseUrl?: string | undefined;
  readonly hostedUrl?: string | undefined;
  /** Whether to serve what changes in the seeds' files; `poll` looks for it without file events. Default: false. */
  readonly watch?: boolean | "poll" | undefined;
  /** A directory that keeps the worlds of tests for the next start. Default: worlds end with the process. */
  readonly state?: string | undefined;
  /** Called with each change of the seeds that was served or rejected. */
  readonly onReload?: ((reload: Reload) => void) | undefined;
}

/** Options for a program that owns its process. */
type ProcessOptions = Pick<ListenOptions, "ownsProcess"> & Omit<ProgramParts, "agents">;

/** A sandbox that listens. */
export interface RunningSandbox {
  /** The address of the control API. */
  readonly controlUrl: string;
  /** The same sandbox without its listeners. */
  readonly sandbox: Sandbox;
  /** What was found in the directory of `state`. */
  readonly kept?: Pick<KeptWorlds, "restored" | "leftOut"> | undefined;
  /**
   * Stops accepting, finishes what is in flight (`graceMs` at most, 5 000 by default; `Infinity` for as long
   * as it takes), then ends.
   */
  close(graceMs?: number): Promise<void>;
}

/**
 * Starts a sandbox: once this resolves, both addresses respond. Throws `InvalidSeedsError` on seeds
 * that can't be served, `ListenError` on a port that can't be had, `StateError` on a directory that can't be had, and
 * `RangeError` on a short token.
 */
export async function startSandbox(
  options: StartOptions = {},
  process: ProcessOptions = {},
): Promise<RunningSandbox> {
  const { state: directory, ...others } = options;
  if (directory === undefined) return start(others, process);
  const state = await openState(directory);
  try {
    return await start(others, process, state);
  } catch (error) {
    state.close();
    throw error;
  }
}

type State = Awaited<ReturnType<typeof openState>>;

// Why: loaded only here, because most starts keep nothing.
async function openState(directory: string) {
  const { openStateFiles } = await import("./runtime/state-files.ts");
  const { keepFormSecret, keepWorlds } = await import("./persist/kept-worlds.ts");
  const files = await openStateFiles(directory);
  return {
    formSecret: keepFormSecret(files),
    keep: (worlds: Worlds, scenario?: string) => keepWorlds(worlds, files, scenario),
    close: files.close,
  };
}

async function start(
  options: Omit<StartOptions, "state">,
  { ownsProcess = false, ...program }: ProcessOptions,
  state?: State,
): Promise<RunningSandbox> {
  const {
    seeds,
    host: givenHost = "127.0.0.1",
    port = 4700,
    hostedPort = port === 0 ? 0 : 4701,
    baseUrl,
    hostedUrl,
    watch = false,
    onReload = () => {},
    ...sandboxOptions
  } = options;
  const { overrides, systemTime: now = systemTime } = options;
  requireLongToken(options.controlToken);
  const host = spellHost(givenHost);
  const scenarioFile = isScenarioFile(options.scenario) ? options.scenario : undefined;
  const loaded = await loadSource(seeds, scenarioFile, { overrides, now: now() });
  const scenario = scenarioFile === undefined ? options.scenario : scenarioOf(scenarioFile);
  const formSecret = options.formSecret ?? state?.formSecret;
  const sandboxed = { ...sandboxOptions, scenario, host, seeds: loaded, formSecret };
  const sandbox = await create(sandboxed, program);
  const kept = state?.keep(sandbox.worlds, scenario);

  const common = { hostname: host, ownsProcess };
  // Why: read before library/library.ts replaces it, for clients in its own process.
  const { fetch } = sandbox.api;
  const api = await listen({ ...common, port, fetch: (request) => fetch(request) });
  const hosted = await listen({
    ...common,
    port: hostedPort,
    fetch: sandbox.hosted.fetch,
  }).catch(async (error) => {
    await api.close(0);
    throw error;
  });
  sandbox.advertise({
    baseUrl: baseUrl === undefined ? urlOf(host, api) : withoutSlash(baseUrl),
    hostedUrl: hostedUrl === undefined ? urlOf(host, hosted) : withoutSlash(hostedUrl),
  });

  // Why: not awaited, because it takes time to start, and finds edits since the first reading anyway.
  const following =
    loaded?.seeds !== undefined && typeof seeds === "string" && scenarioFile === undefined && watch
      ? follow({
          path: seeds,
          poll: watch === "poll",
          sandbox,
          seeds: loaded.seeds,
          files: loaded.files,
          diagnostics: loaded.diagnostics,
          overrides,
          systemTime: now,
          onReload,
        }).catch((error): undefined => {
          const reason = error instanceof Error ? error.message : String(error);
          onReload({ outcome: "unfollowed", reason });
        })
      : undefined;

  const close = async (graceMs?: number) => {
    (await following)?.close();
    // Why: an open stream would hold the close for the whole of the grace. A follower connects again at once, and
    // listeners may accept it for a moment.
    sandbox.worlds.end();
    const ending = setInterval(sandbox.worlds.end, END_MS);
    try {
      await Promise.all([api.close(graceMs), hosted.close(graceMs)]);
      // Why: the timer of a long delay would keep the process.
      sandbox.worlds.release();
      kept?.saveAll();
    } finally {
      clearInterval(ending);
      // Why: or the directory would stay locked.
      state?.close();
    }
  };
  const { hostedUrl: shown } = sandbox.addressesOf(sandbox.worlds.default);
  return { controlUrl: `${shown}/_sandbox`, sandbox, kept, close };
}

/** Makes the sandbox. Throws as `createSandbox` does, but suggests a file that has the name of a missing scenario. */
async function create(options: SandboxOptions, program: ProgramParts): Promise<Sandbox> {
  try {
    return createSandbox(options, { agents: serveAgents, ...program });
  } catch (error) {
    const { scenario } = options;
    const file = `./${scenario}.yaml`;
    const isMissing = error instanceof WorldError && error.code === "not-found";
    if (!isMissing || (await files.kindOf(file)) !== "file") throw error;
    const message = `There is no scenario called ${JSON.stringify(scenario)} in the seeds.`;
    throw new WorldError("not-found", `${message} Did you mean the file ${file}?`);
  }
}

function requireLongToken(token: string | undefined): void {
  if (token === undefined || token.length >= LEAST_TOKEN) return;
  const received = `received ${token.length}`;
  throw new RangeError(`controlToken must have ${LEAST_TOKEN} characters or more, ${received}`);
}

/** Makes a sandbox of seed files that need not be on disk; it listens nowhere. Throws `InvalidSeedsError`. */
export async function createFromFiles(given: readonly SeedFile[]): Promise<Sandbox> {
  return createSandbox({ seeds: await loadHere({ files: given, now: systemTime() }) });
}

const serveAgents: AgentsApp = async (call) => (await import("./mcp/http.ts")).respondToAgent(call);

async function follow(options: LiveReloadOptions): Promise<Watcher> {
  const { startLiveReload } = await import("./reload/live-reload.ts");
  return startLiveReload(options);
}

// Why: paths are appended to an address as they are.
const withoutSlash = (address: string) => address.replace(/\/+$/, "");

// Why: nobody can connect to "every interface"; a client on this machine connects to loopback.
function urlOf(host: string, { port }: Listener): string {
  if (host === "0.0.0.0") return `http://127.0.0.1:${port}`;
  if (host === "::") return `http://[::1]:${port}`;
  return host.includes(":") ? `http://[${host}]:${port}` : `http://${host}:${port}`;
}
