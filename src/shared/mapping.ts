// Mappings: plain objects in parsed data.

export type Mapping = Record<string, unknown>;

/** Whether a value is a mapping, and not a list or a plain value. */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Sets a field of a mapping. */
// Why: assigning to `__proto__` would set the prototype and lose the field.
export function define(mapping: Mapping, key: string, value: unknown): void {
  if (key !== "__proto__") mapping[key] = value;
  else Object.defineProperty(mapping, key, { value, enumerable: true });
}
