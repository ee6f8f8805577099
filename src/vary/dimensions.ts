// The table of dimensions: everything that `vary` changes. What the specification forbids is not in it.
import type { Dimension } from "./dimension.ts";
import { CATALOG } from "./dimensions/catalog.ts";
import { ERROR_DIMENSIONS } from "./dimensions/errors.ts";
import { LISTS } from "./dimensions/lists.ts";
import { networkDimensions } from "./dimensions/network.ts";
import { TIMES } from "./dimensions/time.ts";
import { VALUES } from "./dimensions/values.ts";

export interface DimensionOptions {
  /** Names of dimensions or groups. Default: all. */
  readonly only?: readonly string[] | undefined;
  readonly without?: readonly string[] | undefined;
  /** Multiplies delays. Default: 1. */
  readonly delayScale?: number | undefined;
}

/** A dimension of one of the groups. */
export interface GroupedDimension extends Dimension {
  readonly group: string;
}

/** The dimensions that were chosen. Throws a `RangeError` on a name that none has, or if none is left. */
export function selectDimensions({
  only,
  without = [],
  delayScale = 1,
}: DimensionOptions = {}): readonly GroupedDimension[] {
  const groups = {
    lists: LISTS,
    values: VALUES,
    errors: ERROR_DIMENSIONS,
    network: networkDimensions(delayScale),
    time: TIMES,
    catalog: CATALOG,
  };
  const all = Object.entries(groups).flatMap(([group, dimensions]) =>
    dimensions.map((dimension) => ({ ...dimension, group })),
  );
  const known = new Set(all.flatMap(({ name, group }) => [name, group]));
  const wrong = [...(only ?? []), ...without].find((name) => !known.has(name));
  if (wrong !== undefined) {
    throw new RangeError(`there is no dimension or group ${JSON.stringify(wrong)}`);
  }
  const isNamed = ({ name, group }: GroupedDimension, names: readonly string[]) =>
    names.includes(name) || names.includes(group);
  const chosen = all.filter(
    (dimension) => (only === undefined || isNamed(dimension, only)) && !isNamed(dimension, without),
  );
  // Why: a variation has at least one difference, and would be sought forever.
  if (chosen.length === 0) throw new RangeError("no dimension is left to vary");
  return chosen;
}
