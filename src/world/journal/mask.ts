// Hides secrets in what a client wrote, wherever it put them: by the name beside them, by their shape, and by their
// value. Keys of the world are test data, and are shown.
import { isUuid } from "../../shared/patterns.ts";
import { createRedactor } from "../../shared/redact.ts";
import type { SentHeaders } from "./exchange.ts";

export interface Mask {
  /** Shows a key of the world as it is, and masks any other token. */
  token(token: string): string;
  /** Masks secrets in a text of a client, also what follows a name such as `api_key=`. */
  text(text: string): string;
  /** Masks secrets in a sentence of the sandbox, in which no value of a client follows its name. */
  sentence(text: string): string;
}

// The default SENSITIVE_KEY_SNIPPETS of @sentry/core 10 (filtering-snippets.ts), matched anywhere in a name as there,
// with the last four added.
const SECRET_NAME =
  /auth|token|secret|session|password|passwd|pwd|key|jwt|bearer|sso|saml|csrf|xsrf|credential|sid|identity|cookie|passphrase|passcode|signature|private/i;
const NO_SECRET = /^(?:x-)?idempotency[-_]?key$/i;

const isSecretName = (name: string) => SECRET_NAME.test(name) && !NO_SECRET.test(name);

/** Masks a token: its first four and last two characters remain, of a short one nothing. */
export function maskKey(token: string): string {
  return token.length < 8 ? "…" : `${token.slice(0, 4)}…${token.slice(-2)}`;
}

// Why: a text may be masked again as part of another one.
const MASKED = /^(?:.{4}….{2}|…)$/;

/** Creates the mask of a world: `isKnown` tells its keys, and `secrets` are hidden wherever they are. */
export function createMask(
  isKnown: (token: string) => boolean,
  secrets: readonly string[] = [],
): Mask {
  const redact = createRedactor(secrets.map((secret) => [secret, maskKey(secret)]));
  const token = (sent: string) => (isKnown(sent) || MASKED.test(sent) ? sent : maskKey(sent));
  const sentence = (text: string) => maskShapes(redact(text), token);
  return {
    token,
    text: (text) => maskEscaped(text, (plain) => sentence(maskNamed(plain, token))),
    sentence: (text) => betweenPlaces(text, (part) => maskEscaped(part, sentence)),
  };
}

type Rewrite = (text: string) => string;

/** Where seeds define something, like `/tmp/seeds-Xq7Zp/keys.yaml:20`. */
const PLACE = /([^\s()]+\.ya?ml:\d+)/;

/** Rewrites a sentence except the places of seeds in it, whose directories can look like secrets. */
function betweenPlaces(text: string, rewrite: Rewrite): string {
  return text
    .split(PLACE)
    .map((part, at) => (at % 2 === 1 ? part : rewrite(part)))
    .join("");
}

// Why: a secret can be escaped more than once on its way here, though hardly more often than that.
const MOST_ESCAPES = 3;

/** Masks secrets that are escaped, too: only then is the text shown without its escapes. */
function maskEscaped(text: string, mask: Rewrite, depth = MOST_ESCAPES): string {
  const shown = mask(text);
  const plain = depth === 0 ? shown : unescapeCharacters(shown);
  if (plain === shown) return shown;
  const masked = maskEscaped(plain, mask, depth - 1);
  return masked === plain ? shown : masked;
}

/** Resolves the escapes of URLs and of JSON. */
function unescapeCharacters(text: string): string {
  return text.replace(/%([\da-f]{2})|\\u([\da-f]{4})/gi, (_all, inUrl, inJson) =>
    String.fromCharCode(Number.parseInt(inUrl ?? inJson, 16)),
  );
}

/** A name and what separates it from its value: in JSON, also within a JSON string, in forms, headers and XML. */
const NAME = /([\w.%-]{2,64})(?:\\*["'])?\s*[:=>]\s*/g;

const SCHEME = "(?:basic|bearer|digest|negotiate|token) +";
/** A quoted text, one in a JSON string, another value of JSON, or a word with the scheme before it. */
const VALUE = new RegExp(
  `(?:true|false|null|-?\\d+)(?=\\s*(?:[,}\\]]|$))|"(?:[^"\\\\]|\\\\.)*|\\\\+"(?:(?!\\\\+").)*|'[^']*|(?:${SCHEME})?(?!${SCHEME})[^\\s&;"'<>\\\\]+`,
  "iy",
);

/** Masks the values that follow the name of a secret. */
function maskNamed(text: string, mask: Rewrite): string {
  let shown = "";
  let from = 0;
  for (const { 0: found, 1: name = "", index } of text.matchAll(NAME)) {
    const start = index + found.length;
    if (index < from || !isSecretName(unescapeCharacters(name))) continue;
    const end = endOfValue(text, start);
    shown += text.slice(from, start) + maskValue(text.slice(start, end), mask);
    from = end;
  }
  return shown + text.slice(from);
}

function endOfValue(text: string, start: number): number {
  if (/[[{]/.test(text.charAt(start))) return endOfBrackets(text, start);
  VALUE.lastIndex = start;
  return start + (VALUE.exec(text)?.[0].length ?? 0);
}

/** Finds where a list or an object ends; at the end of the text if it is cut. */
function endOfBrackets(text: string, start: number): number {
  const marks = /"(?:[^"\\]|\\.)*"?|[[\]{}]/g;
  marks.lastIndex = start;
  let depth = 0;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (/[[{]/.test(mark[0])) depth++;
    else if (/[\]}]/.test(mark[0]) && --depth === 0) return marks.lastIndex;
  }
  return text.length;
}

function maskValue(value: string, mask: Rewrite): string {
  if (/^[[{]/.test(value)) {
    const words = /"((?:[^"\\]|\\.)*)("?)|[^\s[\]{},:"]+/g;
    return value.replace(words, (word, quoted, end) =>
      quoted === undefined ? mask(word) : `"${quoted && mask(quoted)}${end}`,
    );
  }
  if (/^(?:true|false|null)$/.test(value)) return value;
  const [, before = "", secret = ""] =
    new RegExp(`^(\\\\*["']|${SCHEME}|)([\\s\\S]*)$`, "i").exec(value) ?? [];
  return secret === "" ? value : before + mask(secret);
}

