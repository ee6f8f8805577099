// The data that checks use: the products, ids and merchants that a server lists. Invalid items are
// ignored, so that a mistake in a list fails only the checks of that list.
import * as v from "valibot";
import { PUBLISHED } from "../contract/endpoints/products.ts";
import type { EndpointName } from "../contract/endpoints.ts";
import type { CallOptions, Client, ListEndpoint } from "./client.ts";
import type { ReceivedResponse } from "./exchange.ts";
import { Skipped } from "./mismatch.ts";
import type { KeyName } from "./server.ts";

const FoundSchema = v.object({ id: v.string(), publicCode: v.string(), status: v.string() });
const IdSchema = v.object({ id: v.string() });
const OwnerSchema = v.object({ merchantId: v.string() });

type Found = v.InferOutput<typeof FoundSchema>;

/** Finds a published product of the full key's merchant, preferably with a public code that needs encoding. */
export async function publishedProduct(client: Client): Promise<Found> {
  const all = (await productsOf(client, "full")).filter(isPublished);
  const product = all.find(({ publicCode }) => encodeURIComponent(publicCode) !== publicCode);
  return product ?? all[0] ?? skip("the merchant lists no published product");
}

/** Finds a product of the full key's merchant that is not published. */
export async function unpublishedProduct(client: Client): Promise<Found> {
  const product = (await productsOf(client, "full")).find((each) => !isPublished(each));
  return product ?? skip("the merchant lists no unpublished product");
}

/** Finds a published product of another merchant. */
export async function foreignProduct(client: Client): Promise<Found> {
  const own = new Set(await listedIds(client, "products"));
  const foreign = (await productsOf(client, "otherMerchant")).filter(
    ({ id }) => !own.has(id.toLowerCase()),
  );
  const product = foreign.find(isPublished);
  return product ?? skip("the other merchant lists no published product");
}

/** Requests the link of a product. */
export function link(
  client: Client,
  productId: string,
  call: CallOptions = { key: "full" },
): Promise<ReceivedResponse> {
  return client.post(JSON.stringify({ productId }), call);
}

/** Creates the link of a published product, and returns the response, which may have any 2xx status. */
export async function madeLink(client: Client): Promise<ReceivedResponse> {
  const response = await link(client, (await publishedProduct(client)).id);
  const { status, request } = response;
  return status >= 200 && status < 300 ? response : skip(`no link: ${status} to ${request}`);
}

/** Sends a valid request, except that the key may be wrong. */
export async function sendValid(
  client: Client,
  endpoint: EndpointName,
  call: CallOptions,
): Promise<ReceivedResponse> {
  if (endpoint !== "checkout-links") return client.get(endpoint, call);
  const product = await publishedProduct(client).catch(() => undefined);
  return link(client, product?.id ?? crypto.randomUUID(), call);
}

/** Returns the items of a key's list, unchecked. */
export async function itemsOf(
  client: Client,
  list: ListEndpoint,
  key: KeyName = "full",
): Promise<unknown[]> {
  return itemsIn(list, await client.first(list, key));
}

/** Returns the items of the list in a response. */
export function itemsIn(list: ListEndpoint, { json, status }: ReceivedResponse): unknown[] {
  return Array.isArray(json) ? json : skip(`${list} returns ${status} and not a list`);
}

/** Returns the ids in a key's list. */
export async function listedIds(
  client: Client,
  list: ListEndpoint,
  key: KeyName = "full",
): Promise<string[]> {
  const items = await itemsOf(client, list, key);
  return items.filter((item) => v.is(IdSchema, item)).map(({ id }) => id.toLowerCase());
}

/** Whether two keys belong to the same merchant, according to ping. */
export async function isSameMerchant(client: Client, a: KeyName, b: KeyName): Promise<boolean> {
  const owners = [await client.first("ping", a), await client.first("ping", b)].map(({ json }) =>
    v.is(OwnerSchema, json) ? json.merchantId.toLowerCase() : undefined,
  );
  return owners[0] !== undefined && owners[0] === owners[1];
}

async function productsOf(client: Client, key: KeyName): Promise<Found[]> {
  const items = await itemsOf(client, "products", key).catch(() =>
    skip("the list of products is not valid"),
  );
  return items.filter((item) => v.is(FoundSchema, item));
}

function isPublished(product: Found): boolean {
  return product.status === PUBLISHED;
}

function skip(reason: string): never {
  throw new Skipped(reason);
}
