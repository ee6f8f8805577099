// A sandbox's control API as a test asks it. Every answer is held against the description that the API
// gives of itself, so that whatever is tested is documented as it is.
import { expect } from "bun:test";
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { ControlPath } from "../../src/contract/openapi/control-document.ts";
import { describeControl, namesIn } from "../../src/control/openapi.ts";
import type { Sandbox } from "../../src/library/library.ts";
import type { WorldErrorCode } from "../../src/world/world-error.ts";
import { sandbox, type TestSandbox, type TestSandboxOptions } from "../support/sandbox.ts";

export const CONTROL = "http://127.0.0.1:4701/_sandbox";

/** An answer, read to its end. */
export interface Answer {
  readonly status: number;
  /** What its JSON is, or its text where it is none; undefined where it is empty. */
  readonly body: unknown;
}

export interface ControlledSandbox extends TestSandbox {
  /** Asks the control API; a text goes as it is, all else as JSON. */
  ask(method: string, path: string, body?: unknown): Promise<Answer>;
  /** The same, of an answer that must be of this status. */
  must(status: number, method: string, path: string, body?: unknown): Promise<unknown>;
}

/** A sandbox for one test, with a way to its control API. */
export function controlled(options: TestSandboxOptions = {}): ControlledSandbox {
  const made = sandbox(options);
  const ask: ControlledSandbox["ask"] = (...call) => askControl(made, ...call);
  return Object.assign(made, {
    ask,
    async must(status: number, ...call: Parameters<typeof ask>): Promise<unknown> {
      const answer = await ask(...call);
      expect([call, answer]).toEqual([call, { ...answer, status }]);
      return answer.body;
    },
  });
}

/** Asks the control API of any sandbox, and holds the answer against its description. */
export async function askControl(
  { hosted }: Pick<Sandbox, "hosted">,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const sent = typeof body === "string" ? body : (JSON.stringify(body) ?? null);
  const headers = { "Content-Type": "application/json" };
  const request = new Request(CONTROL + path, { method, headers, body: sent });
  const response = await hosted.fetch(request);
  const type = response.headers.get("content-type");
  const text = await response.text();
  const answer = { status: response.status, body: read(type, text) };
  expectDescribed(method, path, type, answer);
  return answer;
}

/** The problem of RFC 9457 that the control API answers. */
export function problem(
  status: number,
  title: string,
  detail: unknown,
  { errors, code }: { readonly errors?: unknown; readonly code?: WorldErrorCode } = {},
): Answer {
  const body = { type: "about:blank", title, status, detail };
  return { status, body: { ...body, ...(code && { code }), ...(errors ? { errors } : {}) } };
}

/** A body that is not what a call takes: each field of it that is wrong, like `rateLimit.capacity`, and why. */
export function misfits(errors: Readonly<Record<string, string>>): Answer {
  const listed = Object.entries(errors).map(([field, message]) => {
    return { path: field && `/${field.replaceAll(".", "/")}`, message: startingWith(message) };
  });
  const [first] = Object.values(errors);
  const detail = expect.stringMatching(
    new RegExp(`^Invalid request body: .*${RegExp.escape(first ?? "")}`),
  );
  return problem(422, "Unprocessable Content", detail, { errors: listed });
}

/** A message, with or without what was received. */
export const startingWith = (text: string) =>
  expect.stringMatching(new RegExp(`^${RegExp.escape(text)}(?:, received .+)?$`));

export const notFound = (detail: string) =>
  problem(404, "Not Found", detail, { code: "not-found" });
export const conflict = (detail: string) => problem(409, "Conflict", detail, { code: "conflict" });

function read(type: string | null, text: string): unknown {
  if (text === "") return undefined;
  return type?.endsWith("json") ? JSON.parse(text) : text;
}

/** What the control API says of itself. */
export const DESCRIPTION = describeControl({
  version: "0",
  hostedUrl: "http://127.0.0.1:4701",
  secured: false,
  names: namesIn(sandbox().worlds.default, []),
});

/** What `default` stands for. */
const OTHER_STATUSES: readonly number[] = [405, 500];

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
addFormats.default(ajv);
ajv.addVocabulary(["components"]);
const compiled = new Map<object, ValidateFunction>();

/** Compiles a schema of the description. */
export function compile(schema: object): ValidateFunction {
  const { components } = DESCRIPTION;
  const validate = compiled.get(schema) ?? ajv.compile({ ...schema, components });
  compiled.set(schema, validate);
  return validate;
}

function expectDescribed(
  method: string,
  path: string,
  type: string | null,
  { status, body }: Answer,
): void {
  const described = find(path);
  if (described === undefined) return;
  const response = findResponse(described, method, status);
  if (response === undefined) throw new Error(`${method} ${path} answers ${status} undescribed`);
  const { content } = response;
  if (method === "HEAD" || content === undefined) {
    expect(body).toBeUndefined();
    return;
  }
  const schema = content[type ?? ""]?.schema;
  if (schema === undefined) throw new Error(`${method} ${path} answers ${type} undescribed`);
  const validate = compile(schema);
  const fits = validate(body);
  expect([method, path, body, fits ? null : validate.errors]).toEqual([method, path, body, null]);
}

function findResponse(path: ControlPath, method: string, status: number) {
  const operations = new Map(Object.entries(path));
  const operation = operations.get(method === "HEAD" ? "get" : method.toLowerCase());
  const [any] = operations.values();
  const other = OTHER_STATUSES.includes(status) ? any?.responses.default : undefined;
  return operation?.responses[status] ?? other;
}

function find(path: string) {
  const sent = `/_sandbox${path}`.split("?")[0] ?? "";
  const pattern = Object.keys(DESCRIPTION.paths).find((known) =>
    new RegExp(`^${known.replace(/\{\w+\}/g, "[^/]+")}$`).test(sent),
  );
  return pattern === undefined ? undefined : DESCRIPTION.paths[pattern];
}
