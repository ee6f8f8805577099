// Mappings: plain objects among parsed values.

export type Mapping = Record<string, unknown>;

/** Tells a mapping from a list and from plain values. */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Gives a mapping a field. */
// Why: assigning to `__proto__` would set the prototype and lose the field.
export function define(mapping: Mapping, key: string, value: unknown): void {
  if (key !== "__proto__") mapping[key] = value;
  else Object.defineProperty(mapping, key, { value, enumerable: true });
}
