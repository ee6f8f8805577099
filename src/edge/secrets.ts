// Tokens and secrets: finding them in requests in constant time, and hashing them. Only hashes are stored,
// except in the list of a team, which returns the secrets of worlds made with PUT.
import { bytesToHex } from "@noble/hashes/utils.js";
import { isSame, readToken } from "../control/guard.ts";
import type { ControlToken } from "./settings.ts";

/** Hashes a text. The text cannot be guessed from the hash if it is random or long. */
export async function hashOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return bytesToHex(new Uint8Array(bytes));
}

/** Returns the control token of a request if it is one of these. */
export async function findToken(
  request: Request,
  tokens: readonly ControlToken[],
): Promise<ControlToken | undefined> {
  const received = readToken(request);
  if (received === undefined) return undefined;
  // Why: each is compared, so that the time does not tell which one it is.
  const same = await Promise.all(tokens.map(({ token }) => isSame(received, token)));
  return tokens[same.indexOf(true)];
}

/** The name of whom a token belongs to: its team, or its hash. */
export async function ownerOf({ team, token }: ControlToken): Promise<string> {
  return team === undefined ? hashOf(token) : `team ${team}`;
}

/** The same request with the hash of its token in the token's place, as the sandbox knows it by that. */
export async function withHashedToken(request: Request): Promise<Request> {
  const received = readToken(request);
  return received === undefined ? request : withToken(request, await hashOf(received));
}

/** Returns the same request with another token. */
export function withToken(request: Request, token: string): Request {
  const headers = new Headers(request.headers);
  headers.set("Authorization", `Bearer ${token}`);
  return new Request(request, { headers });
}