/** Keys with the prefixes of well-known services, JSON Web Tokens, and the user of a URL. */
const PREFIXED =
  /\b(?:[spr]k_(?:live|test|prod)_\w{4,}|gh[opsur]_\w{20,}|xox[abprs]-[\w-]{10,}|eyJ[\w-]{8,}(?:\.[\w-]+)*)|(?<=:\/\/)[^\s/?#@]+(?=@)/g;
const LONG_WITH_SLASHES = /[\w+/-]{20,}={0,2}/g;
const LONG = /[\w+-]{20,}={0,2}/g;
const TRACE_PARENT = /^00-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/** Masks what looks like a secret. */
function maskShapes(text: string, mask: Rewrite): string {
  const maskRandom = (word: string) => (isRandom(word) ? mask(word) : word);
  return text
    .replace(PREFIXED, mask)
    .replace(LONG_WITH_SLASHES, (run) =>
      run.includes("/") && isRandom(run) ? mask(run) : run.replace(LONG, maskRandom),
    );
}

// Why: the thresholds are those of scanners, 3.5 of Gitleaks' generic-api-key and 4.5 of detect-secrets' Base64; the
// class of characters keeps words, paths and product codes readable.
function isRandom(word: string): boolean {
  if (isUuid(word.toLowerCase()) || TRACE_PARENT.test(word) || !/[a-z]/i.test(word)) return false;
  const isMixed = /[a-z]/.test(word) && /[A-Z]/.test(word);
  if (word.includes("/")) return isMixed && /\d/.test(word) && entropyOf(word) >= 4.5;
  if (/\d.*\d/.test(word)) return entropyOf(word) >= 3.5;
  return isMixed && entropyOf(word) >= 4.1;
}

/** The Shannon entropy of a text, in bits a character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let entropy = 0;
  for (const count of counts.values()) {
    entropy -= (count / text.length) * Math.log2(count / text.length);
  }
  return entropy;
}

const CREDENTIALS = /^(?:proxy-)?authorization$/;
const LOGIN = new RegExp(`^${SCHEME}\\S`, "i");

/** Copies headers with the secrets in them masked. */
export function maskHeaders(headers: SentHeaders, mask: Mask): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [name, value] of new Headers([...headers])) {
    shown[mask.text(name)] = maskHeader(name, value, mask);
  }
  return shown;
}

function maskHeader(name: string, value: string, mask: Mask): string {
  if (CREDENTIALS.test(name) || LOGIN.test(value)) return maskCredentials(value, mask);
  if (name === "cookie")
    return value
      .split("; ")
      .map((cookie) => maskCookie(cookie, mask))
      .join("; ");
  return isSecretName(name) ? mask.token(value) : mask.text(value);
}

function maskCookie(cookie: string, mask: Mask): string {
  const [, name = "", value = ""] = /^([^=]*=)?([\s\S]*)$/.exec(cookie) ?? [];
  return name + (value && mask.token(value));
}

function maskCredentials(value: string, mask: Mask): string {
  // Why: a word longer than any scheme may be a secret.
  const [, scheme = "", rest = value] = /^([a-z]{1,9} +)(.+)$/i.exec(value) ?? [];
  return scheme + mask.token(rest);
}

/** Masks the secrets in a query, which otherwise stays as it was sent. */
export function maskQuery(query: string, mask: Mask): string {
  const parts = query.split("&").map((part) => maskParameter(part, mask));
  // Why: a secret may hold an ampersand itself.
  return mask.sentence(parts.join("&"));
}

function maskParameter(part: string, mask: Mask): string {
  // Why: a name or a secret may be sent with characters encoded that need not be.
  const [[name, value] = ["", ""]] = new URLSearchParams(part);
  const shownName = mask.text(name);
  const shown = value !== "" && isSecretName(name) ? mask.token(value) : mask.text(value);
  return shownName === name && shown === value ? part : `${shownName}=${shown}`;
}
