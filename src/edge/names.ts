// The names of worlds at the edge: the name that the caller chose, followed by random characters. Whoever knows the
// name can call the world's API and see its shop, but nothing else.
import * as v from "valibot";

/** 32 characters, so that each stands for five bits: 130 in all. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 26;

const MADE = new RegExp(`^[a-z0-9][a-z0-9._-]{0,35}-[${ALPHABET}]{${LENGTH}}$`);

/** The part of a name that the caller chooses. The whole name is at most as long as a label of a host name. */
export const OwnNameSchema = v.pipe(
  v.string("text"),
  v.regex(
    /^[a-z0-9][a-z0-9._-]{0,35}$/,
    "1 to 36 lower-case letters, digits, dots, hyphens and underscores, the first a letter or digit",
  ),
  v.description("The beginning of its name. The rest is random, so that it cannot be guessed."),
);

/** Creates the name of a world. */
export function randomName(own = "w"): string {
  return `${own}-${randomText()}`;
}

/** Creates a random text that cannot be guessed. */
export function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

/** Whether a text is a valid world name. */
export const isMadeName = (name: string) => MADE.test(name);
