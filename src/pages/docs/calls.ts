// The operations of the control API, read from its OpenAPI description for the docs.
import type { ControlDocument, ControlOperation } from "../../contract/openapi/control-document.ts";

// Why: an error that this many operations share is listed only once, in the introduction.
const MANY = 5;

/** An operation with its method and path. */
export interface DocumentedCall extends ControlOperation {
  readonly method: string;
  readonly path: string;
}

/** Lists every operation of a description. */
export function listCalls({ paths }: ControlDocument): DocumentedCall[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
}

export interface CallError {
  /** `default` means every status that is not listed. */
  readonly status: string;
  /** The sentence that says when the error occurs. */
  readonly when: string;
}

/** Lists the errors of an operation. */
export function errorsOf({ responses }: DocumentedCall): CallError[] {
  return Object.entries(responses)
    .filter(([status]) => status === "default" || Number(status) >= 400)
    .map(([status, { description }]) => ({ status, when: description }));
}

/** Lists the errors that many operations share. */
export function commonErrors(calls: readonly DocumentedCall[]): CallError[] {
  const all = calls.flatMap(errorsOf);
  const counts = new Map<string, number>();
  for (const { when } of all) counts.set(when, (counts.get(when) ?? 0) + 1);
  const shared = all.filter(({ when }) => (counts.get(when) ?? 0) >= MANY);
  const found = new Map(shared.map((error) => [error.when, error]));
  return [...found.values()].toSorted((a, b) => a.status.localeCompare(b.status));
}

/** The values of a form that tries an operation: `path.NAME`, `query.NAME` and `body`. */
export interface CallValues {
  readonly body?: string;
  readonly [field: `${string}.${string}`]: string | undefined;
}

export interface CallRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body: string | undefined;
}

/** The values of an operation's own examples. A value that the world has no example for is missing. */
export function exampleValues({ parameters = [], requestBody }: DocumentedCall): CallValues {
  const example = requestBody?.content["application/json"]?.example;
  const paths = parameters.flatMap(({ in: place, name, example: value }) =>
    place === "path" && value !== undefined ? [[`path.${name}`, value]] : [],
  );
  return {
    ...Object.fromEntries(paths),
    ...(example !== undefined && { body: JSON.stringify(example, null, 2) }),
  };
}

/** Creates the request of an operation. A missing value of the path stays as its name in capitals. */
export function fillCall(call: DocumentedCall, values: CallValues): CallRequest {
  const { method, parameters = [] } = call;
  const path = call.path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = values[`path.${name}`];
    return value ? encodeURIComponent(value) : name.toUpperCase();
  });
  const query = new URLSearchParams();
  for (const { in: place, name } of parameters) {
    const value = values[`query.${name}`];
    if (place === "query" && value) query.set(name, value);
  }
  const search = query.size > 0 ? `?${query}` : "";
  return { method, path: path + search, body: values.body || undefined };
}

/** Whether the response of an operation never ends by itself. */
export function isStream({ responses }: DocumentedCall): boolean {
  return Object.values(responses).some(({ content = {} }) => "text/event-stream" in content);
}
