// Decides who may use the control API: programs on this machine, pages of the sandbox, and callers with the
// token if one is set. Web pages of other origins are always rejected.
import type { Context, MiddlewareHandler, Next } from "hono";
import { auth as readLogin } from "hono/utils/basic-auth";
import type { CountPerSecond } from "../shared/count-per-second.ts";
import { HOST_FIX, type HostChecks, isLoopback } from "../shared/hosts.ts";
import { bearerToken } from "../shared/patterns.ts";
import type { CalledWorld } from "../world/locate-world.ts";
import { readBodyBytes } from "../world/read-body.ts";
import { problem } from "./problem.ts";

export interface GuardOptions extends Pick<HostChecks, "isKnownHost"> {
  /** The host that the sandbox listens on; undefined if it does not listen, and only this program can call. */
  readonly host: string | undefined;
  /** The token that callers must send; undefined if they need none. */
  readonly token: string | undefined;
  /** Finds the one world that a request is about, whose secret opens it too; undefined if there is none. */
  readonly worldOf?: (request: Request) => CalledWorld | undefined;
  /** How messages name it. Default: the value of --control-token. */
  readonly tokenName?: string | undefined;
  /** The advertised address, which is an origin of the sandbox's own. */
  readonly hostedUrl: () => string;
  /** Whether it guards pages. Other sites may link to them, and browsers log in to them. */
  readonly pages?: boolean;
  /** Counts the wrong tokens of an address, for all that the token opens. */
  readonly countWrong: CountPerSecond;
  /** Called, once a second and address at most, while wrong tokens get 429. */
  readonly onFlood?: (request: Request, why: string) => void;
  /** Whether those pages send forms. */
  readonly forms?: boolean;
}

/** What the listener knows about a request. */
export interface GuardEnv {
  /** Finds the client's address. It is only asked if a token is wrong. */
  readonly peer?: (() => string | undefined) | undefined;
}

const HEALTH = "/_sandbox/health";
const MOST_BODY_BYTES = 8 * 1024 * 1024;

/** How many wrong tokens a second and address get 401. Further ones get 429; the right token always works. */
const MOST_WRONG = 5;
const FLOOD = `More than ${MOST_WRONG} wrong control tokens came within a second`;

const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;

/** Creates the first middleware of the control API. */
export function createGuard(options: GuardOptions): MiddlewareHandler<{ Bindings: GuardEnv }> {
  return async function guardControl(c, next) {
    const rejection = await reject(c.req.raw, c.req.path, options, c.env.peer);
    return rejection ?? limitBody(c, next, options);
  };
}

/** Whether a caller may use the control API. */
export type AccessCheck = (request: Request, env: GuardEnv) => Promise<boolean>;

/** Makes the check of callers who get another page in place of an error. */
export function createAccessCheck(options: GuardOptions): AccessCheck {
  return async (request, { peer }) => (await reject(request, "", options, peer)) === undefined;
}

async function reject(
  request: Request,
  path: string,
  options: GuardOptions,
  peer: GuardEnv["peer"],
): Promise<Response | undefined> {
  const token = options.token === undefined ? undefined : readToken(request);
  const world = options.worldOf?.(request);
  const known = [options.token ?? "", world?.secret ?? options.token ?? ""];
  const isTrusted = token !== undefined && (await isOneOf(token, known));
  // Why: a page that rebinds its name to this machine has no token.
  const rejection =
    (isTrusted ? undefined : rejectHost(request, options)) ?? rejectPage(request, options);
  // Why: the health checks of images and clusters carry no token, and there is nothing to write.
  if (rejection !== undefined || isTrusted || path === HEALTH) return rejection;
  // Why: the secret of a world that was dropped or has expired is no wrong token.
  if (token !== undefined && world?.exists === false && request.method !== "PUT") {
    return rejectNoWorld(world);
  }
  return rejectOpenHost(options) ?? rejectToken(request, token, options, peer);
}

async function isOneOf(received: string, known: readonly string[]): Promise<boolean> {
  // Why: all are compared, so that the time does not tell which one it is.
  return (await Promise.all(known.map((token) => isSame(received, token)))).includes(true);
}

function rejectHost(request: Request, { isKnownHost }: GuardOptions): Response | undefined {
  if (isKnownHost(request)) return undefined;
  const host = request.headers.get("host");
  const received = host === null ? "none" : JSON.stringify(host);
  return problem(403, `Host must be a name of this sandbox, received ${received}; ${HOST_FIX}.`);
}

/** Rejects requests that a web page of another origin made a browser send, also simple requests and navigations. */
function rejectPage(
  { method, url, headers }: Request,
  options: GuardOptions,
): Response | undefined {
  const fix = "Call the control API from a program, not from a page of another origin.";
  const origin = headers.get("origin");
  const own = [url, options.hostedUrl()].map((address) => read(address)?.origin);
  if (origin !== null && !own.includes(origin)) {
    return problem(403, `Origin ${JSON.stringify(origin)} is not the sandbox's own. ${fix}`);
  }
  const site = headers.get("sec-fetch-site");
  // Why: a person who follows a link sees the page; the page with the link does not.
  const isLink = options.pages && method === "GET" && headers.get("sec-fetch-dest") === "document";
  if (site !== null && site !== "same-origin" && site !== "none" && !isLink) {
    return problem(
      403,
      `The request came from a web page of another site (Sec-Fetch-Site: ${site}). ${fix}`,
    );
  }
  if (method !== "OPTIONS") return undefined;
  return problem(403, `CORS preflight requests are not allowed. ${fix}`);
}

