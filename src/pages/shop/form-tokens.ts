// The signed token in a checkout form. It identifies the form, so that one form creates one order, and other
// sites cannot forge it.
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { UUID } from "../../shared/patterns.ts";

export interface FormTokens {
  /** Creates the token of a form for a product of a world. */
  sign(world: string, productId: string, form: string): Promise<string>;
  /** Returns the form's id from its token; undefined if the token is not signed with this secret. */
  read(token: string, world: string, productId: string): Promise<string | undefined>;
}

const HMAC = { name: "HMAC", hash: "SHA-256" };
const TOKEN = new RegExp(`^(${UUID})\\.((?:[\\da-f]{2}){32})$`);

/** Creates tokens with a secret. With the default, a random secret, tokens of other processes are not valid. */
export function createFormTokens(
  secret: Uint8Array<ArrayBuffer> = crypto.getRandomValues(new Uint8Array(32)),
): FormTokens {
  const importKey = () => crypto.subtle.importKey("raw", secret, HMAC, false, ["sign", "verify"]);
  const bytesOf = (...values: readonly string[]) =>
    new TextEncoder().encode(JSON.stringify(values));
  return {
    async sign(world, productId, form) {
      const signed = bytesOf(world, productId, form);
      const signature = await crypto.subtle.sign("HMAC", await importKey(), signed);
      return `${form}.${bytesToHex(new Uint8Array(signature))}`;
    },
    async read(token, world, productId) {
      const [, form, signature] = TOKEN.exec(token) ?? [];
      if (form === undefined || signature === undefined) return undefined;
      const signed = bytesOf(world, productId, form);
      const key = await importKey();
      const isOurs = await crypto.subtle.verify("HMAC", key, hexToBytes(signature), signed);
      return isOurs ? form : undefined;
    },
  };
}
