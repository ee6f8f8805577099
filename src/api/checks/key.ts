// Check 3: the bearer key is present, known, unexpired and not revoked (§5). The client is told only
// that it is not; the log is told why.
import { ApiError } from "../../contract/errors.ts";
import type { Key } from "../../model/state.ts";
import { formatTime } from "../../shared/times.ts";
import { KEY_PARAMETER, OTHER_KEY_HEADERS } from "../../world/journal/mask-request.ts";
import { expiryOf, maskKey, refusalOf } from "../../world/keys.ts";
import type { World } from "../../world/world.ts";
import type { Call } from "../call.ts";
import { CHALLENGES } from "../challenges.ts";

const BEARER = /^bearer +(\S.*)$/i;

const USUAL = /^Bearer [!-~]/;

/** Finds the key that a request carries, or the refusal `unauthorized` (401). */
export function authenticate(call: Call): Key | ApiError {
  const { world } = call;
  const header = call.sentHeaders.get("authorization");
  const token = header === null ? undefined : readToken(header);
  if (token === undefined) {
    return new ApiError("unauthorized", {
      why: explainMissing(call, header),
      headers: CHALLENGES.missing,
    });
  }
  const key = world.findKey(token);
  if (key === undefined) {
    const masked = maskKey(token);
    call.maskedKey = masked;
    return new ApiError("unauthorized", {
      why: explainUnknown(world, token, masked),
      headers: CHALLENGES.invalid,
    });
  }
  call.key = key;
  const refusal = refusalOf(key, world, call.time);
  if (refusal !== undefined) {
    const why = refusal === "revoked" ? explainRevoked(key) : explainExpired(key, call);
    return new ApiError("unauthorized", { why, headers: CHALLENGES.invalid });
  }
  return key;
}

function readToken(header: string): string | undefined {
  // Why: nearly every client writes it so, and to cut it costs less than to have it matched.
  return USUAL.test(header) ? header.slice("Bearer ".length) : BEARER.exec(header)?.[1];
}

const MEND = "send it as `Authorization: Bearer <key>`";

function explainMissing({ sentHeaders, query, world }: Call, header: string | null): string {
  if (header !== null) return `${explainHeader(header, world)}; ${MEND}`;
  const other = OTHER_KEY_HEADERS.find((name) => sentHeaders.has(name));
  if (other !== undefined) return `the key was sent in ${other}; ${MEND}`;
  const parameter = keyParameter(query, world);
  if (parameter !== undefined) return `the key was sent as \`${parameter}\` in the query; ${MEND}`;
  return `no key was sent; ${MEND}`;
}

function explainHeader(header: string, world: World): string {
  const [scheme = "", sent = ""] = header.split(" ");
  if (/^bearer$/i.test(scheme)) return "the Authorization header names no key";
  if (world.findKey(header)) return "the key stands in Authorization without its scheme";
  if (/^basic$/i.test(scheme) && holdsKey(sent, world)) {
    return "the key was sent as a user's name or password, as a URL with `<key>@` does";
  }
  // Why: what is longer than any scheme may be a secret.
  return /^[a-z]{1,9} /i.test(header)
    ? `the Authorization header is of the scheme ${scheme}; the API takes Bearer only`
    : "the Authorization header is no bearer key";
}

/** Tells whether Basic credentials hold a key: before the colon, behind it, or around it. */
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

function explainUnknown(world: World, token: string, masked: string): string {
  if (/\s/.test(token)) return "the Authorization header holds more than one key; send exactly one";
  return `key ${masked} is not a key of world ${world.name}; use one of its keys or add it to the seeds`;
}

function explainRevoked(key: Key): string {
  return `${describe(key)} is revoked; use another key, or give it \`status: active\``;
}

function explainExpired(key: Key, { world, time }: Call): string {
  const expired = formatTime(expiryOf(key, world.start) ?? 0);
  return `${describe(key)} expired at ${expired} and it is ${formatTime(time)}; use another key, or move its \`expiresAt\``;
}

function describe({ key, merchant, origin }: Key): string {
  return `key ${maskKey(key)} of ${merchant.slug} (${origin})`;
}
