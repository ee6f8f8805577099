// One request on its way through the API: what came in, and what the checks learn about it.
import type { EndpointName } from "../contract/endpoints.ts";
import type { FaultRule, Key } from "../seeds/blueprint.ts";
import { maskKey } from "../world/keys.ts";
import type { World } from "../world/world.ts";

export interface Call {
  readonly id: string;
  readonly request: Request;
  readonly world: World;
  /** The path without the world's prefix, as it was sent. */
  readonly path: string;
  /** The query as it was sent, without the question mark. */
  readonly query: string;
  readonly hostedUrl: string;
  /** Unix milliseconds on the world's clock. */
  readonly time: number;
  /** When the request came in, by the process's own measure. */
  readonly started: number;
  endpoint: EndpointName | undefined;
  key: Key | undefined;
  /** What was sent in place of a known key, masked. */
  maskedKey: string | undefined;
  /** Headers that the checks add to whatever is answered. */
  headers: Record<string, string> | undefined;
  /** How a fault loses the answer, once it is made. */
  drop: FaultRule["drop"];
  /** What is right but may surprise, for the log. */
  hints: string[] | undefined;
}

/** A finished request as the log tells it. */
export interface RequestRecord {
  readonly id: string;
  readonly world: string;
  /** Unix milliseconds on the world's clock. */
  readonly time: number;
  /** How long the answer took, in milliseconds. */
  readonly ms: number;
  readonly method: string;
  readonly path: string;
  readonly endpoint: EndpointName | undefined;
  readonly status: number;
  /** The key, masked. */
  readonly key: string | undefined;
  /** The slug of the key's merchant. */
  readonly merchant: string | undefined;
  /** Why it was refused, and the mend. */
  readonly why: string | undefined;
  readonly hints: readonly string[];
  /** The stack of a bug in the sandbox. */
  readonly stack: string | undefined;
}

type Arrival = Pick<Call, "id" | "request" | "world" | "path" | "query" | "hostedUrl">;

/** Makes the call of a request that has just come in. */
export function createCall({ id, request, world, path, query, hostedUrl }: Arrival): Call {
  return {
    id,
    request,
    world,
    path,
    query,
    hostedUrl,
    time: world.clock.now(),
    started: performance.now(),
    endpoint: undefined,
    key: undefined,
    maskedKey: undefined,
    headers: undefined,
    drop: undefined,
    hints: undefined,
  };
}

/** Notes what a tester should know of an answer that is right. */
export function hint(call: Call, text: string): void {
  call.hints ??= [];
  call.hints.push(text);
}

/** Makes the record of a finished call. */
export function recordOf(call: Call, status: number, why?: string, stack?: string): RequestRecord {
  const { id, request, world, time, path, query, endpoint, key } = call;
  if (request.headers.has("origin")) {
    hint(call, "the call has an Origin, so a browser made it; keys are to be kept on a server");
  }
  if (key !== undefined && request.headers.has("x-api-key")) {
    hint(call, "X-Api-Key was ignored; the key in Authorization is the one that counts");
  }
  const record = {
    id,
    world: world.name,
    time,
    ms: Math.round((performance.now() - call.started) * 1_000) / 1_000,
    method: request.method,
    path,
    endpoint,
    status,
    key: key ? maskKey(key.key) : call.maskedKey,
    merchant: key?.merchant.slug,
    why,
    hints: call.hints ?? [],
    stack,
  };
  // Why: only a refusal or a query tells what the client wrote, wherever it has put its key.
  if (why === undefined && query === "") return record;
  const mask = world.maskKeys;
  return {
    ...record,
    method: mask(record.method),
    path: mask(path),
    why: why && mask(why),
    hints: record.hints.map(mask),
    stack: stack && mask(stack),
  };
}
