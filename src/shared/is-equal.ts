// Compares plain data by value.

/** Whether two values are equal. Objects, lists and maps are compared by their content. Some fields may be ignored. */
export function isEqual(a: unknown, b: unknown, ignored: readonly string[] = []): boolean {
  if (a === b) return true;
  if (!isObject(a) || !isObject(b) || kindOf(a) !== kindOf(b)) return false;
  if (a instanceof Map && b instanceof Map) return isEqual([...a], [...b], ignored);
  const namesOf = (value: object) => Object.keys(value).filter((name) => !ignored.includes(name));
  const names = namesOf(a);
  return (
    names.length === namesOf(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isEqual(a[name], b[name], ignored))
  );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const kindOf = (value: object) =>
  Array.isArray(value) ? "list" : value instanceof Map ? "map" : "object";
