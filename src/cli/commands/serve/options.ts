// The flags of `serve` and `exec`, their values, and the options of the sandbox that they set. A new flag is an
// entry of the table and a line in `startOptionsOf`, or in `overridesOf` if it overrides a setting.
import * as v from "valibot";
import { REFILL } from "../../../model/fields.ts";
import type { RateLimit } from "../../../model/state.ts";
import type { SettingsOverrides } from "../../../seeds/resolve/settings.ts";
import { parseTime } from "../../../shared/times.ts";
import type { StartOptions } from "../../../start.ts";
import { TtlSchema } from "../../../world/changes/making.ts";
import { addressValue, type OptionTable, type OptionValues, readOptions } from "../../options.ts";
import { SEEDS_OPTION } from "../../seeds-option.ts";
import { type Terminal, UsageError } from "../../terminal.ts";

const PORT = "a port from 0 to 65535";
const port = () =>
  v.pipe(v.string(), v.regex(/^\d{1,5}$/, PORT), v.transform(Number), v.maxValue(65_535, PORT));

const TIME = "a time like 2026-10-17T09:00:00Z or now-3d";
const time = () =>
  v.pipe(
    v.string(),
    v.check((text) => parseTime(text, 0) !== undefined, TIME),
  );

const LIMIT = "off, or CAPACITY/REFILL_PER_SECOND like 100/50";
const rateLimit = () =>
  v.pipe(
    v.string(),
    v.regex(/^(?:off|\d+\/\d+(?:\.\d+)?)$/, LIMIT),
    v.transform(parseRateLimit),
    v.check((limit) => limit === "off" || isPossible(limit), LIMIT),
  );

const host = () =>
  v.pipe(
    v.string(),
    v.transform((text) => text.replace(/^\[(.*)\]$/, "$1")),
  );

const NAMES = "a host name like sandbox.test, without a port";
const hostNames = () =>
  v.pipe(
    v.string(),
    v.transform((text) =>
      text
        .toLowerCase()
        .split(",")
        .map((name) => name.trim()),
    ),
    v.array(v.pipe(v.string(), v.regex(/^(?:[a-z\d._-]+|\[[\da-f:.]+\])$/, NAMES))),
  );

const text = () => v.string();

const TOKEN = "16 to 256 visible ASCII characters";
const token = () => v.pipe(v.string(), v.regex(/^[!-~]{16,256}$/, TOKEN));

const WATCHING: Readonly<Record<string, boolean | "poll">> = {
  ...{ on: true, true: true, 1: true },
  ...{ off: false, false: false, 0: false },
  poll: "poll",
};
const watching = () =>
  v.pipe(
    v.string(),
    v.transform((word) => (Object.hasOwn(WATCHING, word) ? WATCHING[word] : undefined)),
    v.union([v.boolean(), v.literal("poll")], "on, off or poll"),
  );

const WORLDS = "a number of worlds, at most 1000000";
const maxWorlds = () =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,7}$/, WORLDS),
    v.transform(Number),
    v.maxValue(1_000_000, WORLDS),
  );

export const SERVE_OPTIONS = {
  seeds: SEEDS_OPTION,
  scenario: {
    value: "NAME|FILE",
    schema: text,
    help: "the scenario of the default world",
  },
  port: { value: "N", schema: port, help: "the API's port, 0 for any free port (default: 4700)" },
  "hosted-port": {
    value: "N",
    schema: port,
    help: "the port of the hosted address (default: 4701, or 0 with --port 0)",
  },
  host: { value: "ADDR", schema: host, help: "the address to listen on (default: 127.0.0.1)" },
  "allow-host": {
    value: "NAME",
    schema: hostNames,
    repeatable: true,
    help: "another host name that clients may use; can be repeated",
  },
  "base-url": { value: "URL", schema: addressValue, help: "the API's address as clients see it" },
  "hosted-url": {
    value: "URL",
    schema: addressValue,
    help: "the hosted address as shoppers see it",
  },
  "control-token": {
    value: "TOKEN",
    schema: token,
    secret: true,
    help: "require this token; without it, a non-loopback --host has no control API",
  },
  "max-worlds": {
    value: "N",
    schema: maxWorlds,
    help: "how many worlds tests may create (default: 20000)",
  },
  "world-ttl": {
    value: "TIME",
    schema: () => TtlSchema,
    help: "how long these worlds exist, such as 7d (default: until they are dropped)",
  },
  state: {
    value: "DIR",
    schema: text,
    help: "keep the worlds of tests here, for the next start (default: keep none)",
  },
  now: { value: "TIME", schema: time, help: "start the clock at this time, in every scenario" },
  freeze: { help: "freeze the clock, in every scenario" },
  "rate-limit": {
    value: "LIMIT",
    schema: rateLimit,
    help: "off, or CAPACITY/REFILL_PER_SECOND for every key, in every scenario",
  },
  watch: {
    value: "poll",
    schema: watching,
    alone: "on",
    help: "reload changed seeds, poll without file events; or --no-watch (default: on)",
  },
  log: {
    value: "FORM",
    schema: () => v.picklist(["pretty", "json", "off"], "pretty, json or off"),
    help: "request log: pretty, json or off (default: pretty on a terminal, else json)",
  },
  "ready-file": {
    value: "PATH",
    schema: text,
    help: "write a JSON file when the sandbox is ready",
  },
} as const satisfies OptionTable;

