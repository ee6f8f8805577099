// What worlds at the edge are called: as their maker says, followed by what nobody guesses. Who knows the
// name may ask its API and see its shop, and no more.
import * as v from "valibot";

/** 32 characters, so that each stands for five bits: 130 in all. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 26;

const MADE = new RegExp(`^[a-z0-9][a-z0-9._-]{0,35}-[${ALPHABET}]{${LENGTH}}$`);

/** The part of a name that its maker chooses; with the rest it is as long as a part of a host's name may be. */
export const OwnNameSchema = v.pipe(
  v.string("text"),
  v.regex(
    /^[a-z0-9][a-z0-9._-]{0,35}$/,
    "1 to 36 lower-case letters, digits, dots, hyphens and underscores, the first a letter or digit",
  ),
  v.description("The beginning of its name. The rest is random, so that it cannot be guessed."),
);

/** Makes the name of a world. */
export function randomName(own = "w"): string {
  return `${own}-${randomText()}`;
}

/** Makes a text that nobody guesses. */
export function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

/** Whether a text is a valid world name. */
export const isMadeName = (name: string) => MADE.test(name);
