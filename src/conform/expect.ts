// Expectations: each checks one part of a response, and throws a `Mismatch` with the expected
// and the received value.
import * as v from "valibot";
import { ERRORS, type ErrorBody, ErrorBodySchema, type ErrorCode } from "../contract/errors.ts";
import type { ReceivedResponse } from "./exchange.ts";
import { Mismatch } from "./mismatch.ts";

/** Expects a status code. */
export function expectStatus(response: ReceivedResponse, status: number): void {
  if (response.status === status) return;
  const received = isRedirect(response)
    ? `a redirect to ${response.headers.get("location")} (not followed)`
    : response.text;
  throw new Mismatch(`${status} to ${response.request}`, `${response.status} ${received}`);
}

/** Whether a response is a redirect. */
export function isRedirect({ status, headers }: ReceivedResponse): boolean {
  return status >= 300 && status < 400 && headers.has("location");
}

/** Expects the media type of JSON, with or without parameters. */
export function expectJsonType(response: ReceivedResponse): void {
  const type = response.headers.get("content-type");
  if (type?.split(";")[0]?.trim().toLowerCase() === "application/json") return;
  throw new Mismatch(
    `Content-Type application/json with the ${response.status} to ${response.request}`,
    type ?? "no Content-Type",
  );
}

/** Expects a header, with a value if one is given, and returns its value. */
export function expectHeader(response: ReceivedResponse, name: string, value?: string): string {
  const received = response.headers.get(name);
  if (received !== null && (value === undefined || received === value)) return received;
  throw new Mismatch(
    `${name}${value === undefined ? "" : ` ${value}`} with the ${response.status} to ${response.request}`,
    received ?? `no ${name}`,
  );
}

/** Expects a body that matches a schema, and returns it parsed. */
export function expectBody<Schema extends v.GenericSchema>(
  response: ReceivedResponse,
  schema: Schema,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, response.json);
  if (parsed.success) return parsed.output;
  const issues = parsed.issues.map((issue) => {
    const path = v.getDotPath(issue);
    return path === null ? issue.message : `${path}: ${issue.message}`;
  });
  throw new Mismatch(
    `a body that matches its schema in the ${response.status} to ${response.request}`,
    response.json === undefined ? `not JSON: ${response.text}` : issues.join("; "),
  );
}

/** Expects the body, or each of its items, to have its fields in the order of a schema's entries. */
export function expectFieldOrder(
  response: ReceivedResponse,
  schema: { readonly entries: object },
): void {
  const RecordSchema = v.record(v.string(), v.unknown());
  const body = expectBody(response, v.union([v.array(RecordSchema), RecordSchema]));
  const fields = Object.keys(schema.entries);
  for (const item of Array.isArray(body) ? body : [body]) {
    expectSame(`the fields of ${response.request} in order`, Object.keys(item), fields);
  }
}

/** Expects two values to be the same as JSON. `what` names the value in the message. */
export function expectSame(what: string, received: unknown, expected: unknown): void {
  const [actual, wanted] = [JSON.stringify(received), JSON.stringify(expected)];
  if (actual !== wanted) throw new Mismatch(`${what} to be ${wanted}`, `${actual}`);
}

/** Expects a condition to hold for `received`. `expected` describes the condition. */
export function expectTrue(holds: boolean, expected: string, received: unknown): void {
  if (!holds) throw new Mismatch(expected, JSON.stringify(received) ?? "nothing");
}

/** Expects an error of the API, by status code and body, and returns the inner object. */
export function expectError(response: ReceivedResponse, code: ErrorCode): ErrorBody["error"] {
  expectStatus(response, ERRORS[code].status);
  expectJsonType(response);
  const { error } = expectBody(response, ErrorBodySchema);
  expectSame(`the code of the ${response.status} to ${response.request}`, error.code, code);
  return error;
}

/** Expects a bearer challenge with these parameters; undefined means that a parameter must be absent. */
export function expectChallenge(
  response: ReceivedResponse,
  expected: Readonly<Record<string, string | undefined>>,
): void {
  const header = expectHeader(response, "WWW-Authenticate");
  if (!/^Bearer(?: |$)/.test(header)) {
    throw new Mismatch(
      `a Bearer challenge with the ${response.status} to ${response.request}`,
      header,
    );
  }
  const params = new Map([...header.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, k, val]) => [k, val]));
  for (const [name, value] of Object.entries(expected)) {
    const what = `${name} in the challenge of the ${response.status} to ${response.request}`;
    expectSame(what, params.get(name) ?? "absent", value ?? "absent");
  }
}
