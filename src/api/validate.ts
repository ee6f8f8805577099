// Check 8: the query and the body (§4.4, §7). Whatever is wrong with them is a 400, the only status
// that the document has for it: never 413 or 415.
import * as v from "valibot";
import { ApiError, type Issue } from "../contract/errors.ts";
import { keyParameter } from "./authenticate.ts";
import { type Call, hint } from "./call.ts";

const MAX_BODY_BYTES = 64 * 1024;

const NOT_AN_OBJECT = "The body must be a JSON object.";

/** Refuses or ignores the query, of which the document defines nothing (§4.2, §4.3). */
export function validateQuery(call: Call): void {
  const { query, world } = call;
  if (query === "") return;
  const names = [...new Set(new URLSearchParams(query).keys())];
  if (names.length === 0) return;
  const leaked = keyParameter(query, world);
  if (leaked)
    hint(call, `a key stands in the query as \`${leaked}\`, where logs and proxies see it`);
  if (world.settings.unknownQuery === "reject") {
    throw invalid(names.map((path) => ({ path, message: "There is no such query parameter." })));
  }
  hint(call, `the query was ignored, the API defines no parameter: ${names.join(", ")}`);
}

/** Reads and validates a JSON body. Throws `invalid_request` (400) with its issues. */
export async function validateBody<Body>(
  request: Request,
  schema: v.GenericSchema<unknown, Body>,
): Promise<Body> {
  requireJson(request.headers.get("content-type"));
  const body = parseJson(decodeUtf8(await readBody(request)));
  // Why: to a schema of an object, an array is one that lacks its fields.
  if (Array.isArray(body)) throw invalidBody(NOT_AN_OBJECT);
  const result = v.safeParse(schema, body);
  if (result.success) return result.output;
  throw invalid(result.issues.map(describeIssue));
}

function requireJson(contentType: string | null): void {
  const [type = "", ...parameters] = (contentType ?? "").toLowerCase().split(";");
  if (type.trim() !== "application/json") {
    const received = contentType === null ? "none" : JSON.stringify(contentType);
    throw invalidBody(`Content-Type must be application/json, received ${received}.`);
  }
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith("charset="));
  if (charset !== undefined && !/^charset="?utf-8"?$/.test(charset)) {
    throw invalidBody("JSON is UTF-8; the Content-Type names another charset.");
  }
}

// Why: a body that says how long it is need not be read to be refused; one that doesn't is read no
// further than the limit.
async function readBody(request: Request): Promise<Uint8Array> {
  const declared = request.headers.get("content-length");
  if (Number(declared) > MAX_BODY_BYTES) throw tooLarge();
  if (request.body === null) return new Uint8Array();
  if (declared !== null) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (bytes.length > MAX_BODY_BYTES) throw tooLarge();
    return bytes;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > MAX_BODY_BYTES) {
      reader.cancel().catch(() => {});
      throw tooLarge();
    }
    chunks.push(next.value);
  }
  return concatenate(chunks, length);
}

function concatenate(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    // Why: RFC 8259 §8.1 forbids a byte order mark, so it is kept and then refused as JSON.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw invalidBody("The body is not UTF-8.");
  }
}

function parseJson(text: string): unknown {
  if (text.trim() === "") throw invalidBody("The body is empty.");
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody("The body is not JSON.");
  }
}

function describeIssue(issue: v.BaseIssue<unknown>): Issue {
  const path = v.getDotPath(issue) ?? "";
  if (path === "") return { path, message: NOT_AN_OBJECT };
  if (issue.expected === "never") return { path, message: "There is no such field." };
  if (issue.input === undefined) return { path, message: "This field is required." };
  return {
    path,
    message: `This field must be ${issue.kind === "schema" ? `a ${issue.expected}` : "a UUID"}.`,
  };
}

const tooLarge = () => invalidBody(`The body is larger than ${MAX_BODY_BYTES} bytes.`);

const invalidBody = (message: string) => invalid([{ path: "", message }]);

function invalid(issues: readonly Issue[]): ApiError {
  const reasons = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message));
  return new ApiError("invalid_request", { why: reasons.join(" "), issues });
}
