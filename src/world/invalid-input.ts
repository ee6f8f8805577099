// The error of an invalid argument, body or query, and a copy of an argument as JSON. The client needs these without
// the schemas.
import { isMapping } from "../shared/mapping.ts";
import { pointerTo } from "../shared/pointer.ts";

// Why: more than seeds allow, whose reader reports the location.
const MOST_DEPTH = 100;

export interface InputIssue {
  /** The field as a JSON pointer, like `/rateLimit/capacity`; empty for the whole. */
  readonly path: string;
  readonly message: string;
}

export type InputPart = "argument" | "body" | "path" | "query";

/** The names of the parts in messages. */
export const PART_NAMES: Readonly<Record<InputPart, string>> = {
  argument: "argument",
  body: "request body",
  path: "path",
  query: "query",
};

/** An invalid argument, body or query. `issues` has every mistake, and the message lists them. */
export class InvalidInputError extends Error {
  // Runtime: a bundler may rename the class, and Node shows its name.
  static override readonly name = "InvalidInputError";
  readonly part: InputPart;
  readonly issues: readonly InputIssue[];

  constructor(part: InputPart, issues: readonly InputIssue[]) {
    const lines = issues.map(({ path, message }) => `  ${path ? `${path}: ` : ""}${message}`);
    super([`Invalid ${PART_NAMES[part]}:`, ...lines].join("\n"));
    this.name = "InvalidInputError";
    this.part = part;
    this.issues = issues;
  }
}

/** Copies a value by way of JSON. Throws `InvalidInputError` for a value that JSON does not support. */
export function copyAsJson(value: unknown, path: readonly string[] = []): unknown {
  const message = explainNotJson(value, path.length);
  if (message !== undefined) {
    throw new InvalidInputError("argument", [{ path: pointerTo(path), message }]);
  }
  if (Array.isArray(value)) {
    return Array.from(value, (item, index) => copyAsJson(item, [...path, String(index)]));
  }
  if (!isMapping(value)) return value;
  if (typeof value.toJSON === "function") return copyAsJson(value.toJSON(), path);
  // Why: JSON drops undefined fields.
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(
    fields.map(([name, field]) => [name, copyAsJson(field, [...path, name])]),
  );
}

function explainNotJson(value: unknown, depth: number): string | undefined {
  if (depth > MOST_DEPTH) return `has more than ${MOST_DEPTH} levels, or contains itself`;
  if (typeof value === "bigint")
    return "is a bigint, which JSON does not support; send it as a string";
  if (typeof value === "function" || typeof value === "symbol") {
    return `is a ${typeof value}, which JSON does not support; leave it out`;
  }
  if (typeof value === "number" && !Number.isFinite(value)) {
    return `is ${value}, which JSON does not support; use a finite number`;
  }
  return undefined;
}