export const VARIABLES_NOTE =
  "Each flag has an environment variable, such as MERCHANT_SANDBOX_HOSTED_PORT. Flags override it.";

export type ServeOptions = OptionValues<typeof SERVE_OPTIONS> & {
  readonly port: number;
  readonly "hosted-port": number;
};

/** Reads the options of `serve`. Throws `UsageError`. */
export function readServeOptions(args: readonly string[], env: Terminal["env"]): ServeOptions {
  const options = readOptions(SERVE_OPTIONS, args, env);
  return { ...options, ...choosePorts(options, { api: 4700, hosted: 4701 }) };
}

/** Returns the ports to listen on. Throws `UsageError` if both are the same. */
export function choosePorts(
  options: OptionValues<Pick<typeof SERVE_OPTIONS, "port" | "hosted-port">>,
  defaults: { readonly api: number; readonly hosted: number },
) {
  const { port = defaults.api } = options;
  const { "hosted-port": hostedPort = port === 0 ? 0 : defaults.hosted } = options;
  if (port === hostedPort && port !== 0) {
    throw new UsageError(
      `--port and --hosted-port must differ, received ${port} for both. Use 0 for any free port.`,
    );
  }
  return { port, "hosted-port": hostedPort };
}

/** What the flags set of the sandbox, except its seeds; a relative `--now` counts from the system's time. */
export function startOptionsOf(
  options: ServeOptions,
  systemNow: number,
): Omit<StartOptions, "seeds"> {
  return {
    scenario: options.scenario,
    watch: options.watch ?? true,
    host: options.host,
    allowHosts: options["allow-host"],
    port: options.port,
    hostedPort: options["hosted-port"],
    baseUrl: options["base-url"],
    hostedUrl: options["hosted-url"],
    controlToken: options["control-token"],
    maxWorlds: options["max-worlds"],
    worldTtl: options["world-ttl"],
    state: options.state,
    overrides: overridesOf(options, systemNow),
  };
}

/** The flags that override settings, by the setting. */
export const OVERRIDING_FLAGS = {
  now: "now",
  frozen: "freeze",
  rateLimit: "rate-limit",
} satisfies Record<keyof SettingsOverrides, keyof ServeOptions>;

/** The settings that the flags give; a relative `--now` counts from the system's time. */
function overridesOf(options: ServeOptions, systemNow: number): SettingsOverrides {
  const now = options.now === undefined ? undefined : parseTime(options.now, systemNow)?.ms;
  const limit = options["rate-limit"];
  return {
    ...(now !== undefined && { now }),
    ...(options.freeze && { frozen: true }),
    ...(limit !== undefined && { rateLimit: limit }),
  };
}

function parseRateLimit(written: string): RateLimit | "off" {
  if (written === "off") return "off";
  const [capacity = 0, refillPerSecond = 0] = written.split("/").map(Number);
  return { capacity, refillPerSecond };
}

function isPossible({ capacity, refillPerSecond }: RateLimit): boolean {
  if (capacity < 1 || !Number.isSafeInteger(capacity)) return false;
  return refillPerSecond >= REFILL.least && refillPerSecond <= REFILL.most;
}
