// Check 9: the body (§4.4, §7). Each mistake in it is a 400, the only status that the specification has for
// it: never 413 or 415.
import * as v from "valibot";
import type { Issue } from "../../contract/errors.ts";
import { declaredLength, readChunks } from "../../world/read-body.ts";
import type { Call } from "../call.ts";
import { invalidRequest, JSON_TYPE } from "../errors.ts";

const MAX_BODY_BYTES = 64 * 1024;
/** The maximum number of issues in a response. */
const MOST_ISSUES = 100;

/** The character that a decoder inserts for invalid UTF-8. */
const REPLACEMENT = "\ufffd";
const BYTE_ORDER_MARK = "\ufeff";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

const NOT_AN_OBJECT = "The body must be a JSON object.";

const SEND = 'Send `{"productId": "<uuid>"}` as application/json.';

type ObjectSchema<Body> = v.GenericSchema<unknown, Body> & { readonly entries: object };

/** Reads the body and parses it by a schema. Rejects with `invalid_request` (400) and its issues. */
export async function readBody<Body>(
  call: Call,
  request: Request,
  schema: ObjectSchema<Body>,
): Promise<Body> {
  requireJson(call.sentHeaders.get("content-type"));
  const declared = declaredLength(call.sentHeaders);
  if (declared === undefined) {
    const bytes = await readChunks(request.body, MAX_BODY_BYTES).catch(rejectBroken);
    if (bytes === undefined) throw tooLarge();
    return parseBody(call, decoder.decode(bytes), bytes.length, schema);
  }
  // Why: with a declared length, a long body is rejected without reading it.
  if (declared > MAX_BODY_BYTES) throw tooLarge();
  return parseBody(call, await request.text().catch(rejectBroken), declared, schema);
}

function rejectBroken(): never {
  throw invalidBody("The body is incomplete.");
}

function parseBody<Body>(
  call: Call,
  read: string,
  length: number,
  schema: ObjectSchema<Body>,
): Body {
  const text = asSent(read, length);
  call.sentBody = text;
  if (!isUtf8(text, length)) throw invalidBody("The body is not UTF-8.");
  const body = parseJson(text);
  // Why: an object schema treats an array as an object without fields.
  if (Array.isArray(body)) throw invalidBody(NOT_AN_OBJECT);
  const result = v.safeParse(schema, body);
  if (result.success) return result.output;
  const issues = result.issues.flatMap((issue) => describeIssue(issue, body, schema));
  throw invalidRequest(issues.slice(0, MOST_ISSUES), SEND);
}

/** The text of a body as it was sent: runtimes leave the byte order mark out. */
// Contract: JSON has no byte order mark (RFC 8259 §8.1).
function asSent(text: string, length: number): string {
  if (text.length === length) return text;
  return sizeOf(BYTE_ORDER_MARK + text) === length ? BYTE_ORDER_MARK + text : text;
}

/** Whether a text of `length` bytes came as UTF-8. */
// Why: to send U+FFFD itself is UTF-8 as well, but no body of the API can hold it.
// Runtime: Bun reads UTF-16 as such, which then takes fewer bytes than were sent.
function isUtf8(text: string, length: number): boolean {
  return !text.includes(REPLACEMENT) && (text.length === length || sizeOf(text) === length);
}

function requireJson(contentType: string | null): void {
  if (contentType === JSON_TYPE) return;
  const [type = "", ...parameters] = (contentType ?? "").toLowerCase().split(";");
  if (type.trim() !== JSON_TYPE) {
    const received = contentType === null ? "none" : JSON.stringify(contentType);
    throw invalidBody(`Content-Type must be ${JSON_TYPE}, received ${received}.`);
  }
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith("charset="));
  if (charset !== undefined && !/^charset="?utf-8"?$/.test(charset)) {
    throw invalidBody("The charset in Content-Type must be utf-8.");
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody(text.trim() === "" ? "The body is empty." : "The body is not JSON.");
  }
}

// Why: the API's one body has one field, so that it is missing, not a UUID, or one of many.
function describeIssue(
  issue: v.BaseIssue<unknown>,
  body: unknown,
  { entries }: { readonly entries: object },
): Issue[] {
  if (issue.path === undefined) return [{ path: "", message: NOT_AN_OBJECT }];
  if (issue.expected === "never") {
    // Why: Valibot names the first unknown field only.
    const unknown = Object.keys(Object(body)).filter((name) => !Object.hasOwn(entries, name));
    return unknown.map((path) => ({ path, message: "Unknown field." }));
  }
  const path = v.getDotPath(issue) ?? "";
  if (issue.input === undefined) return [{ path, message: "This field is required." }];
  return [{ path, message: "This field must be a UUID." }];
}

const sizeOf = (text: string) => encoder.encode(text).length;

const tooLarge = () => invalidBody(`The body is larger than ${MAX_BODY_BYTES} bytes.`);

const invalidBody = (message: string) => invalidRequest([{ path: "", message }], SEND);
