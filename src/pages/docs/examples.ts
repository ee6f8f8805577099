// Examples from the world: a key that works, and the API's response to it.
import { type BodyDescription, exampleOf } from "../../contract/endpoint.ts";
import { PUBLISHED } from "../../contract/endpoints/products.ts";
import type { Endpoint } from "../../contract/endpoints.ts";
import type { Key, Merchant } from "../../model/state.ts";
import { findGoodKey } from "../../world/keys.ts";
import type { World } from "../../world/world.ts";
import type { PageEnv } from "../layout/page-env.ts";

export interface Example {
  /** Undefined if the world has no key at all. */
  readonly key: string | undefined;
  readonly body: object | undefined;
  readonly response: unknown;
  /** How many items the whole list has, if the response shows only the first ones. */
  readonly total?: number;
  /** Why the response is not from this world. */
  readonly note?: string;
}

/** Returns an endpoint's response body to a key without changing the world; undefined if the response is an error. */
export type Preview = (
  env: PageEnv,
  endpoint: Endpoint,
  key: Key,
  body: object | undefined,
) => Promise<unknown>;

/** How many items an example shows of a list. */
export const SHOWN_ITEMS = 2;

/** Creates the example of an endpoint in a world. */
export async function createExample(
  env: PageEnv,
  endpoint: Endpoint,
  preview: Preview,
): Promise<Example> {
  const { world } = env;
  const { name, request } = endpoint;
  const described = exampleOf(endpoint.response);
  const key = findGoodKey(world, endpoint);
  if (key === undefined) {
    const [other] = world.state.keys.keys();
    const note =
      "No key of this world can use this endpoint, so every request gets an error. With a suitable key, the response looks like this.";
    return { key: other, body: request && exampleOf(request), response: described, note };
  }
  const body = request && fillRequest(request, world, key.merchant);
  const response = await preview(env, endpoint, key, body);
  const example = { key: key.key, body, response };
  const instead = (note: string) => ({ ...example, response: described, note });
  const { name: owner } = key.merchant;
  if (response === undefined) {
    return instead(
      `${owner} has no published product in this world, so every id gets 404. With a product, the response looks like this.`,
    );
  }
  if (!Array.isArray(response)) return example;
  if (response.length === 0) {
    return instead(
      `${owner} has no ${name} in this world, so the response is \`[]\`. With ${name}, it looks like this.`,
    );
  }
  if (response.length <= SHOWN_ITEMS) return example;
  return { ...example, response: response.slice(0, SHOWN_ITEMS), total: response.length };
}

/** Creates a request for a published product of the merchant, if there is one. */
function fillRequest(request: BodyDescription, world: World, merchant: Merchant): object {
  const all = [...world.state.products.values()];
  const product = all.find((one) => one.merchant === merchant && one.status === PUBLISHED);
  return { ...exampleOf(request), ...(product && { productId: product.id }) };
}
