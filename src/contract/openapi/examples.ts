// Example bodies of requests and answers: what the embedded seeds give to the key `mst_acme_full` at nine
// o'clock on 17 October 2026.

import type { EndpointName } from "../endpoints.ts";
import { ERRORS, type ErrorBody, type ErrorCode, type Issue } from "../errors.ts";
import type { CheckoutLink, Order, Ping, Product } from "../schemas.ts";

const ATLAS = "a71a5000-0000-4000-8000-000000000001";
const NOVEL = "27c9404f-f2d1-525d-bfca-b580d8175d1c";

export const EXAMPLE_REQUEST_ID = "req_1ohaumh_00003";

/** What each endpoint takes. */
export const EXAMPLE_REQUESTS = {
  "checkout-links": { productId: ATLAS },
} as const satisfies Partial<Record<EndpointName, object>>;

/** What each endpoint answers; of the lists, the first two. */
export const EXAMPLE_ANSWERS: {
  readonly ping: Ping;
  readonly products: readonly Product[];
  readonly orders: readonly Order[];
  readonly "checkout-links": CheckoutLink;
} = {
  ping: {
    merchantId: "34c2fa96-319c-5b87-8de7-a8ca2adca3c2",
    scopes: ["catalog:read", "orders:read", "checkout:links"],
    environment: "SANDBOX",
    liveEnabled: false,
  },
  products: [
    { id: ATLAS, publicCode: "ATLAS-1", status: "PUBLISHED", currency: "EUR", version: 4 },
    { id: NOVEL, publicCode: "NOVEL-PB", status: "PUBLISHED", currency: "EUR", version: 2 },
  ],
  orders: [
    {
      id: "505e9ac8-1f98-53b6-b5ff-f29b4cacaeaf",
      productId: ATLAS,
      state: "PAID",
      currency: "EUR",
      amountMinor: "4900",
      refundedMinor: "0",
      createdAt: "2026-10-17T08:56:00.000Z",
    },
    {
      id: "a5a5d2ee-a8ab-58ef-8bc0-92a854fa2114",
      productId: NOVEL,
      state: "PENDING",
      currency: "EUR",
      amountMinor: "1400",
      refundedMinor: "0",
      createdAt: "2026-10-17T07:00:00.000Z",
    },
  ],
  "checkout-links": {
    productId: ATLAS,
    productUrl: "http://127.0.0.1:4701/p/ATLAS-1",
    checkoutUrl: `http://127.0.0.1:4701/checkout/${ATLAS}`,
    environment: "SANDBOX",
    note: "No charge was initiated. The price is calculated and the order created at the hosted checkout.",
  },
};

/** Makes the body of an error as an example of it. */
export function createExampleError(code: ErrorCode, ...issues: Issue[]): ErrorBody {
  const { message } = ERRORS[code];
  return {
    error: {
      code,
      message,
      requestId: EXAMPLE_REQUEST_ID,
      ...(issues.length > 0 && { issues }),
    },
  };
}
