// The library's door: what a test imports. Nothing is defined here.
export type { RequestRecord } from "./api/call.ts";
export type { Reload } from "./follow-seeds.ts";
export { ListenError, type ListenErrorCode } from "./runtime/listen.ts";
export {
  type Addresses,
  type App,
  createSandbox,
  InvalidSeedsError,
  type Sandbox,
  type SandboxOptions,
} from "./sandbox.ts";
export type { ScenarioSummary } from "./seeds/create-blueprints.ts";
export type { Diagnostic, SeedFile } from "./seeds/diagnostic.ts";
export type { Seeds } from "./seeds/entries.ts";
export type { Loaded, LoadOptions } from "./seeds/load.ts";
export { type RunningSandbox, type StartOptions, startSandbox } from "./start.ts";
export { InvalidChangeError } from "./world/change-world.ts";
export { WorldError, type WorldErrorCode } from "./world/world-error.ts";
export type { WorldHandle } from "./world-handle.ts";
