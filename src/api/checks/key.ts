// Check 3: the bearer key is present, known, unexpired and not revoked (§5). The response only
// rejects it; the log says why.
import { ApiError, type Why } from "../../contract/errors.ts";
import type { Key } from "../../model/state.ts";
import { lazy } from "../../shared/lazy.ts";
import { formatTime } from "../../shared/times.ts";
import { maskKey } from "../../world/journal/mask.ts";
import { OTHER_KEY_HEADERS } from "../../world/journal/record.ts";
import { expiryOf, rejectionOf } from "../../world/keys.ts";
import type { World } from "../../world/world.ts";
import type { Call } from "../call.ts";
import { CHALLENGES } from "../errors.ts";
import { explainUnknownKey } from "./unknown-key.ts";

const KEY_PARAMETER =
  /^(?:access[-_]?token|api[-_]?key|auth|authorization|bearer|client[-_]?secret|key|secret|token)$/i;

/** Finds the key that a request carries. Throws `unauthorized` (401) if it is not valid. */
export function authenticate(call: Call): void {
  const { token, world } = call;
  if (token === undefined) throw unauthorized(explainMissing(call), CHALLENGES.missing);
  const key = world.findKey(token);
  if (key === undefined) {
    call.maskedKey = maskKey(token);
    const { name, state } = world;
    throw unauthorized(
      lazy(() => explainUnknownKey(name, state.keys, token)),
      CHALLENGES.invalid,
    );
  }
  call.key = key;
  const rejection = rejectionOf(key, world, call.time);
  if (rejection === "revoked") throw unauthorized(explainRevoked(key), CHALLENGES.invalid);
  if (rejection === "expired") throw unauthorized(explainExpired(key, call), CHALLENGES.invalid);
}

const unauthorized = (why: Why, headers: Readonly<Record<string, string>>) =>
  new ApiError("unauthorized", { why, headers });

const FIX = "send it as `Authorization: Bearer <key>`";

function explainMissing({ sentHeaders, query, world }: Call): string {
  const header = sentHeaders.get("authorization");
  if (header !== null) return `${explainHeader(header, world)}; ${FIX}`;
  const other = OTHER_KEY_HEADERS.find((name) => sentHeaders.has(name));
  if (other !== undefined) return `the key was sent in ${other}; ${FIX}`;
  const parameter = keyParameter(query, world);
  if (parameter !== undefined) return `the key was sent as \`${parameter}\` in the query; ${FIX}`;
  return `no key was sent; ${FIX}`;
}

function explainHeader(header: string, world: World): string {
  const [scheme = "", sent = ""] = header.split(" ");
  if (/^bearer$/i.test(scheme)) return "the Authorization header has no key after Bearer";
  if (world.findKey(header))
    return "the Authorization header has the key without the scheme Bearer";
  if (/^basic$/i.test(scheme) && holdsKey(sent, world)) {
    return "the key was sent as a user name or password, as a URL with `<key>@` does";
  }
  // Why: a word longer than any scheme may be a secret.
  return /^[a-z]{1,9} /i.test(header)
    ? `the Authorization header has the scheme ${scheme}, but the API accepts only Bearer`
    : "the Authorization header has no bearer key";
}

/** Whether Basic credentials hold a key: before the colon, after it, or around it. */
function holdsKey(base64: string, world: World): boolean {
  try {
    const text = atob(base64);
    const colon = text.indexOf(":");
    return [text, text.slice(0, colon), text.slice(colon + 1)].some((part) => world.findKey(part));
  } catch {
    return false;
  }
}

/** Finds the query parameter that carries a key: by its name, or as one that this world knows. */
export function keyParameter(query: string, world: World): string | undefined {
  if (query === "") return undefined;
  for (const [name, value] of new URLSearchParams(query)) {
    if (KEY_PARAMETER.test(name) || world.findKey(name) || world.findKey(value)) return name;
  }
  return undefined;
}

function explainRevoked(key: Key): string {
  return `${describe(key)} is revoked; use another key, or set \`status: active\``;
}

function explainExpired(key: Key, { world, time }: Call): string {
  const expired = formatTime(expiryOf(key, world.start) ?? 0);
  return `${describe(key)} expired at ${expired}, and the time is ${formatTime(time)}; use another key, or change its \`expiresAt\``;
}

function describe({ key, merchant, origin }: Key): string {
  return `key ${key} of ${merchant.slug} (${origin})`;
}
