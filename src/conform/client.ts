// The HTTP client of the checks. Requests name a key and an endpoint.
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
/** An endpoint that returns a list. */
export type ListEndpoint = {
  [Name in ReadEndpoint]: v.InferOutput<Table[Name]["response"]["schema"]> extends unknown[]
    ? Name
    : never;
}[ReadEndpoint];

/** The names of the endpoints that are read with a GET. */
export const READ_NAMES = ENDPOINT_NAMES.filter(isRead);

/** Options of a request. `headers` override the default headers. */
export interface CallOptions {
  /** The key to send as the bearer token. Default: none. */
  readonly key?: KeyName;
  readonly headers?: Readonly<Record<string, string>>;
  /** The raw query, without the question mark. */
  readonly query?: string;
  readonly body?: Body | undefined;
  /** Whether to wait and retry on 429. Default: true. */
  readonly patient?: boolean;
}

interface ClientOptions extends RetryOptions {
  /** How long each request may take. */
  readonly timeoutMs: number;
}

export interface Client {
  /** The hosted address without a trailing slash. */
  readonly hostedUrl: string | undefined;
  /** Returns the token of a key, for requests that send it in an unusual way. */
  token(key: KeyName): string;
  /** Sends any request. `path` is appended to the base URL as it is. */
  send(method: string, path: string, call?: CallOptions): Promise<ReceivedResponse>;
  /** Sends a GET to an endpoint. */
  get(endpoint: ReadEndpoint, call?: CallOptions): Promise<ReceivedResponse>;
  /** Sends a POST to checkout-links with a raw body, as JSON. */
  post(body: Body | undefined, call?: CallOptions): Promise<ReceivedResponse>;
  /** Returns the response to the first plain GET with this key. Later calls send no request. */
  first(endpoint: ReadEndpoint, key: KeyName): Promise<ReceivedResponse>;
}

/** Creates the client of one run. */
export function createClient(target: ServerUnderTest, options: ClientOptions): Client {
  const baseUrl = withoutSlash(target.baseUrl);
  const exchange = createExchange(target, options.timeoutMs);
  const patiently = createRetry(options);
  // Why: dozens of checks look at the same three responses, and each request counts for the rate limit.
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
