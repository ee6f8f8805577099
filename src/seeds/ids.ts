// Ids of entries that give none: UUIDv5 of their names, so that they are the same on every machine.
import { EMBEDDED_IDS } from "./embedded-ids.ts";
import { sha1 } from "./sha1.ts";

/** A name within a namespace, which is itself an id. */
interface Name {
  readonly namespace: string;
  readonly name: string;
}

/** The namespace of merchants' slugs. */
const ROOT_NAMESPACE = "6d657263-6861-4e74-8d73-616e64626f78";

const encoder = new TextEncoder();

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
export function hashName({ namespace, name }: Name): string {
  const [a, b, c, d] = sha1(joinBytes(namespace, encoder.encode(name)));
  const words = [a, (b & 0xffff0fff) | 0x5000, (c & 0x3fffffff) | 0x80000000, d];
  const hex = words.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** An id as given, else made from a name. */
// Contract: §2, ids are UUIDs; they are answered in lower case.
function idOf(given: string | undefined, name: Name): string {
  return given?.toLowerCase() ?? EMBEDDED_IDS[joinName(name)] ?? hashName(name);
}

// Why: read by hand, as a merchant's own id need not be of a known UUID version.
function joinBytes(uuid: string, name: Uint8Array): Uint8Array {
  const hex = uuid.replaceAll("-", "");
  const bytes = new Uint8Array(16 + name.length);
  bytes.set(name, 16);
  const view = new DataView(bytes.buffer);
  for (let n = 0; n < 16; n += 4) {
    view.setUint32(n, Number.parseInt(hex.slice(2 * n, 2 * n + 8), 16));
  }
  return bytes;
}
