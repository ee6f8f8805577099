// Decides who may use the control API: programs on this machine, pages of the sandbox, and callers with the
// token if one is set. Web pages of other origins are always rejected.
import type { Context, MiddlewareHandler, Next } from "hono";
import { auth as readLogin } from "hono/utils/basic-auth";
import { bearerToken } from "../shared/patterns.ts";
import { readBodyBytes } from "../world/read-body.ts";
import { problem } from "./problem.ts";

export interface GuardOptions {
  /** What is listened on; undefined where nothing listens, and the program itself asks. */
  readonly host: string | undefined;
  /** What callers must send; undefined where they need nothing. */
  readonly token: string | undefined;
  /** What people are told that it is. Default: that of --control-token. */
  readonly tokenName?: string | undefined;
  /** The advertised address: a name and an origin of the sandbox's own. */
  readonly hostedUrl: () => string;
  /** Whether it goes before pages, to which links of others may lead, and which browsers log in to. */
  readonly pages?: boolean;
  /** Whether those pages send forms, which none but they may. */
  readonly forms?: boolean;
}

const HEALTH = "/_sandbox/health";
const MOST_BODY_BYTES = 8 * 1024 * 1024;

// Why: `.localhost` is left out, as not every resolver keeps such names to this machine, and so are
// other spellings of addresses, which nobody needs.
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const IP_ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])$/;
const EVERY_ADDRESS = /^(?:0\.0\.0\.0|\[::\])$/;

const HOST = /^(\[[\da-f:.]+\]|[a-z\d._-]+)(?::\d{1,5})?$/;
const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;

/** Makes the middleware that goes before all others of the control API. */
export function createGuard(options: GuardOptions): MiddlewareHandler {
  return async function guardControl(c, next) {
    return (await reject(c.req.raw, c.req.path, options)) ?? limitBody(c, next);
  };
}

async function reject(
  request: Request,
  path: string,
  options: GuardOptions,
): Promise<Response | undefined> {
  const rejection = rejectHost(request, options) ?? rejectPage(request, options);
  // Why: the health checks of images and clusters carry no token, and there is nothing to write.
  if (rejection !== undefined || path === HEALTH) return rejection;
  return (
    rejectOpenHost(options) ?? (await rejectToken(request, options)) ?? rejectType(request, options)
  );
}

/** Rejects names that are none of ours: a page that rebinds its name to this machine still sends it. */
function rejectHost(request: Request, options: GuardOptions): Response | undefined {
  const host = request.headers.get("host");
  if (host === null && options.host === undefined) return undefined;
  // Runtime: of two `Host` fields Bun and Node make one, with a comma; only Deno rejects them itself.
  const name = HOST.exec(host?.toLowerCase() ?? "")?.[1];
  const isOwn = name !== undefined && isOwnName(name, options);
  // Runtime: Node and Deno take the URL from a request line that has a whole one, Bun from `Host`.
  if (isOwn && read(request.url)?.host === read(`http://${host}`)?.host) return undefined;
  const received = host === null ? "none" : JSON.stringify(host);
  return problem(
    403,
    `Host must be a name of this sandbox, received ${received}; ask 127.0.0.1, localhost or its --host, or start it with the --hosted-url that you ask`,
  );
}

function isOwnName(name: string, { host, hostedUrl }: GuardOptions): boolean {
  if (LOOPBACK.test(name) || name === read(hostedUrl())?.hostname) return true;
  const listened = nameOf(host);
  // Why: an address has no DNS that could be rebound, and here each may be one of this machine.
  return name === listened || (EVERY_ADDRESS.test(listened) && IP_ADDRESS.test(name));
}

/** Rejects what a web page of another origin had a browser send, simple requests and navigations too. */
function rejectPage(
  { method, url, headers }: Request,
  options: GuardOptions,
): Response | undefined {
  const mend = "call the control API from a program, not from a page of another origin";
  const origin = headers.get("origin");
  const own = [url, options.hostedUrl()].map((address) => read(address)?.origin);
  if (origin !== null && !own.includes(origin)) {
    return problem(403, `Origin ${JSON.stringify(origin)} is not the sandbox's own; ${mend}`);
  }
  const site = headers.get("sec-fetch-site");
  // Why: who follows a link sees the page; the one that the link stood on does not.
  const isLink = options.pages && method === "GET" && headers.get("sec-fetch-dest") === "document";
  if (site !== null && site !== "same-origin" && site !== "none" && !isLink) {
    return problem(403, `the request came from a page (Sec-Fetch-Site: ${site}); ${mend}`);
  }
  if (method !== "OPTIONS") return undefined;
  return problem(403, `a preflight asks for other origins, and none is let in; ${mend}`);
}

