// Parses input with its schema, or reports every mistake with its path. Input is the body or query of a call to the
// control API, or the argument of a method of the library.
import * as v from "valibot";
import { CHANGES } from "../model/schema.ts";
import { fieldsAt, nestedIssues } from "../seeds/diagnostics/schema-fields.ts";
import { suggest } from "../shared/closest-match.ts";
import { isMapping } from "../shared/mapping.ts";
import { pointerTo } from "../shared/pointer.ts";
import { jsonTerms } from "./changes/json-terms.ts";
import { copyAsJson, type InputIssue, type InputPart, InvalidInputError } from "./invalid-input.ts";

/** Parses the argument of a method as the control API parses a body. Throws `InvalidInputError`. */
export function parseArgument<Schema extends v.GenericSchema>(
  schema: Schema,
  argument: unknown,
): v.InferOutput<Schema> {
  return parseInput("argument", schema, copyAsJson(argument));
}

/** Parses a part of a call. Throws `InvalidInputError`. */
export function parseInput<Schema extends v.GenericSchema>(
  part: InputPart,
  schema: Schema,
  input: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input, { abortPipeEarly: true });
  if (!result.success) {
    const issues = result.issues.flatMap((issue) => explain(schema, issue));
    throw new InvalidInputError(part, issues);
  }
  const ignored = findIgnored(schema, input, result.output);
  if (ignored.length > 0) throw new InvalidInputError(part, ignored);
  return result.output;
}

/**
 * Finds mistakes that Valibot silently accepts: a list instead of an object, and fields with the names of properties
 * that every object has, such as `constructor`.
 */
function findIgnored(
  schema: v.GenericSchema,
  given: unknown,
  taken: unknown,
  parents: readonly string[] = [],
): InputIssue[] {
  if (given === taken || typeof taken !== "object" || taken === null) return [];
  if (Array.isArray(given) && !Array.isArray(taken)) {
    return [{ path: pointerTo(parents), message: "must be an object, not a list" }];
  }
  const inner = new Map(Object.entries(taken));
  return Object.entries(Object(given)).flatMap(([name, value]) =>
    inner.has(name)
      ? findIgnored(schema, value, inner.get(name), [...parents, name])
      : explainUnknown([name], fieldsAt(schema, parents), parents),
  );
}

function explain(schema: v.GenericSchema, issue: v.BaseIssue<unknown>): InputIssue[] {
  const nested = nestedIssues(issue);
  if (nested.length > 0) return nested.flatMap((inner) => explain(schema, inner));
  const path = pointerTo(issue.path?.map(({ key }) => key) ?? []);
  const item = issue.path?.at(-1);
  if (issue.type === "strict_object" && item && issue.expected === "never") {
    const parents = issue.path?.slice(0, -1).map(({ key }) => key) ?? [];
    return explainUnknown(Object.keys(Object(item.input)), fieldsAt(schema, parents), parents);
  }
  if (issue.type === "strict_object" && issue.received === "undefined") {
    return [{ path, message: "is missing" }];
  }
  const isOwn = !issue.message.startsWith("Invalid ");
  const expected = isOwn ? jsonTerms(issue.message) : describe(issue.expected);
  return [{ path, message: `must be ${expected}, received ${show(issue.input)}` }];
}

// Why: Valibot reports only the first.
function explainUnknown(
  fields: readonly string[],
  known: readonly string[],
  parents: readonly unknown[],
): InputIssue[] {
  const unknown = fields.filter((field) => !known.includes(field));
  return unknown.map((field) => {
    const listed = known.length > 0 ? `Known here: ${known.join(", ")}.` : "Leave it out.";
    const isOfSeeds =
      known.includes("seeds") && [...Object.keys(CHANGES), "settings"].includes(field);
    const near = isOfSeeds ? `Did you mean \`seeds.${field}\`?` : suggest(field, known);
    const hint = near ?? listed;
    return { path: pointerTo([...parents, field]), message: `unknown field. ${hint}` };
  });
}

/** Shows a received value in at most 60 characters: the type of a list or an object, and any other value as JSON. */
function show(input: unknown): string {
  if (Array.isArray(input)) return "a list";
  if (isMapping(input)) return "an object";
  const text = JSON.stringify(input) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** Describes what Valibot expected, such as `Object` or `("active" | "revoked")`. */
function describe(expected: string | null): string {
  if (expected === "Object") return "an object";
  if (expected === "Array") return "a list";
  return (expected ?? "something else").replace(/^\((.*)\)$/, "$1").replaceAll(" | ", " or ");
}
