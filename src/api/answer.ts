// What the API answers, and what is made of it: a web `Response`, or plain values for a server that has
// no web objects of its own.
import { CHALLENGES } from "./challenges.ts";
import { type ContentType, JSON_TYPE } from "./errors.ts";

export interface Answer {
  readonly status: number;
  readonly contentType: ContentType;
  readonly requestId: string;
  readonly body: string;
  /** The body as bytes that answers share, which saves a runtime to account for each. */
  readonly blob: Blob | undefined;
  /** Whether the request was a HEAD, whose answer tells of a body and has none. */
  readonly bodiless: boolean;
  /** Headers that this answer alone has. */
  readonly headers: Readonly<Record<string, string>> | undefined;
}

/** An answer in plain values. */
export interface PlainAnswer {
  readonly status: number;
  /** Its own, to which a server may add. */
  readonly headers: Record<string, string>;
  /** Null where there is none. */
  readonly body: string | null;
}

// Why: a runtime copies headers in a fraction of the time that it takes to read them off an object. What
// differs is set before the copy, which costs half as much as to set it on the response.
const USUAL: ReadonlyMap<Answer["headers"], Headers> = new Map(
  [undefined, CHALLENGES.missing, CHALLENGES.invalid].map((own) => [
    own,
    new Headers({ "Content-Type": JSON_TYPE, "Cache-Control": "no-store", ...own }),
  ]),
);

const encoder = new TextEncoder();

/** Makes the web response of an answer. */
export function toResponse(answer: Answer): Response {
  const { status, contentType, requestId, body, blob = body, bodiless, headers: own } = answer;
  const usual = contentType === JSON_TYPE && !bodiless ? USUAL.get(own) : undefined;
  if (usual === undefined) {
    const { headers } = toPlain(answer);
    return new Response(bodiless ? null : blob, { status, headers });
  }
  usual.set("X-Request-Id", requestId);
  return new Response(blob, { status, headers: usual });
}

/** Makes the plain values of an answer. */
export function toPlain(answer: Answer): PlainAnswer {
  const { status, contentType, requestId, body, bodiless, headers: own } = answer;
  const headers: Record<string, string> = {
    "Content-Type": contentType,
    "Cache-Control": "no-store",
    "X-Request-Id": requestId,
  };
  if (own !== undefined) Object.assign(headers, own);
  if (bodiless) headers["Content-Length"] = lengthOf(body);
  return { status, headers, body: bodiless ? null : body };
}

const lengthOf = (body: string) => `${encoder.encode(body).length}`;
