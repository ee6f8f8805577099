// Counts attempts by who makes them, from 0 again in each second.

/** Counts one more of a name, and returns how many of it there were in this second. `now` is in Unix milliseconds. */
export type CountPerSecond = (name: string) => number;

/** Makes a counter. */
export function createCountPerSecond(now: () => number): CountPerSecond {
  let second = 0;
  let counts = new Map<string, number>();
  return (name) => {
    const current = Math.floor(now() / 1_000);
    if (current !== second) counts = new Map();
    second = current;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count;
  };
}
