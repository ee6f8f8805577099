// Finds the closest match of a misspelled name, for error messages.
import { distance } from "fastest-levenshtein";

/** Finds the closest name, with at most `reach` edits; undefined if there is none. */
export function closestMatch(
  name: string,
  names: Iterable<string>,
  reach = Math.max(1, Math.floor(name.length / 3)),
): string | undefined {
  let best: string | undefined;
  // Why: a name of one letter has no close match, because the whole name would have to change.
  let bestDistance = Math.min(reach + 1, name.length);
  for (const candidate of names) {
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const steps = countSteps(name.toLowerCase(), candidate.toLowerCase());
    if (steps < bestDistance) [best, bestDistance] = [candidate, steps];
  }
  return best;
}

/** Suggests the closest name, if there is one. */
export function suggest(name: string, names: Iterable<string>): string | undefined {
  const near = closestMatch(name, names);
  return near && `Did you mean \`${near}\`?`;
}

/** Counts the edits between two words: an extra, missing or wrong letter, or two swapped letters. */
function countSteps(a: string, b: string): number {
  const at = a.length === b.length ? a.split("").findIndex((letter, n) => letter !== b[n]) : -1;
  const isSwap =
    at !== -1 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
  return isSwap ? 1 : distance(a, b);
}
