// An answer of the API as HTTP: its status, its headers and its body.
import type { Call } from "./call.ts";
import { type ContentType, HTML_TYPE, JSON_TYPE } from "./render-error.ts";

// Why: a runtime copies headers in a fraction of the time that it takes to read them off an object.
const HEADERS = {
  [JSON_TYPE]: new Headers({ "Content-Type": JSON_TYPE, "Cache-Control": "no-store" }),
  [HTML_TYPE]: new Headers({ "Content-Type": HTML_TYPE, "Cache-Control": "no-store" }),
};

const encoder = new TextEncoder();

/** Makes the response to a call; `more` are headers that this answer alone has. */
export function respond(
  { method, id, headers: added }: Call,
  status: number,
  body: string,
  contentType: ContentType,
  more?: Readonly<Record<string, string>>,
): Response {
  const bodiless = method === "HEAD";
  const response = new Response(bodiless ? null : body, { status, headers: HEADERS[contentType] });
  const { headers } = response;
  headers.set("X-Request-Id", id);
  for (const name in added) headers.set(name, added[name] ?? "");
  for (const name in more) headers.set(name, more[name] ?? "");
  if (bodiless) headers.set("Content-Length", `${encoder.encode(body).length}`);
  return response;
}
