// The names of the options, and values that would be wrong in silence. A typo such as `prt` in plain JavaScript is an
// error, because it would otherwise start a sandbox on the default port.
import * as v from "valibot";
import type { SandboxOptions } from "../sandbox.ts";
import type { StartOptions } from "../start.ts";
import { TtlSchema } from "../world/changes/making.ts";
import { parseInput } from "../world/parse-input.ts";

const option = v.exactOptional(v.unknown());

const PORT = "a port from 0 to 65535";
const port = v.optional(
  v.pipe(v.number(PORT), v.integer(PORT), v.minValue(0, PORT), v.maxValue(65_535, PORT)),
);

const SHARED = {
  seeds: option,
  loadedAt: option,
  scenario: option,
  maxWorlds: option,
  // Why: worlds would never expire.
  worldTtl: v.optional(TtlSchema),
  overrides: option,
  onRequest: option,
  host: option,
  controlToken: option,
  allowHosts: option,
  tokenName: option,
  onlyMade: option,
  formSecret: option,
  systemTime: option,
};

const SandboxOptionsSchema = v.strictObject({
  ...SHARED,
  addresses: option,
} satisfies Record<keyof SandboxOptions, v.GenericSchema>);

const StartOptionsSchema = v.strictObject({
  ...SHARED,
  port,
  hostedPort: port,
  baseUrl: option,
  hostedUrl: option,
  watch: option,
  onReload: option,
  state: option,
} satisfies Record<keyof StartOptions, v.GenericSchema>);

/** Throws `InvalidInputError` if an option of `createSandbox` has an unknown name or is invalid. */
export function checkSandboxOptions(options: object): void {
  parseInput("argument", SandboxOptionsSchema, options);
}

/** Throws `InvalidInputError` if an option of `startSandbox` has an unknown name or is invalid. */
export function checkStartOptions(options: object): void {
  parseInput("argument", StartOptionsSchema, options);
}
