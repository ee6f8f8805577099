// The settings of a deployment: variables and a secret in the Worker's configuration.
import * as v from "valibot";
import { parseDuration } from "../shared/times.ts";
import type { Env } from "./env.ts";

export interface EdgeSettings {
  /** Who may make worlds. */
  readonly tokens: readonly string[];
  /** The host's name that follows the worlds' names in their addresses, if any. */
  readonly hostName: string | undefined;
  /** The maximum lifetime of a world, as written and in milliseconds. */
  readonly worldTtl: { readonly text: string; readonly ms: number };
  /** How many worlds one token may have at once. */
  readonly maxWorlds: number;
}

/** An invalid configuration. The message has the fix. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

const HOST_NAME = /^[a-z\d-]+(?:\.[a-z\d-]+)*$/;

const TTL = "a duration such as 7d or 12h, at most ten years";
const MOST_TTL_MS = 3_653 * 86_400_000;

/** The lifetime of a world. */
export const TtlSchema = v.pipe(
  v.string(TTL),
  v.check((text) => isTtl(parseDuration(text)), TTL),
);
const isTtl = (ms = 0) => ms > 0 && ms <= MOST_TTL_MS;

// Why: a variable that is not set is an empty text in the configuration.
const emptyAsUnset = (value: unknown) => (value === "" ? undefined : value);

const SettingsSchema = v.object({
  CONTROL_TOKENS: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(",").map((token) => token.trim())),
      v.transform((tokens) => tokens.filter((token) => token !== "")),
      v.everyItem((token) => token.length >= 16, "texts of 16 characters or more"),
    ),
    "",
  ),
  HOST_NAME: v.optional(v.pipe(v.string(), v.regex(HOST_NAME, "a host name in lower case"))),
  WORLD_TTL: v.optional(TtlSchema, "7d"),
  MAX_WORLDS: v.optional(
    v.pipe(
      v.union([v.string(), v.number()], "a whole number"),
      v.transform(Number),
      v.integer("a whole number"),
      v.minValue(1, "a whole number above 0"),
    ),
    1_000,
  ),
});

/** Reads the settings. Throws `SettingsError`. */
export function readSettings(env: Env): EdgeSettings {
  const { CONTROL_TOKENS, HOST_NAME, WORLD_TTL, MAX_WORLDS } = env;
  const given = { CONTROL_TOKENS, HOST_NAME, WORLD_TTL, MAX_WORLDS };
  const names = Object.entries(given).map(([name, value]) => [name, emptyAsUnset(value)]);
  const read = v.safeParse(SettingsSchema, Object.fromEntries(names));
  if (!read.success) {
    const [{ message, path }] = read.issues;
    const variable = path?.[0].key;
    throw new SettingsError(`${variable} must be ${message}. Change it in wrangler.jsonc.`);
  }
  const { output } = read;
  return {
    tokens: output.CONTROL_TOKENS,
    hostName: output.HOST_NAME,
    worldTtl: { text: output.WORLD_TTL, ms: parseDuration(output.WORLD_TTL) ?? 0 },
    maxWorlds: output.MAX_WORLDS,
  };
}
