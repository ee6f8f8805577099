// Examples from the world: a key that works, and what the API returns to it. They are not requested from the
// API, so they are not in the journal and use no token.

import type { Endpoint, EndpointName } from "../../contract/endpoints.ts";
import type { Listing } from "../../contract/list.ts";
import { EXAMPLE_ANSWERS, EXAMPLE_REQUESTS } from "../../contract/openapi/examples.ts";
import { identityOf, PUBLISHED } from "../../contract/products.ts";
import type { CheckoutLink, Ping } from "../../contract/schemas.ts";
import type { Key } from "../../model/state.ts";
import type { World } from "../../world/world.ts";
import { findGoodKey } from "./try/describe-key.ts";

export interface Example {
  /** Undefined where the world has no key at all. */
  readonly key: string | undefined;
  readonly body: object | undefined;
  readonly answer: unknown;
  /** How many items the list would have that it was cut from. */
  readonly cutFrom?: number;
  /** Why the answer is not this world's. */
  readonly note?: string;
}

interface Given {
  readonly world: World;
  readonly key: Key;
  /** The address of the world's pages. */
  readonly hostedUrl: string;
}

type Made = Omit<Example, "key" | "body"> & { readonly body?: object };

const MAKE: Readonly<Record<EndpointName, (given: Given) => Made>> = {
  ping: greet,
  products: ({ world, key }) => {
    const { items, total } = world.listProducts(key.merchant);
    return cut("product", key, { items: items.map(identityOf), total });
  },
  orders: ({ world, key }) => cut("order", key, world.listOrders(key.merchant)),
  "checkout-links": link,
};

/** How many items of a list an example shows. */
export const SHOWN_ITEMS = 2;

/** Makes the example of an endpoint in a world. */
export function createExample(world: World, endpoint: Endpoint, hostedUrl: string): Example {
  const { name, method } = endpoint;
  const body = method === "POST" ? EXAMPLE_REQUESTS["checkout-links"] : undefined;
  const key = findGoodKey(world, endpoint);
  if (key !== undefined) return { key: key.key, body, ...MAKE[name]({ world, key, hostedUrl }) };
  const [other] = world.state.keys.keys();
  const note =
    "No key of this world is good for this endpoint: it refuses each request. To a good key it would answer like this.";
  return { key: other, body, answer: EXAMPLE_ANSWERS[name], note };
}

function greet({ key: { merchant, scopes } }: Given): Made {
  const answer: Ping = {
    merchantId: merchant.id,
    scopes: [...scopes],
    environment: "SANDBOX",
    liveEnabled: false,
  };
  return { answer };
}

function cut(what: "product" | "order", { merchant }: Key, list: Listing<unknown>): Made {
  const { items, total } = list;
  if (total === 0) {
    const note = `${merchant.name} has no ${what} in this world: the answer is \`[]\`. With some it would be like this.`;
    return { answer: EXAMPLE_ANSWERS[`${what}s`], note };
  }
  const answer = items.slice(0, SHOWN_ITEMS);
  return total > SHOWN_ITEMS ? { answer, cutFrom: items.length } : { answer };
}

function link({ world, key: { merchant }, hostedUrl }: Given): Made {
  const all = [...world.state.products.values()];
  const product = all.find((one) => one.merchant === merchant && one.status === PUBLISHED);
  const example = EXAMPLE_ANSWERS["checkout-links"];
  if (product === undefined) {
    const note = `${merchant.name} has no published product in this world: each id gets 404. With one the answer would be like this.`;
    return { answer: example, note };
  }
  const { id, publicCode } = product;
  const answer: CheckoutLink = {
    ...example,
    productId: id,
    productUrl: `${hostedUrl}/p/${encodeURIComponent(publicCode)}`,
    checkoutUrl: `${hostedUrl}/checkout/${id}`,
  };
  return { body: { productId: id }, answer };
}
