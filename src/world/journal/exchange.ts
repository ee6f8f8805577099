// One request and its response. Nothing is formatted here: record.ts does that, and journal.ts has the last ones.
import type { EndpointName } from "../../contract/endpoints.ts";
import type { ErrorCode, Why } from "../../contract/errors.ts";
import type { FaultRule } from "../../model/state.ts";

export interface Exchange {
  readonly id: string;
  /** Unix milliseconds on the world's clock. */
  readonly time: number;
  /** When the request came in, by the process's own measure. */
  readonly started: number;
  readonly method: string;
  /** The path without the world's prefix, as it was sent. */
  readonly path: string;
  /** The query as it was sent, without the question mark. */
  readonly query: string;
  // Runtime: under Bun a request is empty once it is answered; headers that were read before are not.
  readonly sentHeaders: SentHeaders;
  /** What was read of the request's body; U+FFFD replaces what was not UTF-8. */
  sentBody: string | CutText | undefined;
  /** Whether it has a body that its headers do not announce, as requests within a process have. */
  readonly hasBody?: boolean | undefined;
  endpoint: EndpointName | undefined;
  key: SentKey | undefined;
  /** The unknown key that was sent, masked. */
  maskedKey?: string | undefined;
  /** Notes about a response that may be surprising. */
  hints?: string[] | undefined;
  /** How many records a list would have that was cut. */
  cutFrom?: number | undefined;
  /** Undefined until it is answered, as are the next two. */
  status: number | undefined;
  /** When it was answered, by the process's own measure. */
  ended: number | undefined;
  answer: string | CutText | undefined;
  /** The headers of the response. */
  answerHeaders?: Readonly<Record<string, string>> | undefined;
  /** The fault that hit it. */
  fault?: FaultRule | undefined;
  /** How a fault drops the connection in place of a whole response. */
  drop?: FaultRule["drop"];
  /** The code of the error that it was answered with. */
  code?: ErrorCode | undefined;
  /** Why it was rejected, and how to fix it. */
  why: Why | undefined;
  /** The stack of a bug in the sandbox. */
  stack?: string | undefined;
  /** Whether a web page elsewhere had a browser send it, without a known key. */
  stray?: true | undefined;
  /** Its place among the answered requests of its world, from 1; 0 until then. */
  place: number;
}

/** What is shown of a key of the world. */
export interface SentKey {
  readonly key: string;
  readonly merchant: { readonly slug: string };
}

/** The beginning of a text of so many bytes. */
export interface CutText {
  readonly text: string;
  readonly length: number;
}

/** The headers of a request, as far as they are asked for; web `Headers` are such ones. */
export interface SentHeaders extends Iterable<[name: string, value: string]> {
  get(name: string): string | null;
  has(name: string): boolean;
}
