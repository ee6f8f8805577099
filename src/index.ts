// The library's door: what a test imports. Nothing is defined here.
export type { RequestRecord } from "./api/call.ts";
export { ListenError, type ListenErrorCode } from "./runtime/listen.ts";
export {
  type Addresses,
  type App,
  createSandbox,
  InvalidSeedsError,
  type Sandbox,
  type SandboxOptions,
} from "./sandbox.ts";
export type { Diagnostic, SeedFile } from "./seeds/diagnostic.ts";
export { type RunningSandbox, type StartOptions, startSandbox, type WorldHandle } from "./start.ts";
