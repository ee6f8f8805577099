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

/** A server, the key to ask it with, and how patiently. */
export interface Server {
  readonly baseUrl: string;
  readonly key: string;
  /** How long each request may take. */
  readonly timeoutMs: number;
  /** Told of each wait that a 429 asks for, before it. */
  readonly onWait?: (seconds: number) => void;
  readonly fetch: (url: string, init: RequestInit) => Response | Promise<Response>;
  /** Stands in for the passing of time. */
  readonly sleep?: (ms: number) => Promise<void>;
}

/** No answer, or none that can be used. Its message says of the server what `it` does. */
export class ResponseError extends Error {
  override readonly name = "ResponseError";
  /** What to do about it, in one line. */
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

// Why: the document names three scopes, and does not say that there are no others (§5.4).
const AnyScopesSchema = v.strictObject({ ...PingSchema.entries, scopes: v.array(v.string()) });

const LONGEST_WAIT_MS = 60_000;

const ADDRESS_HINT = "Is that what stands in front of /api/v1/integration?";

/** Asks for ping and, one after the other, the lists whose scopes the key holds. Throws `ResponseError`. */
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
    throw new ResponseError(`what it answers to GET ${endpoint.path} is no JSON`, ADDRESS_HINT);
  }
  const parsed = v.safeParse(schema, response.json);
  if (parsed.success) return parsed.output;
  const breaches = explainBreaches(parsed.issues, endpoint.name, quote);
  const message = `its answer to GET ${endpoint.path} is not what the API's document says`;
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
    // Why: whoever it leads to is not to get the key.
    const init: RequestInit = { method, headers, redirect: "manual", signal };
    const response = await send(`${baseUrl}${path}`, init);
    isAnswering = true;
    const body = await readResponse(response);
    return { status: response.status, headers: response.headers, ...body };
  } catch (error) {
    if (error instanceof TooLargeError) {
      throw new ResponseError(`it answers more than ${error.message}`, CONFORM_HINT);
    }
    if (signal.aborted) {
      const message = `it gives no whole answer to GET ${path} within ${timeoutMs / 1_000} s`;
      throw new ResponseError(message, "Try again, or give it more time with --timeout.");
    }
    if (!isAnswering)
      throw new ResponseError(explainFetch(error), `Is it running? ${ADDRESS_HINT}`);
    throw new ResponseError(`its answer to GET ${path} breaks off`, "Try again later.");
  }
}
