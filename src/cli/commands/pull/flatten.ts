// Flattens responses to values by path, to compare two of them or to search one.

/** A plain value and its path, like `orders[3].state`. */
export type Leaf = readonly [path: string, value: unknown];

/** Two different values at the same path. Undefined means that there is none. */
export interface Difference {
  readonly path: string;
  readonly theirs: unknown;
  readonly ours: unknown;
}

/** Lists the values in a value. Undefined ones are left out. */
export function flatten(value: unknown, path = ""): Leaf[] {
  if (value === undefined) return [];
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) =>
    flatten(inner, joinPath(path, Array.isArray(value) ? Number(name) : name)),
  );
}

/** Lists the differences between two values, in the order of their paths. */
export function findDifferences(theirs: unknown, ours: unknown): Difference[] {
  const [known, given] = [new Map(flatten(theirs)), new Map(flatten(ours))];
  return [...new Set([...known.keys(), ...given.keys()])]
    .map((path) => ({ path, theirs: known.get(path), ours: given.get(path) }))
    .filter((difference) => difference.theirs !== difference.ours);
}

/** Adds the name of a field or the index of an item to a path. */
export function joinPath(path: string, name: unknown): string {
  if (typeof name === "number") return `${path}[${name}]`;
  return path === "" ? String(name) : `${path}.${name}`;
}
