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
