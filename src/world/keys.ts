// What a world makes of a key: whether it may be used now, and how it is shown to people.
import type { Key } from "../model/state.ts";

/** Tells why a key is refused at a time (Unix milliseconds); undefined where it is good (§5.3). */
export function refusalOf(key: Key, now: number): "revoked" | "expired" | undefined {
  if (key.status === "revoked") return "revoked";
  return key.expiresAt !== undefined && key.expiresAt <= now ? "expired" : undefined;
}

/** Masks a token for logs: its first four and last two characters, nothing of a short one. */
export function maskKey(token: string): string {
  return token.length < 8 ? "…" : `${token.slice(0, 4)}…${token.slice(-2)}`;
}
