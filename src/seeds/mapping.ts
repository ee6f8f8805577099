// What a mapping is, among the values that a text can hold.

export type Mapping = Record<string, unknown>;

/** Tells a mapping from a list and from plain values. */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
