// The names of worlds at the edge: the name that the caller chose, followed by random characters. Whoever knows the
// name can call the world's API and see its shop, but nothing else.
import * as v from "valibot";
import { ALPHABET, LENGTH, randomText } from "../shared/random-text.ts";

const MADE = new RegExp(`^[a-z0-9][a-z0-9-]{0,35}-[${ALPHABET}]{${LENGTH}}$`);

/** The part of a name that the caller chooses. The whole name is at most as long as a label of a host name. */
export const OwnNameSchema = v.pipe(
  v.string("text"),
  v.regex(
    /^[a-z0-9][a-z0-9-]{0,35}$/,
    "1 to 36 lower-case letters, digits and hyphens, the first a letter or digit",
  ),
  v.description("The beginning of its name. The rest is random, so that it cannot be guessed."),
);

/** Creates the name of a world. */
export function randomName(own = "w"): string {
  return `${own}-${randomText()}`;
}

/** Whether a text is a valid world name. */
export const isMadeName = (name: string) => MADE.test(name);