function rejectOpenHost({ host = "localhost", token }: GuardOptions): Response | undefined {
  if (token !== undefined || LOOPBACK.test(nameOf(host))) return undefined;
  return problem(
    403,
    `the sandbox listens on ${host}, where others may reach it, and has no token; start it with --control-token TOKEN, or leave --host out`,
  );
}

async function rejectToken(
  request: Request,
  { token, tokenName = "that of --control-token", pages = false }: GuardOptions,
): Promise<Response | undefined> {
  if (token === undefined) return undefined;
  const mend = `send ${tokenName} as Authorization: Bearer TOKEN`;
  const login = 'Basic realm="merchant-sandbox", charset="UTF-8"';
  // Why: of a page of ours the browser has the login, and sends it where it is asked for.
  const isPage = pages || request.headers.get("sec-fetch-site") === "same-origin";
  const received = readToken(request);
  if (received === undefined) {
    const challenge = { "WWW-Authenticate": isPage ? login : "Bearer" };
    return problem(401, `no token was sent; ${mend}`, { headers: challenge });
  }
  if (await isSame(received, token)) return undefined;
  const challenge = { "WWW-Authenticate": isPage ? login : 'Bearer error="invalid_token"' };
  return problem(401, `the token is not the sandbox's; ${mend}`, { headers: challenge });
}

/** The token in an `Authorization`; browsers send it as the password of a login, under any name. */
export function readToken(request: Request): string | undefined {
  return bearerToken(request.headers.get("authorization")) ?? readLogin(request)?.password;
}

/** Compares two texts in a time that tells nothing of either, their lengths included. */
export async function isSame(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([digest(one), digest(other)]);
  return a.reduce((difference, byte, index) => difference | (byte ^ (b[index] ?? 0)), 0) === 0;
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

/** Rejects a write that is not JSON, as all are that a form can send; but for forms of our own. */
function rejectType({ method, headers }: Request, { forms }: GuardOptions): Response | undefined {
  if (method === "GET" || method === "HEAD") return undefined;
  const type = headers.get("content-type");
  // Why: no form sends a DELETE, and there is nothing in it that could have a type.
  if (type === null ? method === "DELETE" : JSON_TYPE.test(type)) return undefined;
  if (forms && method === "POST" && FORM_TYPE.test(type ?? "")) return rejectStray(headers);
  const received = type === null ? "none" : JSON.stringify(type);
  return problem(
    415,
    `Content-Type must be application/json, received ${received}; send it with every write, one without a body too`,
  );
}

/** Rejects a form of which nothing tells that it is ours. */
function rejectStray(headers: Headers): Response | undefined {
  // Why: an Origin that is not ours was rejected before. Browsers send it with each form, or say which site
  // the form is of; one that says neither may be too old to be kept out.
  if (headers.has("origin") || headers.get("sec-fetch-site") === "same-origin") return undefined;
  return problem(
    403,
    "a form must come from a page of the sandbox, and neither Origin nor Sec-Fetch-Site tells that it does; from a program, call the API itself",
  );
}

function rejectLength(): Response {
  return problem(
    413,
    `the body is longer than ${MOST_BODY_BYTES} bytes; start the sandbox with large seeds, and send what differs`,
  );
}

/** The name in a URL that a host stands for; an IPv6 address comes without brackets. */
function nameOf(host = ""): string {
  return read(host.includes(":") ? `http://[${host}]` : `http://${host}`)?.hostname ?? "";
}

function read(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}

/** Reads the body and goes on with it, or rejects one that is too long. */
async function limitBody(c: Context, next: Next): Promise<Response | undefined> {
  const { method, url, headers, body } = c.req.raw;
  if (body !== null) {
    const bytes = await readBodyBytes(c.req.raw, MOST_BODY_BYTES).catch(() => "broken off");
    if (typeof bytes === "string") return problem(400, "the body broke off; send all of it");
    if (bytes === undefined) return rejectLength();
    // Runtime: Node has a body for each write, even an empty one, with which Hono's own limit fails.
    c.req.raw = new Request(url, { method, headers, body: bytes.length > 0 ? bytes : null });
  }
  await next();
  return undefined;
}
