// Masks secrets in everything that a client sent: by the name before them, by their form, and by their value. Keys of
// the world are test data, and are shown.
import { isUuid } from "../../shared/patterns.ts";
import { createRedactor } from "../../shared/redact.ts";
import type { SentHeaders } from "./exchange.ts";

export interface Mask {
  /** Shows a key of the world as it is, and masks any other token. */
  token(token: string): string;
  /** Masks secrets in a text of a client, also values after a name such as `api_key=`. */
  text(text: string): string;
  /** Masks secrets in a message of the sandbox, which has no names with values of a client. */
  sentence(text: string): string;
}

// The default SENSITIVE_KEY_SNIPPETS of @sentry/core 10 (filtering-snippets.ts), and four more at the end. As there,
// they match anywhere in a name.
const SECRET_NAME =
  /auth|token|secret|session|password|passwd|pwd|key|jwt|bearer|sso|saml|csrf|xsrf|credential|sid|identity|cookie|passphrase|passcode|signature|private/i;
const NO_SECRET = /^(?:x-)?idempotency[-_]?key$/i;

const isSecretName = (name: string) => SECRET_NAME.test(name) && !NO_SECRET.test(name);

/** Masks a token except its first four and last two characters. A short token is masked completely. */
export function maskKey(token: string): string {
  return token.length < 8 ? "…" : `${token.slice(0, 4)}…${token.slice(-2)}`;
}

// Why: a masked text can be a part of another text that is masked.
const MASKED = /^(?:.{4}….{2}|…)$/;

/** Creates the mask of a world. `isKnown` recognises its keys. `secrets` are masked everywhere. */
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

/** Creates a mask that remembers its results, because many requests are similar, and masking a text is slow. */
export const rememberTexts = (mask: Mask): Mask => ({
  ...mask,
  text: remembering(mask.text),
  sentence: remembering(mask.sentence),
});

function remembering(mask: Rewrite): Rewrite {
  const masked = new Map<string, string>();
  return (text) => {
    const known = masked.get(text) ?? mask(text);
    masked.set(text, known);
    return known;
  };
}

/** A place in a seed file, like `/tmp/seeds-Xq7Zp/keys.yaml:20`. */
const PLACE = /([^\s()]+\.ya?ml:\d+)/;

/** Rewrites a message, except the places in seed files, whose directories can look like secrets. */
function betweenPlaces(text: string, rewrite: Rewrite): string {
  return text
    .split(PLACE)
    .map((part, at) => (at % 2 === 1 ? part : rewrite(part)))
    .join("");
}

// Why: a secret can be escaped more than once, but hardly more often than this.
const MOST_ESCAPES = 3;

/** Masks secrets also if they are escaped. If there are any, the text is shown without its escapes. */
function maskEscaped(text: string, mask: Rewrite, depth = MOST_ESCAPES): string {
  const shown = mask(text);
  const plain = depth === 0 ? shown : unescapeCharacters(shown);
  if (plain === shown) return shown;
  const masked = maskEscaped(plain, mask, depth - 1);
  return masked === plain ? shown : masked;
}

/** Decodes the escapes of URLs and JSON. */
function unescapeCharacters(text: string): string {
  return text.replace(/%([\da-f]{2})|\\u([\da-f]{4})/gi, (_all, inUrl, inJson) =>
    String.fromCharCode(Number.parseInt(inUrl ?? inJson, 16)),
  );
}

/** A name and the separator before its value, in JSON, JSON within a string, forms, headers and XML. */
const NAME = /([\w.%-]{2,64})(?:\\*["'])?\s*[:=>]\s*/g;

const SCHEME = "(?:basic|bearer|digest|negotiate|token) +";
/** A value: a quoted text, also within a JSON string, another JSON value, or a word after a scheme such as Bearer. */
const VALUE = new RegExp(
  `(?:true|false|null|-?\\d+)(?=\\s*(?:[,}\\]]|$))|"(?:[^"\\\\]|\\\\.)*|\\\\+"(?:(?!\\\\+").)*|'[^']*|(?:${SCHEME})?(?!${SCHEME})[^\\s&;"'<>\\\\]+`,
  "iy",
);

/** Masks values after the name of a secret. */
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

/** Finds the end of a list or an object. If the text is truncated, that is the end of the text. */
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

/** Keys with prefixes of well-known services, JSON Web Tokens, and logins in URLs. */
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

// Why: the thresholds are those of secret scanners: 3.5 in Gitleaks' generic-api-key, 4.5 in detect-secrets' Base64.
// The required kinds of characters keep words, paths and product codes readable.
function isRandom(word: string): boolean {
  if (isUuid(word.toLowerCase()) || TRACE_PARENT.test(word) || !/[a-z]/i.test(word)) return false;
  const isMixed = /[a-z]/.test(word) && /[A-Z]/.test(word);
  if (word.includes("/")) return isMixed && /\d/.test(word) && entropyOf(word) >= 4.5;
  if (/\d.*\d/.test(word)) return entropyOf(word) >= 3.5;
  return isMixed && entropyOf(word) >= 4.1;
}

/** The Shannon entropy of a text, in bits per character. */
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

/** Copies headers, and masks the secrets in them. */
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
  // Why: a first word that is longer than any scheme may be a secret.
  const [, scheme = "", rest = value] = /^([a-z]{1,9} +)(.+)$/i.exec(value) ?? [];
  return scheme + mask.token(rest);
}

/** Masks the secrets in a query, and keeps the rest as it was sent. */
export function maskQuery(query: string, mask: Mask): string {
  const parts = query.split("&").map((part) => maskParameter(part, mask));
  // Why: a secret may contain an ampersand.
  return mask.sentence(parts.join("&"));
}

function maskParameter(part: string, mask: Mask): string {
  // Why: clients may encode characters that need no encoding.
  const [[name, value] = ["", ""]] = new URLSearchParams(part);
  const shownName = mask.text(name);
  const shown = value !== "" && isSecretName(name) ? mask.token(value) : mask.text(value);
  return shownName === name && shown === value ? part : `${shownName}=${shown}`;
}
