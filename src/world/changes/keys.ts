// What a merchant's dashboard does with keys (§1.4): create, rotate, revoke.
import * as v from "valibot";
import type { Key } from "../../model/state.ts";
import { COLLECTIONS } from "../../seeds/format/schema.ts";
import type { Layer } from "../../seeds/resolve/layer.ts";
import { formatTime } from "../../shared/times.ts";
import { maskKey } from "../keys.ts";
import type { World } from "../world.ts";
import { WorldError } from "../world-error.ts";
import { freeLimits } from "./free-limits.ts";
import { changeWorld } from "./overlay.ts";

const { key: token, ...fields } = COLLECTIONS.keys.entries;

/** The fields of a key that is created; the token is made up if left out. */
export const NewKeySchema = v.strictObject({ key: v.exactOptional(token), ...fields });
export type NewKey = v.InferOutput<typeof NewKeySchema>;

/** Creates a key. Throws `WorldError` and `InvalidChangeError`. */
export async function createKey(world: World, given: NewKey): Promise<Key> {
  const { key = createToken() } = given;
  const layer = await changeWorld(world, { keys: [{ ...given, key }] }, (beneath) => {
    if (!beneath.keys.has(key)) return given.rateLimit ? freeLimits(beneath) : {};
    throw new WorldError("conflict", `there is a key ${maskKey(key)} already; give another`);
  });
  return keyOf(layer, key);
}

/** Puts a new key in the place of one, which is revoked. Throws `WorldError`. */
export async function rotateKey(world: World, old: string): Promise<Key> {
  const { merchant, scopes, expiresAt, sandboxAccess, rateLimit } = getKey(world, old);
  const key = createToken();
  // Why: of a key that has expired, one with the same end would be of no use.
  const lasts = expiresAt !== undefined && expiresAt > world.clock.now();
  const fresh = {
    key,
    merchant: merchant.slug,
    scopes,
    sandboxAccess,
    ...(lasts && { expiresAt: formatTime(expiresAt) }),
    ...(rateLimit && { rateLimit }),
  };
  return keyOf(await changeWorld(world, { keys: [{ key: old, status: "revoked" }, fresh] }), key);
}

/** Revokes a key; one that is revoked stays so. Throws `WorldError`. */
export async function revokeKey(world: World, key: string): Promise<Key> {
  getKey(world, key);
  return keyOf(await changeWorld(world, { keys: [{ key, status: "revoked" }] }), key);
}

/** Finds a key. Throws `WorldError`. */
export function getKey(world: World, key: string): Key {
  const found = world.findKey(key);
  if (found !== undefined) return found;
  const mend = "the world itself lists those that there are";
  throw new WorldError(
    "not-found",
    `there is no key ${maskKey(key)} in the world ${world.name}; ${mend}`,
  );
}

function keyOf({ keys }: Layer, token: string): Key {
  const key = keys.get(token);
  if (key === undefined) throw new TypeError("a key that was changed is not there");
  return key;
}

function createToken(): string {
  return `mst_${crypto.randomUUID().replaceAll("-", "")}`;
}
