// The entry point `merchant-sandbox/contract`: the schemas of what the API sends and takes, and their types. The schemas
// are Valibot's, and implement Standard Schema.

export {
  type CheckoutLink,
  type CheckoutLinkRequest,
  CheckoutLinkRequestSchema,
  CheckoutLinkSchema,
} from "./endpoints/checkout-links.ts";
export { type Order, OrderSchema } from "./endpoints/orders.ts";
export { type Ping, PingSchema } from "./endpoints/ping.ts";
export { type Product, ProductSchema } from "./endpoints/products.ts";
export { ENDPOINT_NAMES, type EndpointName } from "./endpoints.ts";
export {
  type ErrorBody,
  ErrorBodySchema,
  type ErrorCode,
  type Issue,
  IssueSchema,
} from "./errors.ts";
export { SCOPES, type Scope, ScopeSchema } from "./formats.ts";
