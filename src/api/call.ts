// One request on its way through the API: what came in, and what the checks learn about it.
import type { FaultRule } from "../model/state.ts";
import type { Exchange, SentHeaders } from "../world/journal/exchange.ts";
import type { Location } from "../world/locate-world.ts";
import type { World } from "../world/world.ts";

export type { RequestRecord } from "../world/journal/record.ts";

/** What the API asks of a request; a web `Request` is one. */
export interface ApiRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: SentHeaders;
  readonly body: Request["body"];
  /** The body as UTF-8, with U+FFFD in place of what is none. */
  text(): Promise<string>;
}

/** What the checks read and write. The world's journal keeps it. */
export interface Call extends Exchange {
  readonly world: World;
  /** The bytes of the body, 0 until it is read. */
  bodyLength: number;
  /** Headers that the checks add to whatever is answered. */
  headers?: Record<string, string> | undefined;
  /** How a fault loses the answer, once it is made. */
  drop?: FaultRule["drop"];
}

/** Makes the call of a request that has just come in. */
export function createCall(
  { method, headers }: ApiRequest,
  id: string,
  { world, path, query }: Location,
): Call {
  return {
    id,
    time: world.clock.now(),
    started: performance.now(),
    method,
    path,
    query,
    sentHeaders: headers,
    sentBody: undefined,
    bodyLength: 0,
    world,
    endpoint: undefined,
    key: undefined,
    status: undefined,
    ended: undefined,
    answer: undefined,
    why: undefined,
    place: 0,
  };
}

/** Notes what a tester should know of an answer that is right. */
export function hint(call: Call, text: string): void {
  call.hints ??= [];
  call.hints.push(text);
}
