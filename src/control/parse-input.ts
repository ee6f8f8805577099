// The body or the query of a call → what its schema makes of it, or every mistake in it, each by its path.
import * as v from "valibot";
import { isMapping } from "../seeds/mapping.ts";
import { suggest } from "../seeds/nearest.ts";
import { fieldsAt, nestedIssues } from "../seeds/schema-fields.ts";

export interface InputIssue {
  /** The field, like `rateLimit.capacity`; empty for the whole. */
  readonly path: string;
  readonly message: string;
}

type Part = "body" | "query";

/** A body or a query that is not what a call takes. */
export class InvalidInputError extends Error {
  readonly part: Part;
  readonly issues: readonly InputIssue[];

  constructor(part: Part, issues: readonly InputIssue[]) {
    super(`the ${part} is not what this call takes; mend what \`errors\` lists`);
    this.name = "InvalidInputError";
    this.part = part;
    this.issues = issues;
  }
}

/** Parses a part of a call. Throws `InvalidInputError`. */
export function parseInput<Schema extends v.GenericSchema>(
  part: Part,
  schema: Schema,
  input: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input, { abortPipeEarly: true });
  if (!result.success) {
    const issues = result.issues.flatMap((issue) => explain(schema, issue));
    throw new InvalidInputError(part, issues);
  }
  const lists = findLists(input, result.output);
  if (lists.length > 0) throw new InvalidInputError(part, lists);
  return result.output;
}

/** Finds lists in the place of objects: to Valibot, an empty one is an object without fields. */
function findLists(given: unknown, taken: unknown, path = ""): InputIssue[] {
  if (given === taken || !isMapping(taken)) return [];
  if (Array.isArray(given)) return [{ path, message: "must be an object, not a list" }];
  if (!isMapping(given)) return [];
  return Object.entries(taken).flatMap(([name, value]) =>
    findLists(given[name], value, path === "" ? name : `${path}.${name}`),
  );
}

function explain(schema: v.GenericSchema, issue: v.BaseIssue<unknown>): InputIssue[] {
  const nested = nestedIssues(issue);
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

// Why: Valibot names the first alone.
function explainUnknown(
  fields: readonly string[],
  known: readonly string[],
  parents: readonly unknown[],
): InputIssue[] {
  const unknown = fields.filter((field) => !known.includes(field));
  return unknown.map((field) => {
    const hint = suggest(field, known) ?? `Known here: ${known.join(", ")}.`;
    return {
      path: [...parents, field].join("."),
      message: `there is no such field. ${hint}`,
    };
  });
}

/** Puts into words what Valibot expected, as `Object` or `("active" | "revoked")`. */
function describe(expected: string | null): string {
  if (expected === "Object") return "an object";
  if (expected === "Array") return "a list";
  return (expected ?? "something else").replace(/^\((.*)\)$/, "$1").replaceAll(" | ", " or ");
}
