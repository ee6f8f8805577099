// The library's door: what a test imports, and the name of every type that it meets there. Nothing is
// defined here.

// Why: a sandbox can be disposed of, which the `lib` of many a project does not know of yet.
/// <reference lib="esnext.disposable" preserve="true" />

export type { RequestRecord } from "./api/call.ts";
export type { EndpointName } from "./contract/endpoints.ts";
export type { Order } from "./contract/order.ts";
export type { Product } from "./contract/product.ts";
export type { Scope } from "./contract/scopes.ts";
export type { Reload } from "./follow-seeds.ts";
export { createSandbox, type RunningSandbox, type Sandbox, startSandbox } from "./library.ts";
export { ListenError, type ListenErrorCode } from "./runtime/listen.ts";
export type { App } from "./sandbox.ts";
export type { Addresses, SandboxOptions } from "./sandbox-options.ts";
export type { CatalogProduct, FaultRule, Key, Merchant } from "./seeds/blueprint.ts";
export type { ScenarioSummary } from "./seeds/create-blueprints.ts";
export type { Diagnostic, DiagnosticCode, SeedFile, Span } from "./seeds/diagnostic.ts";
export type { Seeds } from "./seeds/entries.ts";
export { InvalidSeedsError } from "./seeds/invalid-seeds-error.ts";
export type { Loaded, LoadOptions } from "./seeds/load.ts";
export type { FaultSeed, ProductSeed, RateLimit } from "./seeds/schema.ts";
export type { SettingsOverrides } from "./seeds/settings.ts";
export type { StartOptions } from "./start.ts";
export type { ClockChange } from "./world/change-clock.ts";
export type { NewKey } from "./world/change-keys.ts";
export type { LimitChange } from "./world/change-limits.ts";
export type { NewOrder, OrderChange } from "./world/change-orders.ts";
export type { ProductChange } from "./world/change-products.ts";
export { InvalidChangeError } from "./world/change-world.ts";
export type { SystemTime } from "./world/clock.ts";
export type { NewWorld } from "./world/make-world.ts";
export { type InputIssue, type InputPart, InvalidInputError } from "./world/parse-input.ts";
export type { RequestFilter } from "./world/request-filter.ts";
export type { JournalEntry } from "./world/request-record.ts";
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
export type { WorldHandle } from "./world-handle.ts";
