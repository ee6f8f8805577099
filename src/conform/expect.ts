// Expectations: each looks at one side of an answer, and throws a `Mismatch` that says what was
// expected of which request and what came instead.
import * as v from "valibot";
import { ERRORS, type ErrorBody, ErrorBodySchema, type ErrorCode } from "../contract/errors.ts";
import type { Answer } from "./exchange.ts";
import { Mismatch } from "./mismatch.ts";

/** Expects a status. */
export function expectStatus(answer: Answer, status: number): void {
  if (answer.status === status) return;
  const received = isRedirect(answer)
    ? `a redirect to ${answer.headers.get("location")}, which is not followed`
    : answer.text;
  throw new Mismatch(`${status} to ${answer.request}`, `${answer.status} ${received}`);
}

/** Tells whether an answer leads to another address. */
export function isRedirect({ status, headers }: Answer): boolean {
  return status >= 300 && status < 400 && headers.has("location");
}

/** Expects the media type of JSON, parameters aside. */
export function expectJsonType(answer: Answer): void {
  const type = answer.headers.get("content-type");
  if (type?.split(";")[0]?.trim().toLowerCase() === "application/json") return;
  throw new Mismatch(
    `Content-Type application/json with the ${answer.status} to ${answer.request}`,
    type ?? "no Content-Type",
  );
}

/** Expects a header to be there, or to have one value, and returns it. */
export function expectHeader(answer: Answer, name: string, value?: string): string {
  const received = answer.headers.get(name);
  if (received !== null && (value === undefined || received === value)) return received;
  throw new Mismatch(
    `${name}${value === undefined ? "" : ` ${value}`} with the ${answer.status} to ${answer.request}`,
    received ?? `no ${name}`,
  );
}

/** Expects a body that fits a schema, and returns it parsed. */
export function expectBody<Schema extends v.GenericSchema>(
  answer: Answer,
  schema: Schema,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, answer.json);
  if (parsed.success) return parsed.output;
  const issues = parsed.issues.map((issue) => {
    const path = v.getDotPath(issue);
    return path === null ? issue.message : `${path}: ${issue.message}`;
  });
  throw new Mismatch(
    `a body as described in the ${answer.status} to ${answer.request}`,
    answer.json === undefined ? `no JSON: ${answer.text}` : issues.join("; "),
  );
}

/** Expects the body, or each item of it, to name its fields in the order of a schema's entries. */
export function expectFieldOrder(answer: Answer, schema: { readonly entries: object }): void {
  const RecordSchema = v.record(v.string(), v.unknown());
  const body = expectBody(answer, v.union([v.array(RecordSchema), RecordSchema]));
  const fields = Object.keys(schema.entries);
  for (const item of Array.isArray(body) ? body : [body]) {
    expectSame(`the fields of ${answer.request} in order`, Object.keys(item), fields);
  }
}

/** Expects two values to read the same as JSON. `what` names the value in the message. */
export function expectSame(what: string, received: unknown, expected: unknown): void {
  const [had, wanted] = [JSON.stringify(received), JSON.stringify(expected)];
  if (had !== wanted) throw new Mismatch(`${what} to be ${wanted}`, `${had}`);
}

/** Expects all of what must hold of `received`, in the words of `expected`. */
export function expectTrue(holds: boolean, expected: string, received: unknown): void {
  if (!holds) throw new Mismatch(expected, JSON.stringify(received) ?? "nothing");
}

/** Expects one of the sandbox's refusals, status and body, and returns its inner object. */
export function expectError(answer: Answer, code: ErrorCode): ErrorBody["error"] {
  expectStatus(answer, ERRORS[code].status);
  expectJsonType(answer);
  const { error } = expectBody(answer, ErrorBodySchema);
  expectSame(`the code of the ${answer.status} to ${answer.request}`, error.code, code);
  return error;
}
