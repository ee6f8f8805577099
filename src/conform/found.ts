// The products that checks work on, found in what the server lists. It reads no more of an item
// than it needs, so that a slip in a list fails the checks of lists alone.
import * as v from "valibot";
import { PUBLISHED } from "../contract/product.ts";
import type { Answer, Client, ListName } from "./client.ts";
import { expectBody, expectStatus } from "./expect.ts";
import { Skipped } from "./mismatch.ts";
import type { KeyName } from "./target.ts";

const FoundSchema = v.object({ id: v.string(), publicCode: v.string(), status: v.string() });
const IdSchema = v.object({ id: v.string() });

export type Found = v.InferOutput<typeof FoundSchema>;

/** Finds a published product of the full key's merchant, one with an odd public code first. */
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
  const product = (await productsOf(client, "otherMerchant")).find(isPublished);
  return product ?? skip("the other merchant lists no published product");
}

/** Asks for the link of a product. */
export function link(client: Client, productId: string, key: KeyName = "full"): Promise<Answer> {
  return client.post(JSON.stringify({ productId }), { key });
}

/** Returns the ids that a key's list holds. */
export async function listedIds(client: Client, list: ListName, key: KeyName): Promise<string[]> {
  const answer = await client.first(list, key);
  expectStatus(answer, 200);
  return expectBody(answer, v.array(IdSchema)).map(({ id }) => id.toLowerCase());
}

/** Returns the id of a key's merchant, in lower case. */
export async function merchantOf(client: Client, key: KeyName): Promise<string> {
  const answer = await client.first("ping", key);
  expectStatus(answer, 200);
  return expectBody(answer, v.object({ merchantId: v.string() })).merchantId.toLowerCase();
}

async function productsOf(client: Client, key: KeyName): Promise<Found[]> {
  const answer = await client.first("products", key);
  expectStatus(answer, 200);
  return expectBody(answer, v.array(FoundSchema));
}

function isPublished(product: Found): boolean {
  return product.status === PUBLISHED;
}

function skip(reason: string): never {
  throw new Skipped(reason);
}
