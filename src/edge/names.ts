// What worlds at the edge are called: as their maker says, and behind it what nobody guesses. Who knows the
// name may ask its API and see its shop, and no more.
import * as v from "valibot";

/** Of 32 signs, so that each stands for five bits: 130 in all. */
const SIGNS = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 26;

const MADE = new RegExp(`^[a-z0-9][a-z0-9._-]{0,35}-[${SIGNS}]{${LENGTH}}$`);

/** The part of a name that its maker chooses; with the rest it is as long as a part of a host's name may be. */
export const OwnNameSchema = v.pipe(
  v.string("text"),
  v.regex(
    /^[a-z0-9][a-z0-9._-]{0,35}$/,
    "1 to 36 small letters, digits, dots, hyphens and underscores, the first a letter or digit",
  ),
  v.description("What its name begins with; the rest is made up, so that nobody guesses it."),
);

/** Makes the name of a world up. */
export function makeUpName(own = "w"): string {
  return `${own}-${makeUp()}`;
}

/** Makes up a text that nobody guesses. */
export function makeUp(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => SIGNS[byte % SIGNS.length]).join("");
}

/** Tells whether a world may be called so. */
export const mayBeMade = (name: string) => MADE.test(name);
