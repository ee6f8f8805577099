// What a test makes a world from, and what is known of it afterwards.
import * as v from "valibot";
import type { SeedOverlay } from "../../model/schema.ts";
import { DURATION, parseDuration } from "../../shared/times.ts";

const TTL = "a duration such as 7d or 12h, at most ten years";
const MOST_TTL_MS = 3_653 * 86_400_000;
const MOST_TTL_LENGTH = 64;

function isTtl(text: string): boolean {
  const ms = parseDuration(text) ?? 0;
  return text.length <= MOST_TTL_LENGTH && ms > 0 && ms <= MOST_TTL_MS;
}

/** The lifetime of a world. */
export const TtlSchema = v.pipe(
  v.string(TTL),
  v.regex(DURATION, TTL),
  // Why: the length is what JSON Schema can say of it.
  { ...v.check(isTtl, TTL), maxLength: MOST_TTL_LENGTH },
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

/** Explains why no more worlds can be made. */
export function explainMost(most: number, setting = "--max-worlds", whose = ""): string {
  if (most === 0) return `Making worlds is disabled. Set ${setting} above 0.`;
  const made = most === 1 ? "a world" : `${most} worlds`;
  return `The maximum of ${made}${whose} is reached. Delete worlds that you no longer need, or raise ${setting}.`;
}
