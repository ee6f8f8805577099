// The settings of a deployment: variables and a secret in the Worker's configuration.
import * as v from "valibot";
import { TtlSchema } from "../world/changes/making.ts";

/** A control token, and whose it is. */
export interface ControlToken {
  readonly token: string;
  /** Undefined if the token itself is the team. */
  readonly team: string | undefined;
}

export interface EdgeSettings {
  /** Who may make worlds. */
  readonly tokens: readonly ControlToken[];
  /** The host's name that follows the worlds' names in their addresses, if any. */
  readonly hostName: string | undefined;
  /** The lifetime of a world, and the longest that one may ask for. */
  readonly worldTtl: string;
  /** How many worlds one token may have at once. */
  readonly maxWorlds: number;
  /** How many requests of a world's journal are stored. */
  readonly keptRequests: number;
}

/** An invalid configuration. The message has the fix. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

const HOST_NAME = /^[a-z\d-]+(?:\.[a-z\d-]+)*$/;

const TEAM = /^([a-z\d][a-z\d-]{0,35}):(.*)$/;
const TEAM_HELP =
  "teams with their tokens, like web:TOKEN; a team has up to 36 lower-case letters, digits and hyphens";

// Why: a variable that is not set is an empty text in the configuration.
const emptyAsUnset = (value: unknown) => (value === "" ? undefined : value);

const wholeNumber = v.pipe(
  v.union([v.string(), v.number()], "a whole number"),
  v.transform(Number),
  v.integer("a whole number"),
  v.minValue(1, "a whole number above 0"),
);

const SettingsSchema = v.object({
  CONTROL_TOKENS: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(",").map((token) => token.trim())),
      v.transform((tokens) => tokens.filter((token) => token !== "")),
      v.everyItem((text) => !text.includes(":") || TEAM.test(text), TEAM_HELP),
      v.transform((tokens) => tokens.map(parseToken)),
      v.everyItem(({ token }) => token.length >= 16, "texts of 16 characters or more"),
    ),
    "",
  ),
  HOST_NAME: v.optional(v.pipe(v.string(), v.regex(HOST_NAME, "a host name in lower case"))),
  WORLD_TTL: v.optional(TtlSchema, "7d"),
  MAX_WORLDS: v.optional(wholeNumber, 1_000),
  JOURNAL: v.optional(v.picklist(["kept", "memory"], "kept or memory"), "kept"),
  JOURNAL_LENGTH: v.optional(
    v.pipe(wholeNumber, v.maxValue(1_000, "a whole number from 1 to 1000")),
    100,
  ),
});

/** Reads `team:token`, or a token alone. */
function parseToken(text: string): ControlToken {
  const [, team, token = text] = TEAM.exec(text) ?? [];
  return { team, token };
}

/** Reads the settings. Throws `SettingsError`. */
export function readSettings(env: object): EdgeSettings {
  const names = Object.keys(SettingsSchema.entries);
  const given = names.map((name) => [name, emptyAsUnset(Reflect.get(env, name))]);
  const read = v.safeParse(SettingsSchema, Object.fromEntries(given));
  if (!read.success) {
    const [{ message, path }] = read.issues;
    const variable = path?.[0].key;
    const fix =
      variable === "CONTROL_TOKENS"
        ? "Set it again: npx wrangler secret put CONTROL_TOKENS"
        : "Change it in wrangler.jsonc.";
    throw new SettingsError(`${variable} must be ${message}. ${fix}`);
  }
  const { output } = read;
  return {
    tokens: output.CONTROL_TOKENS,
    hostName: output.HOST_NAME,
    worldTtl: output.WORLD_TTL,
    maxWorlds: output.MAX_WORLDS,
    keptRequests: output.JOURNAL === "kept" ? output.JOURNAL_LENGTH : 0,
  };
}
