// One request and its response. record.ts formats it, and journal.ts keeps the last ones.
import type { EndpointName } from "../../contract/endpoints.ts";
import type { ErrorCode, Why } from "../../contract/errors.ts";
import type { FaultRule } from "../../model/state.ts";

/**
 * A new field is also copied by `withoutWorld` below, and saved by `saveRequest` in persist/requests.ts, with its schema
 * in persist/format.ts.
 */
export interface Exchange {
  readonly id: string;
  /** Unix milliseconds on the world's clock. */
  readonly time: number;
  /** When the request was received, in milliseconds of the process. */
  readonly started: number;
  readonly method: string;
  /** The path without the world's prefix, as it was sent. */
  readonly path: string;
  /** The query as it was sent, without the question mark. */
  readonly query: string;
  // Runtime: in Bun a request is empty after its response, except headers that were read before.
  readonly sentHeaders: SentHeaders;
  /** The part of the request's body that was read. U+FFFD replaces invalid UTF-8. */
  sentBody: string | CutText | undefined;
  /** Whether it has a body without headers for it, as requests within a process have. */
  readonly hasBody?: boolean | undefined;
  endpoint: EndpointName | undefined;
  key: SentKey | undefined;
  /** The unknown key that was sent, masked. */
  maskedKey?: string | undefined;
  /** Notes about a response that may be surprising. */
  hints?: string[] | undefined;
  /** How many records a truncated list would have. */
  cutFrom?: number | undefined;
  /** Undefined until there is a response, as are the next two. */
  status: number | undefined;
  /** When it got its response, in milliseconds of the process. */
  ended: number | undefined;
  responseBody: string | CutText | undefined;
  /** The headers of the response. */
  responseHeaders?: Readonly<Record<string, string>> | undefined;
  /** The fault that was applied to it. */
  fault?: FaultRule | undefined;
  /** How a fault closes the connection instead of a complete response. */
  drop?: FaultRule["drop"];
  /** The code of the error of the response. */
  code?: ErrorCode | undefined;
  /** Why it was rejected, and how to fix it. */
  why: Why | undefined;
  /** The stack of a bug in the sandbox. */
  stack?: string | undefined;
  /** Whether another web page made a browser send it, without a known key. */
  stray?: true | undefined;
  /** The number of its response in its world, from 1. 0 until there is one. */
  place: number;
}

/** The parts of a key that are shown. */
export interface SentKey {
  readonly key: string;
  readonly merchant: { readonly slug: string };
}

/** The beginning of a text with this many bytes. */
export interface CutText {
  readonly text: string;
  readonly length: number;
}

/** The headers of a request, as far as they are needed here. Web `Headers` have this type. */
export interface SentHeaders extends Iterable<[name: string, value: string]> {
  get(name: string): string | null;
  has(name: string): boolean;
}

/** Why it was rejected; undefined if it was not. */
export function whyOf({ why }: Exchange): string | undefined {
  return typeof why === "function" ? why() : why;
}

/** Copies what is kept of a request, because the request itself keeps its world, and that the worlds before it. */
export function withoutWorld(exchange: Exchange) {
  const { id, time, started, method, path, query, sentHeaders, sentBody, hasBody } = exchange;
  const { endpoint, key, maskedKey, hints, cutFrom, status, ended, responseBody } = exchange;
  const { responseHeaders, fault, drop, code, stack, stray, place } = exchange;
  return {
    ...{ id, time, started, method, path, query, sentHeaders, sentBody, hasBody },
    ...{ endpoint, maskedKey, hints, cutFrom, status, ended, responseBody },
    ...{ responseHeaders, fault, drop, code, stack, stray, place },
    key: key && { key: key.key, merchant: { slug: key.merchant.slug } },
    why: whyOf(exchange),
  } satisfies Record<keyof Exchange, unknown>;
}
