// Finds the name that a misspelt one probably means, for error messages.
import { distance } from "fastest-levenshtein";

/** Finds the nearest name to a misspelt one, at most `reach` letters away; undefined where none is. */
export function closestMatch(
  name: string,
  names: Iterable<string>,
  reach = Math.max(1, Math.floor(name.length / 3)),
): string | undefined {
  let best: string | undefined;
  // Why: a name of one letter is near to none; all of it would have to change.
  let bestDistance = Math.min(reach + 1, name.length);
  for (const candidate of names) {
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const steps = countSteps(name.toLowerCase(), candidate.toLowerCase());
    if (steps < bestDistance) [best, bestDistance] = [candidate, steps];
  }
  return best;
}

/** Suggests the nearest name to a misspelt one, where one is near. */
export function suggest(name: string, names: Iterable<string>): string | undefined {
  const near = closestMatch(name, names);
  return near && `Did you mean \`${near}\`?`;
}

/** Counts the slips between two words: a letter too many, too few or wrong, or two that swapped. */
function countSteps(a: string, b: string): number {
  const at = a.length === b.length ? a.split("").findIndex((letter, n) => letter !== b[n]) : -1;
  const isSwap =
    at !== -1 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
  return isSwap ? 1 : distance(a, b);
}
