// JSON pointers (RFC 6901): the place of a value in JSON, like `/orders/0/product`.

/** Makes the pointer to what some keys lead to, one after the other; empty for the whole. */
export function pointerTo(keys: readonly unknown[]): string {
  return keys.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
