// The one table of endpoints (§4), which routing, scope checks and conformance read; nothing else names a
// path of the API.
import type { EndpointDescription } from "./endpoint.ts";
import { CHECKOUT_LINKS } from "./endpoints/checkout-links.ts";
import { ORDERS } from "./endpoints/orders.ts";
import { PING } from "./endpoints/ping.ts";
import { PRODUCTS } from "./endpoints/products.ts";

export const ENDPOINTS = {
  ping: PING,
  products: PRODUCTS,
  orders: ORDERS,
  "checkout-links": CHECKOUT_LINKS,
} as const;

export type EndpointName = keyof typeof ENDPOINTS;
export const ENDPOINT_NAMES = Object.keys(ENDPOINTS) as EndpointName[];

/** A row of the table. */
export interface Endpoint extends EndpointDescription {
  readonly name: EndpointName;
}
