// A request that code is written for.
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in place of a body in JSON. */
  readonly text?: string;
  /** The environment variable that has the bearer token, if the headers have none. */
  readonly tokenFrom?: string | undefined;
  /** Whether the response may be something other than JSON. */
  readonly isText?: boolean;
}

/** Creates the headers of a request to the API. Without a key there is no `Authorization`. */
export function headersOf(key: string | undefined, body: unknown): SentRequest["headers"] {
  return {
    ...(key !== undefined && { Authorization: `Bearer ${key}` }),
    ...(body !== undefined && { "Content-Type": "application/json" }),
  };
}
