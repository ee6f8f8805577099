// What worlds are made with: the options of all of them, and what is known of one that a test made.
import * as v from "valibot";
import type { SeedOverlay } from "../../seeds/format/schema.ts";
import { parseDuration } from "../../shared/times.ts";
import type { SystemTime } from "../clock.ts";

export const TTL = "a duration such as 7d or 12h, at most ten years";
const MOST_TTL_MS = 3_653 * 86_400_000;
/** Whether a world may exist for so many milliseconds. */
export const isTtl = (ms = 0) => ms > 0 && ms <= MOST_TTL_MS;

/** The lifetime of a world. */
export const TtlSchema = v.pipe(
  v.string(TTL),
  v.check((text) => isTtl(parseDuration(text)), TTL),
);

/** What a world is to be made from. */
export interface WantedWorld {
  /** The scenario to start from. */
  readonly scenario?: string | undefined;
  /** Changes to apply on top, with the fields of a scenario file. */
  readonly seeds?: SeedOverlay | undefined;
  /** How long it exists, such as `12h`. Default, and at most: `worldTtl`. */
  readonly ttl?: string | undefined;
}

/** What is known of a world that a test made, besides its state. */
export interface Making {
  readonly wanted: WantedWorld;
  /** When it expires, in Unix milliseconds. */
  readonly expiresAt?: number | undefined;
  /** What opens its control calls and pages, besides the control token. */
  readonly secret?: string | undefined;
}

export interface WorldsOptions {
  readonly system: SystemTime;
  /** The scenario that the default world is made from. Default: the base of the seeds. */
  readonly scenario?: string | undefined;
  /** How many worlds tests may make. Default: 20 000. */
  readonly maxWorlds?: number | undefined;
  /** Whether to list only those, where those of the seeds have no address. */
  readonly onlyMade?: boolean | undefined;
  /**
   * What callers of the control API must send as their bearer token. No world shows it. With one, each world that
   * is made has a secret. Default: nothing.
   */
  readonly controlToken?: string | undefined;
  /** How long worlds that tests make exist, such as `7d`; they may ask for less. Default: until they are dropped. */
  readonly worldTtl?: string | undefined;
}

/** Explains why no more worlds can be made. */
export function explainMost(most: number, setting = "--max-worlds", whose = ""): string {
  if (most === 0) return `Making worlds is disabled. Set ${setting} above 0.`;
  const made = most === 1 ? "a world" : `${most} worlds`;
  return `The maximum of ${made}${whose} is reached. Delete worlds that you no longer need, or raise ${setting}.`;
}
