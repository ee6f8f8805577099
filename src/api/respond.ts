// How a request ends: with one `Response`, from the JSON of an endpoint or from an error, which is recorded in the
// world's journal.
import { ApiError } from "../contract/errors.ts";
import { type RequestRecord, recordOf } from "../world/journal/record.ts";
import type { Call } from "./call.ts";
import { dropConnection } from "./drop-connection.ts";
import { JSON_TYPE, renderError } from "./errors.ts";
import { inPieces, shapeHeaders, shapeJson } from "./response-form.ts";

export interface ResponderOptions {
  /** Called for every request after its response. */
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
}

interface ResponderParts extends ResponderOptions {
  /** The system's time in Unix milliseconds. */
  readonly now: () => number;
}

interface Content {
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Makes the functions that turn the JSON of an endpoint, or an error, into the response. */
export function createResponder({ onRequest, now }: ResponderParts) {
  return { respond, fail };

  /** Responds to an error: with 500 if it is not an error of the API. */
  function fail(call: Call, thrown: unknown): Response | Promise<Response> {
    const error = thrown instanceof ApiError ? thrown : bug(thrown);
    const { body, contentType: type } = renderError(error, call.id, call.world.settings.errorBody);
    call.code = error.code;
    call.why = error.details.why;
    if (error !== thrown && thrown instanceof Error) call.stack = thrown.stack;
    return respond(call, error.status, body, { type, headers: error.details.headers });
  }

  function respond(
    call: Call,
    status: number,
    made: string,
    { type = JSON_TYPE, headers }: Content = {},
  ): Response | Promise<Response> {
    const { settings } = call.world;
    const body = type.endsWith("json") && made !== "" ? shapeJson(made, settings) : made;
    const sent = shapeHeaders(
      {
        "Content-Type": type,
        "Cache-Control": "no-store",
        "X-Request-Id": call.id,
        ...call.headers,
        ...headers,
      },
      settings,
      now,
    );
    call.status = status;
    call.responseBody = body;
    call.responseHeaders = sent;
    call.ended = performance.now();
    call.world.journal.complete(call);
    onRequest?.(recordOf(call, call.world));
    const response = createResponse(call, status, body, sent);
    return call.drop ? dropConnection(response, call) : response;
  }
}

function createResponse(
  { method, world }: Call,
  status: number,
  body: string,
  headers: Record<string, string>,
): Response {
  if (method !== "HEAD") {
    const isChunked = world.settings.transfer === "chunked" && body !== "";
    return new Response(isChunked ? inPieces(body) : body, { status, headers });
  }
  // Why: Hono and the runtimes leave out the length together with the body.
  headers["Content-Length"] = `${new TextEncoder().encode(body).length}`;
  return new Response(null, { status, headers });
}

function bug(thrown: unknown): ApiError {
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  return new ApiError("internal_error", { why: `a bug in the sandbox: ${why}` });
}
