// Two texts side by side, line by line: the longest common subsequence of their lines.

/** Two lines that are next to each other; null where the other text has one more. */
export type LinePair = readonly [before: string | null, after: string | null];

// Why: the table of the subsequence has as many cells; beyond it, what lies between the equal ends is shown as changed.
const MOST_CELLS = 4_000_000;

/** Pairs the lines of two texts: equal ones with each other, and changed ones in their order. */
export function diffLines(before: string, after: string): LinePair[] {
  const [a, b] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const same = (lines: string[]): LinePair[] => lines.map((line) => [line, line]);
  return [
    ...same(a.slice(0, start)),
    ...diffMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...same(a.slice(a.length - end)),
  ];
}

function diffMiddle(a: readonly string[], b: readonly string[]): LinePair[] {
  const width = b.length + 1;
  if ((a.length + 1) * width > MOST_CELLS) return zip(a, b);
  // How long the longest common subsequence is of what follows each pair of lines.
  const lengths = new Uint16Array((a.length + 1) * width);
  const length = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const isSame = a[i] === b[j];
      lengths[i * width + j] = isSame
        ? length(i + 1, j + 1) + 1
        : Math.max(length(i + 1, j), length(i, j + 1));
    }
  }
  const pairs: LinePair[] = [];
  let [i, j, fromA, fromB] = [0, 0, 0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] !== b[j]) {
      if (length(i + 1, j) >= length(i, j + 1)) i++;
      else j++;
      continue;
    }
    pairs.push(...zip(a.slice(fromA, i), b.slice(fromB, j)), [a[i] ?? "", b[j] ?? ""]);
    fromA = ++i;
    fromB = ++j;
  }
  return [...pairs, ...zip(a.slice(fromA), b.slice(fromB))];
}

function zip(a: readonly string[], b: readonly string[]): LinePair[] {
  const longer = a.length > b.length ? a : b;
  return longer.map((_, n) => [a[n] ?? null, b[n] ?? null]);
}
