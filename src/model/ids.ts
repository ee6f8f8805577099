// Ids of entries that give none: UUIDv5 of their names, so that they are the same on every machine.
import { sha1 } from "@noble/hashes/legacy.js";
import { concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { EMBEDDED_IDS } from "../seeds/embedded-ids.ts";

/** A name within a namespace, which is itself an id. */
interface Name {
  readonly namespace: string;
  readonly name: string;
}

/** The namespace of merchants' slugs. */
const ROOT_NAMESPACE = "6d657263-6861-4e74-8d73-616e64626f78";

/** Derives the id of a name within a namespace. */
export function deriveId(name: string, namespace: string): string {
  return hashName({ namespace, name });
}

/** The id of a merchant: as given, else made from the slug. */
export function idOfMerchant(merchant: {
  readonly slug: string;
  readonly id?: string | undefined;
}): string {
  return idOf(merchant.id, nameOfMerchant(merchant));
}

/** The id of a product: as given, else made from its public code within its merchant's id. */
export function idOfProduct(
  product: { readonly publicCode: string; readonly id?: string | undefined },
  merchantId: string,
): string {
  return idOf(product.id, nameOfProduct(product, merchantId));
}

/** What the id of a merchant is derived from. */
export const nameOfMerchant = ({ slug }: { readonly slug: string }): Name => ({
  namespace: ROOT_NAMESPACE,
  name: slug,
});

/** What the id of a product is derived from. */
export const nameOfProduct = (
  { publicCode }: { readonly publicCode: string },
  merchantId: string,
): Name => ({ namespace: merchantId, name: `product:${publicCode}` });

/** Joins a name with its namespace. */
export const joinName = ({ namespace, name }: Name): string => `${namespace}/${name}`;

/** Hashes a name within its namespace into a UUIDv5 (RFC 9562 §5.5). */
// Why: not by a library of UUIDs, which takes hashes from the runtime: loading these takes longer than all
// that is made of the seeds. And a merchant's own id need not be of a UUID version that one knows.
export function hashName({ namespace, name }: Name): string {
  const space = hexToBytes(namespace.replaceAll("-", ""));
  const id = sha1(concatBytes(space, utf8ToBytes(name))).subarray(0, 16);
  id[6] = ((id[6] ?? 0) & 0x0f) | 0x50;
  id[8] = ((id[8] ?? 0) & 0x3f) | 0x80;
  // Why: the hashes' own way to write hex has a table made at each start.
  const hex = Array.from(id, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** An id as given, else made from a name. */
// Contract: §2, ids are UUIDs; they are answered in lower case.
function idOf(given: string | undefined, name: Name): string {
  return given?.toLowerCase() ?? EMBEDDED_IDS[joinName(name)] ?? hashName(name);
}
