// A sandbox and its two listeners: what the command line runs, and what the library starts.

import * as files from "./runtime/files.ts";
import { listen } from "./runtime/listen.ts";
import type { Listener } from "./runtime/listener.ts";
import {
  type Addresses,
  createSandbox,
  InvalidSeedsError,
  type Sandbox,
  type SandboxOptions,
} from "./sandbox.ts";
import { readSeedFiles } from "./seeds/files.ts";
import type { World } from "./world/world.ts";

export interface StartOptions extends Omit<SandboxOptions, "seeds" | "addresses"> {
  /** A seeds directory or one file. Default: the embedded seeds. */
  readonly seeds?: string | undefined;
  /** Default: 127.0.0.1. */
  readonly host?: string | undefined;
  /** The API's port; 0 takes any free one. Default: 4700. */
  readonly port?: number | undefined;
  /** The hosted address' port. Default: any free one where `port` is 0, else 4701. */
  readonly hostedPort?: number | undefined;
  /** The addresses to advertise, behind a proxy or in a container. Default: from host and port. */
  readonly baseUrl?: string | undefined;
  readonly hostedUrl?: string | undefined;
}

/** A world as a client needs it. */
export interface WorldHandle extends Addresses {
  readonly name: string;
  /** The first active key with all scopes; empty where the world has none. */
  readonly apiKey: string;
  /** The merchant of that key; empty where there is none. */
  readonly merchantId: string;
}

export interface RunningSandbox extends WorldHandle {
  readonly controlUrl: string;
  readonly sandbox: Sandbox;
  /** Makes an isolated world over the same seeds. Throws where the name is taken or no name. */
  world(options?: { readonly name?: string }): WorldHandle;
  /** Stops accepting, finishes what is in flight (`graceMs` at most, 5 000 by default), then ends. */
  close(graceMs?: number): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a sandbox: once this resolves, both addresses answer. Throws `InvalidSeedsError` on seeds
 * that can't be served, and `ListenError` on a port that can't be had.
 *
 * @example
 * const sandbox = await startSandbox({ port: 0 });
 * await fetch(`${sandbox.baseUrl}/api/v1/integration/ping`, {
 *   headers: { Authorization: `Bearer ${sandbox.apiKey}` },
 * });
 * await sandbox.close();
 */
export async function startSandbox(options: StartOptions = {}): Promise<RunningSandbox> {
  const {
    seeds,
    host = "127.0.0.1",
    port = 4700,
    hostedPort = port === 0 ? 0 : 4701,
    baseUrl,
    hostedUrl,
    ...sandboxOptions
  } = options;
  const sandbox = createSandbox({ ...sandboxOptions, seeds: await readSeeds(seeds) });

  const api = await listen({ hostname: host, port, fetch: sandbox.api.fetch });
  const hosted = await listen({
    hostname: host,
    port: hostedPort,
    fetch: sandbox.hosted.fetch,
  }).catch(async (error) => {
    await api.close(0);
    throw error;
  });
  sandbox.advertise({
    baseUrl: withoutSlash(baseUrl ?? urlOf(host, api)),
    hostedUrl: withoutSlash(hostedUrl ?? urlOf(host, hosted)),
  });

  const close = async (graceMs?: number) => {
    await Promise.all([api.close(graceMs), hosted.close(graceMs)]);
  };
  const main = handleOf(sandbox, sandbox.worlds.default);
  return {
    ...main,
    controlUrl: `${main.hostedUrl}/_sandbox`,
    sandbox,
    world: ({ name = freeName(sandbox) } = {}) => handleOf(sandbox, sandbox.worlds.create(name)),
    close,
    [Symbol.asyncDispose]: () => close(),
  };
}

async function readSeeds(path: string | undefined) {
  if (path === undefined) return undefined;
  const { files: seeds, diagnostics } = await readSeedFiles(path, files);
  if (diagnostics.length > 0) throw new InvalidSeedsError(diagnostics);
  return seeds;
}

function freeName({ worlds }: Sandbox): string {
  let n = worlds.size;
  while (worlds.find(`w${n}`)) n++;
  return `w${n}`;
}

function handleOf(sandbox: Sandbox, world: World): WorldHandle {
  const key = world.advertisedKey();
  return {
    name: world.name,
    ...sandbox.addressesOf(world),
    apiKey: key?.key ?? "",
    merchantId: key?.merchant.id ?? "",
  };
}

// Why: paths are put behind an address as they are.
const withoutSlash = (address: string) => address.replace(/\/+$/, "");

// Why: nobody can connect to "every interface"; a client on this machine connects to loopback.
function urlOf(host: string, { port }: Listener): string {
  if (host === "0.0.0.0") return `http://127.0.0.1:${port}`;
  if (host === "::") return `http://[::1]:${port}`;
  return host.includes(":") ? `http://[${host}]:${port}` : `http://${host}:${port}`;
}
