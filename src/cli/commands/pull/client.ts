// Reads everything that a server's API shows to a key: ping, and the lists that the key may read. A response
// that is not as the contract describes is an error.
import * as v from "valibot";
import { explainFetch } from "../../../conform/explain-fetch.ts";
import { type ResponseBody, readResponse, TooLargeError } from "../../../conform/read-response.ts";
import { retryWhile429 } from "../../../conform/retry.ts";
import { PingSchema } from "../../../contract/endpoints/ping.ts";
import { ENDPOINTS, type Endpoint } from "../../../contract/endpoints.ts";
import type { Scope } from "../../../contract/formats.ts";
import { CONFORM_HINT, createQuote, explainBreaches, explainStatus } from "./explain.ts";
import type { ServerResponses } from "./seeds-from-responses.ts";

/** A server, the key to use, and how long to wait. */
export interface Server {
  readonly baseUrl: string;
  readonly key: string;
  /** How long each request may take. */
  readonly timeoutMs: number;
  /** Called before each wait after a 429. */
  readonly onWait?: (seconds: number) => void;
  readonly fetch: (url: string, init: RequestInit) => Response | Promise<Response>;
  /** Replaces the timer in tests. */
  readonly sleep?: (ms: number) => Promise<void>;
}

/** No response, or one that cannot be used. The subject of its message is the server, as `it`. */
export class ResponseError extends Error {
  override readonly name = "ResponseError";
  /** What to do about it, in one line. */
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

// Why: the specification names three scopes, and does not say that there are no others (§5.4).
const AnyScopesSchema = v.strictObject({ ...PingSchema.entries, scopes: v.array(v.string()) });

const LONGEST_WAIT_MS = 60_000;

const ADDRESS_HINT = "Is it the address without /api/v1/integration?";

/** Requests ping, and then the lists for which the key has a scope. Throws `ResponseError`. */
export async function askServer(server: Server): Promise<ServerResponses> {
  const { ping: ofPing, products, orders } = ENDPOINTS;
  const ping = await ask(server, ofPing, AnyScopesSchema);
  const may = (scope: Scope) => ping.scopes.includes(scope);
  return {
    ping,
    products: may(products.scope)
      ? await ask(server, products, ENDPOINTS.products.response.schema)
      : undefined,
    orders: may(orders.scope)
      ? await ask(server, orders, ENDPOINTS.orders.response.schema)
      : undefined,
  };
}

async function ask<Schema extends v.GenericSchema>(
  server: Server,
  endpoint: Endpoint,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const { response } = await retryWhile429(() => exchange(server, endpoint), {
    maxWaitMs: LONGEST_WAIT_MS,
    onWait: server.onWait,
    sleep: server.sleep,
  });
  const quote = createQuote(server.key);
  if (response.status !== endpoint.success) {
    throw new ResponseError(...explainStatus(response, endpoint, quote));
  }
  if (response.json === undefined) {
    throw new ResponseError(`its response to GET ${endpoint.path} is not JSON`, ADDRESS_HINT);
  }
  const parsed = v.safeParse(schema, response.json);
  if (parsed.success) return parsed.output;
  const breaches = explainBreaches(parsed.issues, endpoint.name, quote);
  const message = `its response to GET ${endpoint.path} does not conform to the API's specification`;
  throw new ResponseError(`${message}\n${breaches}`, CONFORM_HINT);
}

interface Exchanged extends ResponseBody {
  readonly status: number;
  readonly headers: Headers;
}

async function exchange(server: Server, { method, path }: Endpoint): Promise<Exchanged> {
  const { baseUrl, key, timeoutMs, fetch: send } = server;
  const signal = AbortSignal.timeout(timeoutMs);
  const headers = { Authorization: `Bearer ${key}`, Accept: "application/json" };
  let isAnswering = false;
  try {
    // Why: the server that a redirect leads to must not get the key.
    const init: RequestInit = { method, headers, redirect: "manual", signal };
    const response = await send(`${baseUrl}${path}`, init);
    isAnswering = true;
    const body = await readResponse(response);
    return { status: response.status, headers: response.headers, ...body };
  } catch (error) {
    if (error instanceof TooLargeError) {
      throw new ResponseError(`it responds with more than ${error.message}`, CONFORM_HINT);
    }
    if (signal.aborted) {
      const message = `it gives no complete response to GET ${path} within ${timeoutMs / 1_000} s`;
      throw new ResponseError(message, "Try again, or set a longer --timeout.");
    }
    if (!isAnswering)
      throw new ResponseError(explainFetch(error), `Is it running? ${ADDRESS_HINT}`);
    throw new ResponseError(`its response to GET ${path} ends early`, "Try again later.");
  }
}
