// Random texts, for names and secrets that nobody guesses.

/** 32 characters, so that each has five bits: 130 in all. */
export const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
export const LENGTH = 26;

/** Makes a text that nobody guesses. */
export function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}
