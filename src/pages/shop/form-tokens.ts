// The signed token in a checkout's form. It identifies the form, so that one form makes one order, and other
// sites cannot forge it.
import { UUID } from "../../shared/patterns.ts";

export interface FormTokens {
  /** Makes the token of a form, by its id, for a product of a world. */
  sign(world: string, productId: string, form: string): Promise<string>;
  /** The form that a token was made for, by its name; undefined where it was not made here. */
  read(token: string, world: string, productId: string): Promise<string | undefined>;
}

const HMAC = { name: "HMAC", hash: "SHA-256" };
const TOKEN = new RegExp(`^(${UUID})\\.((?:[\\da-f]{2}){32})$`);

/** Makes tokens with a secret; where it is one of their own, those of another process are stale. */
export function createFormTokens(
  secret: Uint8Array<ArrayBuffer> = crypto.getRandomValues(new Uint8Array(32)),
): FormTokens {
  const importKey = () => crypto.subtle.importKey("raw", secret, HMAC, false, ["sign", "verify"]);
  const bytesOf = (...parts: readonly string[]) => new TextEncoder().encode(JSON.stringify(parts));
  return {
    async sign(world, productId, form) {
      const signed = bytesOf(world, productId, form);
      return `${form}.${toHex(await crypto.subtle.sign("HMAC", await importKey(), signed))}`;
    },
    async read(token, world, productId) {
      const [, form, signature] = TOKEN.exec(token) ?? [];
      if (form === undefined || signature === undefined) return undefined;
      const signed = bytesOf(world, productId, form);
      const key = await importKey();
      const isOurs = await crypto.subtle.verify("HMAC", key, fromHex(signature), signed);
      return isOurs ? form : undefined;
    },
  };
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
