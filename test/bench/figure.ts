// A figure: what was measured, what it was compared with, and what it should be.
import type { Pair } from "./pairs.ts";
import { type Spread, spreadOf } from "./statistics.ts";
import type { Target } from "./targets.ts";

/** A line of the report. Its target is one of the ratio, or of the value where there is none. */
export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly measured: Spread;
  readonly limit?: {
    readonly what: string;
    readonly value: Spread;
    /** Of the ratios of the pairs, not the ratio of the medians. */
    readonly ratio: Spread;
  };
  readonly target?: Target;
  /** All that was measured: values, or pairs of a value and the limit's. */
  readonly samples: readonly number[] | readonly (readonly [measured: number, limit: number])[];
}

/** A line for what could not be measured. */
export interface Gap {
  readonly what: string;
  readonly why: string;
}

export type Row = Figure | Gap;

export interface Label {
  readonly what: string;
  readonly unit: string;
  readonly target?: Target | undefined;
}

/** Makes the figure of what was measured in pairs. */
export function compare(
  { target, ...label }: Label,
  limit: string,
  pairs: readonly Pair<number>[],
): Figure {
  return {
    ...label,
    measured: spreadOf(pairs.map(({ ours }) => ours)),
    limit: {
      what: limit,
      value: spreadOf(pairs.map((pair) => pair.limit)),
      ratio: spreadOf(pairs.map((pair) => pair.ours / pair.limit)),
    },
    ...(target && { target }),
    samples: pairs.map((pair) => [pair.ours, pair.limit] as const),
  };
}

/** Makes the figure of what stands for itself. */
export function state({ target, ...label }: Label, samples: readonly number[]): Figure {
  return {
    ...label,
    measured: spreadOf(samples),
    ...(target && { target }),
    samples,
  };
}

/** Formats a count, as in 100,000. */
export const formatCount = (count: number) => count.toLocaleString("en");
