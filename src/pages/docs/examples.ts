// Examples from the world: a key that works, and what the API returns to it.
import { type BodyDescription, exampleOf } from "../../contract/endpoint.ts";
import { PUBLISHED } from "../../contract/endpoints/products.ts";
import type { Endpoint } from "../../contract/endpoints.ts";
import type { Key, Merchant } from "../../model/state.ts";
import type { World } from "../../world/world.ts";
import type { PageEnv } from "../layout/page-env.ts";
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

/** Returns what an endpoint answers to a key, without a trace in the world; undefined if that is an error. */
export type Preview = (
  env: PageEnv,
  endpoint: Endpoint,
  key: Key,
  body: object | undefined,
) => Promise<unknown>;

/** How many items of a list an example shows. */
export const SHOWN_ITEMS = 2;

/** Makes the example of an endpoint in a world. */
export async function createExample(
  env: PageEnv,
  endpoint: Endpoint,
  preview: Preview,
): Promise<Example> {
  const { world } = env;
  const { name, request, response } = endpoint;
  const described = exampleOf(response);
  const key = findGoodKey(world, endpoint);
  if (key === undefined) {
    const [other] = world.state.keys.keys();
    const note =
      "No key of this world is good for this endpoint: it refuses each request. To a good key it would answer like this.";
    return { key: other, body: request && exampleOf(request), answer: described, note };
  }
  const body = request && fillRequest(request, world, key.merchant);
  const answer = await preview(env, endpoint, key, body);
  const example = { key: key.key, body, answer };
  const instead = (note: string) => ({ ...example, answer: described, note });
  const { name: owner } = key.merchant;
  if (answer === undefined) {
    return instead(
      `${owner} has no published product in this world: each id gets 404. With one the answer would be like this.`,
    );
  }
  if (!Array.isArray(answer)) return example;
  if (answer.length === 0) {
    return instead(
      `${owner} has no ${name} in this world: the answer is \`[]\`. With some it would be like this.`,
    );
  }
  if (answer.length <= SHOWN_ITEMS) return example;
  return { ...example, answer: answer.slice(0, SHOWN_ITEMS), cutFrom: answer.length };
}

/** Makes a request about a published product of the merchant, if there is one. */
function fillRequest(request: BodyDescription, world: World, merchant: Merchant): object {
  const all = [...world.state.products.values()];
  const product = all.find((one) => one.merchant === merchant && one.status === PUBLISHED);
  return { ...exampleOf(request), ...(product && { productId: product.id }) };
}
