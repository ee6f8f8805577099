// What a list of figures comes to: its middle, and how far its middle half reaches.

/** The median, and the first and third quartile. */
export interface Spread {
  readonly low: number;
  readonly median: number;
  readonly high: number;
}

/** Sums figures up. Of none, all three are NaN. */
export function spreadOf(figures: readonly number[]): Spread {
  const sorted = figures.toSorted((a, b) => a - b);
  return { low: at(sorted, 0.25), median: at(sorted, 0.5), high: at(sorted, 0.75) };
}

/** The middle of figures. */
export function median(figures: readonly number[]): number {
  return spreadOf(figures).median;
}

/** The value at a part of the way through sorted figures, between two of them where need be. */
function at(sorted: readonly number[], part: number): number {
  const place = part * (sorted.length - 1);
  const [below = Number.NaN, above = below] = sorted.slice(Math.floor(place));
  return below + (above - below) * (place % 1);
}
