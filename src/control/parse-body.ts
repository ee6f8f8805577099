// The body of a call → what its schema makes of it, or every mistake in it, each by its path.
import * as v from "valibot";
import { isMapping } from "../seeds/entries.ts";
import { suggest } from "../seeds/nearest.ts";

export interface BodyIssue {
  /** The field, like `rateLimit.capacity`; empty for the body itself. */
  readonly path: string;
  readonly message: string;
}

/** A body that is not what a call takes. */
export class InvalidBodyError extends Error {
  readonly issues: readonly BodyIssue[];

  constructor(issues: readonly BodyIssue[]) {
    super("the body is not what this call takes; mend what `errors` lists");
    this.name = "InvalidBodyError";
    this.issues = issues;
  }
}

/** Parses a body. Throws `InvalidBodyError`. */
export function parseBody<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, body, { abortPipeEarly: true });
  if (!result.success) {
    throw new InvalidBodyError(result.issues.flatMap((issue) => explain(schema, issue)));
  }
  const lists = findLists(body, result.output);
  if (lists.length > 0) throw new InvalidBodyError(lists);
  return result.output;
}

/** Finds lists in the place of objects: to Valibot, an empty one is an object without fields. */
function findLists(given: unknown, taken: unknown, path = ""): BodyIssue[] {
  if (given === taken || !isMapping(taken)) return [];
  if (Array.isArray(given)) return [{ path, message: "must be an object, not a list" }];
  if (!isMapping(given)) return [];
  return Object.entries(taken).flatMap(([name, value]) =>
    findLists(given[name], value, path === "" ? name : `${path}.${name}`),
  );
}

function explain(schema: v.GenericSchema, issue: v.BaseIssue<unknown>): BodyIssue[] {
  const nested = issue.issues?.flatMap((inner) => joinPaths(issue, inner)) ?? [];
  if (nested.length > 0) return nested.flatMap((inner) => explain(schema, inner));
  const path = v.getDotPath(issue) ?? "";
  const item = issue.path?.at(-1);
  if (issue.type === "strict_object" && item && issue.expected === "never") {
    const parents = issue.path?.slice(0, -1).map(({ key }) => key) ?? [];
    return explainUnknown(Object.keys(Object(item.input)), fieldsAt(schema, parents), parents);
  }
  if (issue.type === "strict_object" && issue.received === "undefined") {
    return [{ path, message: "is missing" }];
  }
  const isOwn = !issue.message.startsWith("Invalid ");
  return [{ path, message: `must be ${isOwn ? issue.message : describe(issue.expected)}` }];
}

/** An issue of one of several choices, as one of the whole. */
function joinPaths({ path }: v.BaseIssue<unknown>, inner: v.BaseIssue<unknown>) {
  if (path === undefined || inner.path === undefined) return [];
  const [first, ...rest] = path;
  const joined: typeof path = [first, ...rest, ...inner.path];
  return [{ ...inner, path: joined }];
}

// Why: Valibot names the first alone.
function explainUnknown(
  fields: readonly string[],
  known: readonly string[],
  parents: readonly unknown[],
): BodyIssue[] {
  const unknown = fields.filter((field) => !known.includes(field));
  return unknown.map((field) => {
    const hint = suggest(field, known) ?? `Known here: ${known.join(", ")}.`;
    return {
      path: [...parents, field].join("."),
      message: `there is no such field. ${hint}`,
    };
  });
}

/** The fields that an object may have, by the way to it. */
function fieldsAt(schema: unknown, [step, ...rest]: readonly unknown[]): string[] {
  if (!isMapping(schema)) return [];
  if ("wrapped" in schema) return fieldsAt(schema.wrapped, [step, ...rest]);
  if (Array.isArray(schema.options)) {
    return schema.options.flatMap((option) => fieldsAt(option, [step, ...rest]));
  }
  if ("item" in schema) return fieldsAt(schema.item, rest);
  if (!isMapping(schema.entries)) return [];
  return step === undefined
    ? Object.keys(schema.entries)
    : fieldsAt(schema.entries[String(step)], rest);
}

/** Puts into words what Valibot expected, as `Object` or `("active" | "revoked")`. */
function describe(expected: string | null): string {
  if (expected === "Object") return "an object";
  if (expected === "Array") return "a list";
  return (expected ?? "something else").replace(/^\((.*)\)$/, "$1").replaceAll(" | ", " or ");
}
