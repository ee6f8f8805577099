// Measuring in adjacent pairs: on a machine with other work, two figures are comparable only where they
// were taken one right after the other.

/** One measurement of ours and one of what it is compared with. */
export interface Pair<Sample> {
  readonly ours: Sample;
  readonly limit: Sample;
}

/** Measures so many pairs; each side is first as often as second. */
export async function inPairs<Sample>(
  count: number,
  ours: () => Promise<Sample>,
  limit: () => Promise<Sample>,
): Promise<Pair<Sample>[]> {
  const pairs: Pair<Sample>[] = [];
  for (let n = 0; n < count; n++) {
    pairs.push(
      n % 2 === 0
        ? { ours: await ours(), limit: await limit() }
        : { limit: await limit(), ours: await ours() },
    );
  }
  return pairs;
}

/** Measures again and again, one after the other. */
export async function repeat<Sample>(count: number, measure: () => Promise<Sample>) {
  const samples: Sample[] = [];
  for (let n = 0; n < count; n++) samples.push(await measure());
  return samples;
}
