// What each endpoint takes and answers, as schemas (§2, §4).
import * as v from "valibot";
import { CheckoutLinkRequestSchema, CheckoutLinkSchema } from "./checkout-link.ts";
import type { EndpointName } from "./endpoints.ts";
import { LIST_LIMIT } from "./list.ts";
import { OrderSchema } from "./order.ts";
import { PingSchema } from "./ping.ts";
import { ProductSchema } from "./product.ts";

/** The bodies of one endpoint; `request` is undefined where none is read. */
interface Bodies {
  readonly request: v.GenericSchema | undefined;
  readonly response: v.GenericSchema;
}

export const BODIES = {
  ping: { request: undefined, response: PingSchema },
  products: {
    request: undefined,
    response: v.pipe(v.array(ProductSchema), v.maxLength(LIST_LIMIT)),
  },
  orders: {
    request: undefined,
    response: v.pipe(v.array(OrderSchema), v.maxLength(LIST_LIMIT)),
  },
  "checkout-links": { request: CheckoutLinkRequestSchema, response: CheckoutLinkSchema },
} as const satisfies Record<EndpointName, Bodies>;
