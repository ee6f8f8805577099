// Derived ids of entries without one: UUIDv5 of their names, so that they are the same on every machine.
import { sha1 } from "@noble/hashes/legacy.js";
import { concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** The namespace of merchants' slugs. */
const MERCHANTS = "6d657263-6861-4e74-8d73-616e64626f78";

/** Derives the id of a name within a namespace, which is itself a UUID (UUIDv5, RFC 9562 §5.5). */
// Why: a UUID library would load the hash of the runtime, which slows a start down more than all ids. And a
// merchant's own id may be of a version that no library accepts as a namespace.
export function deriveId(name: string, namespace: string): string {
  const space = hexToBytes(namespace.replaceAll("-", ""));
  const id = sha1(concatBytes(space, utf8ToBytes(name))).subarray(0, 16);
  id[6] = ((id[6] ?? 0) & 0x0f) | 0x50;
  id[8] = ((id[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(id, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** The id of a merchant: as given, else derived from its slug. */
// Contract: §2, ids are UUIDs. Responses have them in lower case.
export function idOfMerchant({ slug, id }: { slug: string; id?: string | undefined }): string {
  return id?.toLowerCase() ?? deriveId(slug, MERCHANTS);
}

/** The id of a product: as given, else derived from its public code within its merchant. */
export function idOfProduct(
  { publicCode, id }: { publicCode: string; id?: string | undefined },
  merchantId: string,
): string {
  return id?.toLowerCase() ?? deriveId(`product:${publicCode}`, merchantId);
}

/** The id of an order that has a `ref`, within its merchant. */
export function idOfRef(ref: string, merchantId: string): string {
  return deriveId(`order:${ref}`, merchantId);
}

/** The id of an order that has no `ref`, by its number among the orders of its product, from 1. */
export function idOfNumber(number: number, productId: string): string {
  return deriveId(`order:${number}`, productId);
}
