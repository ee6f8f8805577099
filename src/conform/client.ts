// The client that checks use: requests by the name of a key and of an endpoint.
import type * as v from "valibot";
import { ENDPOINT_NAMES, ENDPOINTS, type EndpointName } from "../contract/endpoints.ts";
import { createExchange, type ReceivedResponse } from "./exchange.ts";
import { Skipped } from "./mismatch.ts";
import { createRetry, type RetryOptions } from "./retry.ts";
import { type KeyName, kebab, type ServerUnderTest } from "./server.ts";

export type Body = string | Uint8Array<ArrayBuffer>;

type Table = typeof ENDPOINTS;
/** An endpoint that is read with a GET. */
export type ReadEndpoint = {
  [Name in EndpointName]: Table[Name]["method"] extends "GET" ? Name : never;
}[EndpointName];
/** One of those that answers with a list. */
export type ListEndpoint = {
  [Name in ReadEndpoint]: v.InferOutput<Table[Name]["response"]["schema"]> extends unknown[]
    ? Name
    : never;
}[ReadEndpoint];

/** The names of those that are read with a GET. */
export const READ_NAMES = ENDPOINT_NAMES.filter(isRead);

/** What a request may carry. `headers` win over those that the client sets by itself. */
export interface CallOptions {
  /** The key to send as the bearer token; none without it. */
  readonly key?: KeyName;
  readonly headers?: Readonly<Record<string, string>>;
  /** As written behind the question mark. */
  readonly query?: string;
  readonly body?: Body | undefined;
  /** False takes a 429 for the answer; else it is waited out. */
  readonly patient?: boolean;
}

interface ClientOptions extends RetryOptions {
  /** How long each request may take. */
  readonly timeoutMs: number;
}

export interface Client {
  /** The hosted address without a slash at its end. */
  readonly hostedUrl: string | undefined;
  /** Returns a key itself, for requests that send it in an odd way. */
  token(key: KeyName): string;
  /** Sends any request; `path` goes behind the base address as it is. */
  send(method: string, path: string, call?: CallOptions): Promise<ReceivedResponse>;
  /** Sends a GET to an endpoint. */
  get(endpoint: ReadEndpoint, call?: CallOptions): Promise<ReceivedResponse>;
  /** Asks for a checkout link with a body as written, said to be JSON. */
  post(body: Body | undefined, call?: CallOptions): Promise<ReceivedResponse>;
  /** Sends a well-formed request to an endpoint; a link is asked of a product that nobody has. */
  ask(endpoint: EndpointName, call?: CallOptions): Promise<ReceivedResponse>;
  /** Returns the answer that a plain GET with this key had when it was first asked for. */
  first(endpoint: ReadEndpoint, key: KeyName): Promise<ReceivedResponse>;
}

/** Creates the client of one run. */
export function createClient(target: ServerUnderTest, options: ClientOptions): Client {
  const baseUrl = withoutSlash(target.baseUrl);
  const exchange = createExchange(target, options.timeoutMs);
  const patiently = createRetry(options);
  // Why: dozens of checks look at the same three answers, and each request spends the rate limit.
  const firsts: Record<string, Promise<ReceivedResponse>> = {};

  const client: Client = {
    hostedUrl: target.hostedUrl === undefined ? undefined : withoutSlash(target.hostedUrl),

    token(key) {
      const token = target.keys[key];
      if (token === undefined) throw new Skipped(`needs the ${kebab(key)} key`);
      return token;
    },

    async send(method, path, call = {}) {
      const url = `${baseUrl}${path}${call.query === undefined ? "" : `?${call.query}`}`;
      const bearer = call.key && { authorization: `Bearer ${client.token(call.key)}` };
      const init: RequestInit = { method, headers: { ...bearer, ...call.headers } };
      if (call.body !== undefined) init.body = call.body;
      const attempt = () => exchange({ request: `${method} ${path}`, url, init });
      return call.patient === false ? attempt() : patiently(call.key, attempt);
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

function isRead(name: EndpointName): name is ReadEndpoint {
  return ENDPOINTS[name].method === "GET";
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
