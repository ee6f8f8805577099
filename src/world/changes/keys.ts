// The changes of keys that a merchant makes in the dashboard (§1.4): create, rotate, revoke.
import * as v from "valibot";
import { COLLECTIONS } from "../../model/schema.ts";
import type { Key } from "../../model/state.ts";
import type { Layer } from "../../seeds/resolve/layer.ts";
import { formatTime } from "../../shared/times.ts";
import { maskKey } from "../journal/mask.ts";
import { expiryOf } from "../keys.ts";
import { notFound } from "../not-found.ts";
import type { World } from "../world.ts";
import { WorldError } from "../world-error.ts";
import { changeWorld } from "./overlay.ts";

const { key: token, repeat: _repeat, ...fields } = COLLECTIONS.keys.entries;

/** The fields of a new key. Default of `key`: a generated token. */
export const NewKeySchema = v.strictObject({ key: v.exactOptional(token), ...fields });
export type NewKey = v.InferOutput<typeof NewKeySchema>;

/** Creates a key. Throws `WorldError` and `InvalidChangeError`. */
export function createKey(world: World, given: NewKey): Key {
  const { key = createToken() } = given;
  if (world.findKey(key)) {
    throw new WorldError("conflict", `The key ${key} already exists. Use another.`);
  }
  return keyOf(changeWorld(world, { keys: [{ ...given, key }] }, "/keys/0"), key);
}

/** Replaces a key with a new one, and revokes it. Throws `WorldError`. */
export function rotateKey(world: World, old: string): Key {
  const known = getKey(world, old);
  const { merchant, scopes, sandboxAccess, rateLimit } = known;
  const expiresAt = expiryOf(known, world.start);
  const key = createToken();
  // Why: a new key that has already expired would be useless.
  const lasts = expiresAt !== undefined && expiresAt > world.clock.now();
  const fresh = {
    key,
    merchant: merchant.slug,
    scopes,
    sandboxAccess,
    ...(lasts && { expiresAt: formatTime(expiresAt) }),
    ...(rateLimit && { rateLimit }),
  };
  return keyOf(changeWorld(world, { keys: [{ key: old, status: "revoked" }, fresh] }), key);
}

/** Revokes a key. A revoked key stays revoked. Throws `WorldError`. */
export function revokeKey(world: World, key: string): Key {
  getKey(world, key);
  return keyOf(changeWorld(world, { keys: [{ key, status: "revoked" }] }), key);
}

/** Finds a key. Throws `WorldError`. */
export function getKey(world: World, key: string): Key {
  const found = world.findKey(key);
  if (found !== undefined) return found;
  // Why: masking hides a typo, but a key that is not similar to one of the world may be a real key.
  throw notFound(world, "key", { name: key, masked: maskKey(key), known: world.state.keys.keys() });
}

function keyOf({ keys }: Layer, token: string): Key {
  const key = keys.get(token);
  if (key === undefined) throw new TypeError("a key that was changed is not there");
  return key;
}

function createToken(): string {
  return `mst_${crypto.randomUUID().replaceAll("-", "")}`;
}
