// The library's entry point: the functions that a test imports, with their types. Nothing is defined here.

// Why: a sandbox can be disposed of, which the `lib` of many a project does not know of yet.
/// <reference lib="esnext.disposable" preserve="true" />

export type { WorldHandle } from "./client/world-handle.ts";
export type { Order } from "./contract/endpoints/orders.ts";
export type { Product } from "./contract/endpoints/products.ts";
export type { EndpointName } from "./contract/endpoints.ts";
export type { Scope } from "./contract/formats.ts";
export { formatRequests } from "./library/format-requests.ts";
export {
  createSandbox,
  type RunningSandbox,
  type Sandbox,
  type SandboxOptions,
  type StartOptions,
  startSandbox,
} from "./library/library.ts";
export type { LoadOptions } from "./library/load-seeds.ts";
export type {
  FaultSeed,
  KeySeed,
  MerchantSeed,
  OrderSeed,
  ProductSeed,
  SeedData,
  SeedOverlay,
} from "./model/schema.ts";
export type { CatalogProduct, FaultRule, Key, Merchant, RateLimit } from "./model/state.ts";
export type { Reload } from "./reload/live-reload.ts";
export { ListenError, type ListenErrorCode } from "./runtime/listen.ts";
export { StateError } from "./runtime/state-error.ts";
export type { Addresses, Api, App } from "./sandbox.ts";
export type { Diagnostic, DiagnosticCode, SeedFile, Span } from "./seeds/diagnostics/diagnostic.ts";
export { InvalidSeedsError } from "./seeds/diagnostics/invalid-seeds-error.ts";
export type { Loaded } from "./seeds/load.ts";
export type { ScenarioSummary } from "./seeds/overlay/scenarios.ts";
export type { Seeds } from "./seeds/read/entries.ts";
export type { SettingsOverrides } from "./seeds/resolve/settings.ts";
export type { ClockChange } from "./world/changes/clock.ts";
export type { NewKey } from "./world/changes/keys.ts";
export type { LimitChange } from "./world/changes/limits.ts";
export type { WantedWorld } from "./world/changes/making.ts";
export type { NewOrder, OrderChange } from "./world/changes/orders.ts";
export type { ProductChange } from "./world/changes/products.ts";
export type { NewWorld } from "./world/changes/world.ts";
export type { SystemTime } from "./world/clock.ts";
export { InvalidChangeError } from "./world/invalid-change.ts";
export { type InputIssue, type InputPart, InvalidInputError } from "./world/invalid-input.ts";
export type { JournalEntry } from "./world/journal/entry.ts";
export type { RequestFilter } from "./world/journal/filter.ts";
export type { RequestRecord } from "./world/journal/record.ts";
export type {
  ClockView,
  FaultView,
  KeyView,
  LimitsView,
  ProductView,
} from "./world/views.ts";
export type { World } from "./world/world.ts";
export { WorldError, type WorldErrorCode } from "./world/world-error.ts";
export type { Worlds } from "./world/worlds.ts";
