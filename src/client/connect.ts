// The client: a sandbox in another process, with the handles on its worlds that the library has in its own.
import { environmentVariable } from "../runtime/environment.ts";
import type { WantedWorld } from "../world/changes/making.ts";
import type { NewWorld } from "../world/changes/world.ts";
import { type ConnectOptions, createControlClient } from "./control.ts";
import { ControlError } from "./errors.ts";
import { createRemoteHandle, type RemoteWorldHandle, type WorldFacts } from "./remote-handle.ts";

/** A sandbox in another process. */
export interface ConnectedSandbox {
  /** The address of the control API. */
  readonly controlUrl: string;
  /**
   * Makes an isolated world from the seeds or a `scenario`, with changes (`seeds`) on top.
   * Rejects with `WorldError`, `InvalidInputError` and `InvalidChangeError`, and with `ControlError` if the token is wrong.
   */
  world(options?: NewWorld): Promise<RemoteWorldHandle>;
  /**
   * Makes a world, or returns the one of this name if it was made from the same options before. Rejects as `world`
   * does, and with a `WorldError` that says what differs.
   */
  ensureWorld(name: string, options?: WantedWorld): Promise<RemoteWorldHandle>;
  /** Returns the handle of a world by its name, such as `default`. Rejects with `WorldError` if there is no such world. */
  handle(name: string): Promise<RemoteWorldHandle>;
}

/**
 * Connects to a sandbox in another process, by the address of its control API or of its hosted pages. Default:
 * `SANDBOX_CONTROL_URL`, which `merchant-sandbox exec` sets. Rejects with `ControlError` if there is no sandbox.
 *
 * @example
 * const sandbox = await connectSandbox("http://127.0.0.1:4701");
 * const world = await sandbox.world({ scenario: "flaky" });
 * await world.clock.advance("91d");
 */
export async function connectSandbox(
  controlUrl: string | URL | undefined = environmentVariable("SANDBOX_CONTROL_URL"),
  options: ConnectOptions = {},
): Promise<ConnectedSandbox> {
  const url = readControlUrl(controlUrl);
  const { token = environmentVariable("SANDBOX_CONTROL_TOKEN") } = options;
  const given = { ...options, token };
  const control = createControlClient(url, given);
  await control.call("GET /health");
  return {
    controlUrl: url,
    world: async (wanted = {}) => handleOf(await control.call("POST /worlds", { body: wanted })),
    ensureWorld: async (world, wanted = {}) =>
      handleOf(await control.call("PUT /worlds/:world", { params: { world }, body: wanted })),
    handle: async (world) =>
      createRemoteHandle(control, await control.call("GET /worlds/:world", { params: { world } })),
  };

  function handleOf(made: WorldFacts): RemoteWorldHandle {
    // Why: a sandbox with a control token gives each world a token of its own.
    const { secret = given.token } = made;
    return createRemoteHandle(createControlClient(url, { ...given, token: secret }), made);
  }
}

/** The address of the control API, where that of its server may be given. */
export function readControlUrl(address: string | URL | undefined): string {
  const given = address instanceof URL ? address.href : address;
  if (given === undefined) {
    const fix = "Pass its address, or set SANDBOX_CONTROL_URL, as `merchant-sandbox exec` does.";
    throw new ControlError(`No address of a sandbox. ${fix}`);
  }
  const fix = "Write it like http://127.0.0.1:4701.";
  if (!URL.canParse(given)) {
    throw new ControlError(`Invalid address of a sandbox: ${JSON.stringify(given)}. ${fix}`);
  }
  const url = given.replace(/\/+$/, "");
  return url.endsWith("/_sandbox") ? url : `${url}/_sandbox`;
}
