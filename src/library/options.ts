// The names of the options. A typo such as `prt` in plain JavaScript is an error, because it would otherwise start a
// sandbox on the default port.
import * as v from "valibot";
import type { SandboxOptions } from "../sandbox.ts";
import type { StartOptions } from "../start.ts";
import { parseInput } from "../world/parse-input.ts";

const option = v.exactOptional(v.unknown());
type Option = typeof option;

const SHARED = {
  seeds: option,
  loadedAt: option,
  scenario: option,
  maxWorlds: option,
  worldTtl: option,
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
} satisfies Record<keyof SandboxOptions, Option>);

const StartOptionsSchema = v.strictObject({
  ...SHARED,
  port: option,
  hostedPort: option,
  baseUrl: option,
  hostedUrl: option,
  watch: option,
  onReload: option,
} satisfies Record<keyof StartOptions, Option>);

/** Throws `InvalidInputError` if an option of `createSandbox` has an unknown name. */
export function checkSandboxOptions(options: object): void {
  parseInput("argument", SandboxOptionsSchema, options);
}

/** Throws `InvalidInputError` if an option of `startSandbox` has an unknown name. */
export function checkStartOptions(options: object): void {
  parseInput("argument", StartOptionsSchema, options);
}
