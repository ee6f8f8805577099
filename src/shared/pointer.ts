// JSON pointers (RFC 6901): the location of a value in JSON, like `/orders/0/product`.

/** Creates a pointer from keys; empty for the whole document. */
export function pointerTo(keys: readonly unknown[]): string {
  return keys.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
