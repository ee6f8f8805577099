// Finds where two values of JSON differ.
import { isMapping } from "../../shared/mapping.ts";
import { pointerTo } from "../../shared/pointer.ts";

interface Difference {
  /** A JSON pointer. */
  readonly pointer: string;
  /** What is there; undefined if nothing is. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Finds the first difference of two values of JSON; undefined if they are equal. */
export function firstDifference(
  before: unknown,
  after: unknown,
  path: readonly (string | number)[] = [],
): Difference | undefined {
  if (Object.is(before, after)) return undefined;
  const areAlike =
    Array.isArray(before) === Array.isArray(after) && [before, after].every(isStructured);
  if (!areAlike) return { pointer: pointerTo(path), before, after };
  const [a, b] = [Object(before), Object(after)];
  for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const different = firstDifference(a[name], b[name], [...path, name]);
    if (different !== undefined) return different;
  }
  return undefined;
}

const isStructured = (value: unknown) => Array.isArray(value) || isMapping(value);
