// The error if a world does not have something, with a suggestion.
import { closestMatch } from "../shared/closest-match.ts";
import type { World } from "./world.ts";
import { WorldError } from "./world-error.ts";

// Why: each name is compared with the unknown one, and a world may have a hundred thousand orders.
const MOST_COMPARED = 1_000;
const MOST_SHOWN = 8;
const MOST_MISTAKES = 2;

interface NotFound {
  readonly name: string;
  /** The name to show if no known name is similar, masked if it may be a secret. */
  readonly masked?: string;
  readonly known: Iterable<string>;
}

/** Creates the error. */
export function notFound(
  { name: world }: Pick<World, "name">,
  noun: string,
  { name, masked, known }: NotFound,
): WorldError {
  const names = [...known];
  const compared = names.slice(0, MOST_COMPARED);
  const near = closestMatch(name, compared, Math.min(MOST_MISTAKES, Math.ceil(name.length / 3)));
  const shown = near === undefined ? (masked ?? name) : name;
  const hint = near === undefined ? listNames(names) : `Did you mean \`${near}\`?`;
  return new WorldError("not-found", `There is no ${noun} ${shown} in the world ${world}. ${hint}`);
}

function listNames(names: readonly string[]): string {
  if (names.length === 0) return "It has none.";
  const more = names.length > MOST_SHOWN ? `, and ${names.length - MOST_SHOWN} more` : "";
  return `Known: ${names.slice(0, MOST_SHOWN).join(", ")}${more}.`;
}
