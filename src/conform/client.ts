// The one place that speaks HTTP: sends a request with a named key and reads the answer whole.
// What an answer ought to be is in expect.ts.
import { ENDPOINTS, type EndpointName } from "../contract/endpoints.ts";
import { Mismatch, Skipped } from "./mismatch.ts";
import type { KeyName, Target } from "./target.ts";

const TIMEOUT_SECONDS = 10;
const TRIES = 4;

export type Body = string | Uint8Array<ArrayBuffer>;
export type ListName = "products" | "orders";
export type ReadName = "ping" | ListName;

/** What a request may carry. `headers` win over those that the client sets by itself. */
export interface Call {
  /** The key to send as the bearer token; none without it. */
  readonly key?: KeyName;
  readonly headers?: Readonly<Record<string, string>>;
  /** As written behind the question mark. */
  readonly query?: string;
  readonly body?: Body | undefined;
  /** False takes a 429 for the answer; else it is waited out. */
  readonly patient?: boolean;
}

/** An answer whose body was read. */
export interface Answer {
  /** Method and path of the request, for messages; no query, for that may hold a key. */
  readonly request: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text as JSON, undefined where it is none. */
  readonly json: unknown;
}

export interface Client {
  /** The hosted address without a slash at its end. */
  readonly hostedUrl: string | undefined;
  /** Returns a key itself, for requests that send it in an odd way. */
  token(key: KeyName): string;
  /** Sends any request; `path` goes behind the base address as it is. */
  send(method: string, path: string, call?: Call): Promise<Answer>;
  /** Sends a GET to an endpoint. */
  get(endpoint: ReadName, call?: Call): Promise<Answer>;
  /** Asks for a checkout link with a body as written, said to be JSON. */
  post(body: Body | undefined, call?: Call): Promise<Answer>;
  /** Sends a well-formed request to an endpoint; a link is asked of a product that nobody has. */
  ask(endpoint: EndpointName, call?: Call): Promise<Answer>;
  /** Returns the answer that a plain GET with this key had when it was first asked for. */
  first(endpoint: ReadName, key: KeyName): Promise<Answer>;
}

/** Creates the client of one run. */
export function createClient(target: Target): Client {
  const baseUrl = withoutSlash(target.baseUrl);
  const request = target.fetch ?? ((url: string, init: RequestInit) => fetch(url, init));
  // Why: dozens of checks look at the same three answers, and each request spends the rate limit.
  const firsts: Record<string, Promise<Answer>> = {};

  const client: Client = {
    hostedUrl: target.hostedUrl === undefined ? undefined : withoutSlash(target.hostedUrl),

    token(key) {
      const token = target.keys[key];
      if (token === undefined) throw new Skipped(`needs the key ${key}`);
      return token;
    },

    async send(method, path, call = {}) {
      const url = `${baseUrl}${path}${call.query === undefined ? "" : `?${call.query}`}`;
      const bearer = call.key && { authorization: `Bearer ${client.token(call.key)}` };
      const init: RequestInit = { method, headers: { ...bearer, ...call.headers } };
      // Why: a redirect is an answer to be judged, not a way to another one.
      init.redirect = "manual";
      if (call.body !== undefined) init.body = call.body;

      for (let tries = call.patient === false ? 1 : TRIES; ; tries -= 1) {
        const answer = await exchange(request, url, init, `${method} ${path}`);
        if (answer.status !== 429 || tries === 1) return answer;
        await sleep(retryAfter(answer));
      }
    },

    get(endpoint, call) {
      return client.send("GET", ENDPOINTS[endpoint].path, call);
    },

    post(body, call = {}) {
      const headers = { "content-type": "application/json", ...call.headers };
      return client.send("POST", ENDPOINTS["checkout-links"].path, { ...call, headers, body });
    },

    ask(endpoint, call) {
      if (endpoint !== "checkout-links") return client.get(endpoint, call);
      return client.post(JSON.stringify({ productId: crypto.randomUUID() }), call);
    },

    first(endpoint, key) {
      const name = `${endpoint} ${key}`;
      firsts[name] ??= client.get(endpoint, { key });
      return firsts[name];
    },
  };
  return client;
}

async function exchange(
  request: NonNullable<Target["fetch"]>,
  url: string,
  init: RequestInit,
  name: string,
): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1000);
    const response = await request(url, { ...init, signal });
    const text = await response.text();
    const { status, headers } = response;
    return { request: name, status, headers, text, json: parseJson(text) };
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "TimeoutError") throw error;
    throw new Mismatch(`an answer to ${name} within ${TIMEOUT_SECONDS} s`, "none");
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// Contract: §8.2, a 429 may come at any time and no header is promised with it.
function retryAfter({ headers }: Answer): number {
  const seconds = headers.get("retry-after") ?? "";
  return /^\d+$/.test(seconds) ? Math.min(Number(seconds), TIMEOUT_SECONDS) : 1;
}

function sleep(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
