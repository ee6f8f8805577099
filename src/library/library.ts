// The library: a sandbox whose worlds have handles, with the operations of the control API as methods. The command
// line does not load it.
import type { SandboxOptions } from "../sandbox.ts";
import * as plain from "../sandbox.ts";
import * as listening from "../start.ts";
import { makeWorld, type NewWorld, NewWorldSchema } from "../world/changes/world.ts";
import { parseArgument } from "../world/parse-input.ts";
import { createHandle } from "./create-handle.ts";
import { createInProcessFetch } from "./in-process-fetch.ts";
import type { WorldHandle } from "./world-handle.ts";

/** Makes worlds and their handles. */
interface Handles {
  /**
   * Makes an isolated world from the seeds or a `scenario`, with changes (`seeds`) on top.
   * Rejects with `WorldError`, `InvalidInputError` and `InvalidChangeError`.
   */
  world(options?: NewWorld): Promise<WorldHandle>;
  /** Returns the handle of a world by its name. Its methods throw `WorldError` if there is no such world. */
  handle(name: string): WorldHandle;
}

/** A sandbox without listeners. */
export interface Sandbox extends plain.Sandbox, Handles {}

/** A sandbox with listeners: the handle of its default world, and `world()` to make others. */
export interface RunningSandbox
  extends Omit<listening.RunningSandbox, "sandbox">,
    WorldHandle,
    Handles {
  /** The same sandbox without its listeners. */
  readonly sandbox: Sandbox;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Makes a sandbox without listeners. Throws `InvalidSeedsError`.
 *
 * @example
 * const { api } = createSandbox();
 * const headers = { Authorization: "Bearer mst_acme_full" };
 * await api.fetch(new Request("http://sandbox/api/v1/integration/ping", { headers }));
 */
export function createSandbox(options?: SandboxOptions): Sandbox {
  return withHandles(plain.createSandbox(options));
}

/**
 * Starts a sandbox. Resolves when both addresses accept requests. Rejects with `InvalidSeedsError` if the seeds have
 * mistakes, and with `ListenError` if it cannot listen.
 *
 * @example
 * const sandbox = await startSandbox({ port: 0 });
 * await fetch(`${sandbox.baseUrl}/api/v1/integration/ping`, {
 *   headers: { Authorization: `Bearer ${sandbox.apiKey}` },
 * });
 * await sandbox.close();
 */
export async function startSandbox(options?: listening.StartOptions): Promise<RunningSandbox> {
  const { sandbox: bare, close, ...running } = await listening.startSandbox(options);
  const sandbox = withHandles(bare);
  const { world, handle } = sandbox;
  return Object.assign(sandbox.handle(sandbox.worlds.default.name), {
    ...running,
    sandbox,
    world,
    handle,
    close,
    [Symbol.asyncDispose]: () => close(),
  });
}

// Why: assigned, not spread, because getters must stay getters.
function withHandles(sandbox: plain.Sandbox): Sandbox {
  const handle = (name: string) => createHandle(sandbox, name);
  return Object.assign(sandbox, {
    api: Object.assign(sandbox.api, { fetch: createInProcessFetch(sandbox.api.fetch) }),
    handle,
    world: async (wanted: NewWorld = {}) =>
      handle((await makeWorld(sandbox.worlds, parseArgument(NewWorldSchema, wanted))).name),
  });
}