function rejectNoWorld({ name }: CalledWorld): Response {
  const reason = "It was deleted, has expired or never existed.";
  const detail = `There is no world called ${JSON.stringify(name)}. ${reason}`;
  return problem(404, detail, { code: "not-found" });
}

function rejectOpenHost({ host = "localhost", token }: GuardOptions): Response | undefined {
  if (token !== undefined || isLoopback(host)) return undefined;
  return problem(
    403,
    `The sandbox listens on ${host}, which other machines can reach, and has no token. Start it with --control-token TOKEN or MERCHANT_SANDBOX_CONTROL_TOKEN, or without --host.`,
  );
}

function rejectToken(
  request: Request,
  received: string | undefined,
  {
    token,
    tokenName = "the value of --control-token",
    pages = false,
    countWrong,
    onFlood,
  }: GuardOptions,
  peer: GuardEnv["peer"],
): Response | undefined {
  if (token === undefined) return undefined;
  const fix = `Send ${tokenName} as Authorization: Bearer TOKEN.`;
  const login = 'Basic realm="merchant-sandbox", charset="UTF-8"';
  // Why: browsers send the login of a page only after a Basic challenge.
  const isPage = pages || request.headers.get("sec-fetch-site") === "same-origin";
  if (received === undefined) {
    const challenge = { "WWW-Authenticate": isPage ? login : "Bearer" };
    return problem(401, `No token was sent. ${fix}`, { headers: challenge });
  }
  const address = peer?.();
  const wrong = countWrong(address ?? "");
  const flood = address === undefined ? FLOOD : `${FLOOD} from ${address}`;
  if (wrong === MOST_WRONG + 1) onFlood?.(request, flood);
  if (wrong > MOST_WRONG)
    return problem(429, `${flood}. ${fix}`, { headers: { "Retry-After": "1" } });
  const challenge = { "WWW-Authenticate": isPage ? login : 'Bearer error="invalid_token"' };
  return problem(401, `The token is wrong. ${fix}`, { headers: challenge });
}

/** The token in an `Authorization`; browsers send it as the password of a login, under any name. */
export function readToken(request: Request): string | undefined {
  return bearerToken(request.headers.get("authorization")) ?? readLogin(request)?.password;
}

/** Whether a request has this token. */
export async function hasToken(request: Request, token: string): Promise<boolean> {
  return isSame(readToken(request) ?? "", token);
}

/** Compares two texts in constant time, whatever their lengths. */
export async function isSame(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([digest(one), digest(other)]);
  return a.reduce((difference, byte, index) => difference | (byte ^ (b[index] ?? 0)), 0) === 0;
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

/** Rejects a body that is not JSON, which includes all that forms can send, except forms of our own. */
function rejectType({ method, headers }: Request, { forms }: GuardOptions): Response | undefined {
  const type = headers.get("content-type");
  if (JSON_TYPE.test(type ?? "")) return undefined;
  if (forms && method === "POST" && FORM_TYPE.test(type ?? "")) return rejectStray(headers);
  const received = type === null ? "none" : JSON.stringify(type);
  return problem(
    415,
    `Content-Type must be application/json, received ${received}. Send the body as JSON.`,
  );
}

/** Rejects a form that is not known to come from a page of the sandbox. */
function rejectStray(headers: Headers): Response | undefined {
  // Why: an Origin that is not ours was rejected before. Browsers send it with each form, or say which site
  // the form is of; one that says neither may be too old to be kept out.
  if (headers.has("origin") || headers.get("sec-fetch-site") === "same-origin") return undefined;
  return problem(
    403,
    "Only pages of the sandbox may send forms, and neither Origin nor Sec-Fetch-Site shows that this one did. From a program, send JSON.",
  );
}

function rejectLength(): Response {
  return problem(
    413,
    `The body is longer than ${MOST_BODY_BYTES} bytes. Put large data in the seeds, and send only changes.`,
  );
}

function read(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}

/** Reads the body, or rejects one that is too long or not JSON. */
async function limitBody(
  c: Context,
  next: Next,
  options: GuardOptions,
): Promise<Response | undefined> {
  const { method, url, headers, body } = c.req.raw;
  // Runtime: Node and Deno make no request of the method TRACE, which has no body anyway.
  if (body !== null && method !== "TRACE") {
    const bytes = await readBodyBytes(c.req.raw, MOST_BODY_BYTES).catch(() => "broken off");
    if (typeof bytes === "string") return problem(400, "The body is incomplete. Send all of it.");
    if (bytes === undefined) return rejectLength();
    // Why: a write without a body has nothing that could have a type; Origin and Sec-Fetch-Site keep pages out.
    const rejection = bytes.length > 0 ? rejectType(c.req.raw, options) : undefined;
    if (rejection !== undefined) return rejection;
    // Runtime: Node has a body for each write, even an empty one, with which Hono's own limit fails.
    c.req.raw = new Request(url, { method, headers, body: bytes.length > 0 ? bytes : null });
  }
  await next();
  return undefined;
}
