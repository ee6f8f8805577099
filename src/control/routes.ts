// Mounts operations as routes: reads the body and the query, runs the operation, and makes the response.
// Errors become problems.
import type { Context, Hono } from "hono";
import { isMapping } from "../shared/mapping.ts";
import { pointerTo } from "../shared/pointer.ts";
import { InvalidChangeError } from "../world/invalid-change.ts";
import {
  type InputIssue,
  type InputPart,
  InvalidInputError,
  PART_NAMES,
} from "../world/invalid-input.ts";
import { type Actor, actAs } from "../world/journal/actor.ts";
import { parseInput } from "../world/parse-input.ts";
import { WorldError, type WorldErrorCode } from "../world/world-error.ts";
import type { Operation, Remote } from "./operation.ts";
import { querySchemaOf, respondWithPage } from "./page.ts";
import { problem } from "./problem.ts";

const STATUSES: Readonly<Record<WorldErrorCode, 404 | 409 | 422 | 429>> = {
  "bad-name": 422,
  "bad-time": 422,
  conflict: 409,
  "not-found": 404,
  "not-droppable": 409,
  "too-many": 429,
};

/** Mounts operations; other methods on their paths are rejected. */
export function mountOperations<Env extends { Bindings: object }>(
  app: Hono<Env>,
  operations: readonly Operation[],
  remote: Remote,
): void {
  const paths = new Map<string, string[]>();
  for (const operation of operations) {
    const path = `/_sandbox${operation.path}`;
    paths.set(path, [...(paths.get(path) ?? []), operation.method.toUpperCase()]);
    app.on(operation.method.toUpperCase(), path, (c) => respond(c, operation, remote));
  }
  for (const [path, methods] of paths) {
    const allowed = methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
    app.all(path, (c) => rejectMethod(c.req.method, allowed));
  }
}

/** Rejects a method, with the methods that the path supports. */
export function rejectMethod(method: string, supported: readonly string[]): Response {
  const allowed = supported.join(", ");
  const detail = `This path supports ${allowed}, not ${method}.`;
  return problem(405, detail, { headers: { Allow: allowed } });
}

async function respond(c: Context, operation: Operation, remote: Remote): Promise<Response> {
  try {
    const param = (name: string) => c.req.param(name) ?? "";
    const body = await readBody(c, operation);
    const world = () => remote.worlds.get(param("world"));
    const query = readQuery(c, operation);
    const request = c.req.raw;
    const call = { ...remote, body, query, request, world, param };
    const result = await actAs(actorOf(request), () => operation.run(call));
    if (result instanceof Response) return result;
    const { success = 200, pageBy, mediaType } = operation;
    if (success === 204) return c.body(null, 204);
    if (pageBy && Array.isArray(result)) return respondWithPage(request, pageBy, result);
    if (mediaType) return c.body(`${result}`, success, { "Content-Type": mediaType });
    // Runtime: `Response.json` of Bun names a charset, that of Node does not.
    return c.body(JSON.stringify(result), success, { "Content-Type": "application/json" });
  } catch (error) {
    return explain(error);
  }
}

/** Who sent a request: the pages of the dashboard name themselves in `Referer`. */
function actorOf({ headers }: Request): Actor {
  return /^[^?#]*\/dashboard(?:[/?#]|$)/.test(headers.get("referer") ?? "")
    ? "dashboard"
    : "control API";
}

function readQuery(c: Context, operation: Operation): unknown {
  const schema = querySchemaOf(operation);
  if (schema === undefined) return undefined;
  const repeated = Object.entries(c.req.queries()).filter(([, values]) => values.length > 1);
  if (repeated.length === 0) return parseInput("query", schema, c.req.query());
  const issues = repeated.map(([name, values]) => {
    return { path: pointerTo([name]), message: `must be given once, not ${values.length} times` };
  });
  throw new InvalidInputError("query", issues);
}

async function readBody(c: Context, { method, body, isBodyOptional }: Operation): Promise<unknown> {
  if (method === "get") return undefined;
  const text = decode(await c.req.arrayBuffer());
  const isEmpty = text.trim() === "";
  if (body !== undefined) {
    return parseInput("body", body, isEmpty && isBodyOptional ? {} : parseJson(text));
  }
  if (isEmpty) return undefined;
  // Why: some clients send `{}` with every write; anything more would be ignored in silence.
  const sent = parseJson(text);
  if (isMapping(sent) && Object.keys(sent).length === 0) return undefined;
  throw new InvalidInputError("body", [
    { path: "", message: "must be empty, because this call takes no body" },
  ]);
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new SyntaxError("The body is not UTF-8. Send JSON in UTF-8.");
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const found = text.trim() === "" ? "empty" : "not JSON";
    throw new SyntaxError(
      `The body is ${found}. Send JSON as /_sandbox/openapi.json describes it.`,
    );
  }
}

function explain(error: unknown): Response {
  if (error instanceof SyntaxError) return problem(400, error.message);
  if (error instanceof WorldError) {
    const { code, message } = error;
    return problem(STATUSES[code], message, { code });
  }
  if (error instanceof InvalidInputError) return invalid(error.part, error.issues);
  if (error instanceof InvalidChangeError) return explainChange(error);
  throw error;
}

function explainChange({ diagnostics }: InvalidChangeError): Response {
  const errors = diagnostics.map(({ severity, code, message, hint, span }) => {
    return { path: span.pointer ?? "", message, severity, code, hint };
  });
  return invalid("body", errors);
}

function invalid(part: InputPart, errors: readonly InputIssue[]): Response {
  // Why: test frameworks often show only `detail`.
  const [first] = errors;
  const rest = errors.length > 1 ? ` See \`errors\` for ${errors.length - 1} more.` : "";
  const detail = `Invalid ${PART_NAMES[part]}: ${first && formatIssue(first)}${rest}`;
  return problem(part === "query" ? 400 : 422, detail, { errors });
}

/** Formats a mistake as a sentence, such as `/by: must be a duration.` */
function formatIssue({ path, message, hint }: InputIssue & { readonly hint?: string | undefined }) {
  const text = `${path && `${path}: `}${message}`;
  return `${/[.?]$/.test(text) ? text : `${text}.`}${hint ? ` ${hint}` : ""}`;
}
