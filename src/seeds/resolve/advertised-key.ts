// The default key, if the seeds name none. It is chosen once, when seeds are resolved.
import { SCOPES } from "../../contract/formats.ts";
import type { Key } from "../../model/state.ts";
import { instantAt } from "../../shared/times.ts";

/**
 * Chooses the first key that has all scopes and works, else the first by its token, in a world that started at
 * `start`, at its start or at another time (both Unix milliseconds).
 */
export function chooseKey(keys: Iterable<Key>, start: number, now = start): Key | undefined {
  const all = [...keys];
  const isValid = ({ status, expiresAt }: Key) =>
    status === "active" && (expiresAt === undefined || instantAt(expiresAt, start).ms > now);
  return all.find((key) => isFull(key) && isValid(key)) ?? findFirst(all);
}

/** Finds the key whose token sorts first. */
export function findFirst(keys: Iterable<Key>): Key | undefined {
  let first: Key | undefined;
  for (const key of keys) if (first === undefined || key.key < first.key) first = key;
  return first;
}

function isFull({ scopes, sandboxAccess, merchant }: Key): boolean {
  return sandboxAccess && merchant.sandboxAccess && SCOPES.every((scope) => scopes.includes(scope));
}
