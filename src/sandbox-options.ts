// How a sandbox is made, and where it says that it is found.
import type { RequestRecord } from "./api/call.ts";
import type { Loaded } from "./seeds/load.ts";
import type { SettingsOverrides } from "./seeds/resolve/settings.ts";
import type { SystemTime } from "./world/clock.ts";

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
  /**
   * Told of every request to the API once it is answered, and of any other that a bug ended. An error that it
   * throws is uncaught, and changes no answer.
   */
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
