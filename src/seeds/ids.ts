// Ids of entries that give none: UUIDv5 of their names, so that they are the same on every machine.
import { v5 } from "uuid";

/** The namespace of merchants' slugs. */
const ROOT_NAMESPACE = "6d657263-6861-4e74-8d73-616e64626f78";

/** Derives the id of a name within a namespace, which is itself an id. */
export function deriveId(name: string, namespace: string): string {
  // Why: encoded here, text with half a surrogate pair is no reason to throw.
  return v5(new TextEncoder().encode(name), bytesOf(namespace));
}

/** The id of a merchant: as given, else made from the slug. */
export function idOfMerchant({
  slug,
  id,
}: {
  readonly slug: string;
  readonly id?: string;
}): string {
  return idOf(id, slug, ROOT_NAMESPACE);
}

/** The id of a product: as given, else made from its public code within its merchant's id. */
export function idOfProduct(
  { publicCode, id }: { readonly publicCode: string; readonly id?: string | undefined },
  merchantId: string,
): string {
  return idOf(id, `product:${publicCode}`, merchantId);
}

/** An id as given, else made from a name within a namespace. */
// Contract: §2, ids are UUIDs; they are answered in lower case.
function idOf(given: string | undefined, name: string, namespace: string): string {
  return given?.toLowerCase() ?? deriveId(name, namespace);
}

// Why: given as text, a namespace must be of a known UUID version; a merchant's own id need not be.
function bytesOf(uuid: string): Uint8Array {
  const hex = uuid.replaceAll("-", "");
  return Uint8Array.from({ length: 16 }, (_, n) =>
    Number.parseInt(hex.slice(2 * n, 2 * n + 2), 16),
  );
}
