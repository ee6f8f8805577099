// A validation issue → the diagnostic that a person needs: the place, what was expected, what was
// found as it was written, and the nearest right spelling.
import type * as v from "valibot";
import { type Diagnostic, nearest } from "./diagnostic.ts";
import type { Document } from "./parse.ts";

type Schema = v.GenericSchema & {
  readonly entries?: Record<string, Schema>;
  readonly options?: readonly unknown[];
  readonly wrapped?: Schema;
  readonly item?: Schema;
};
type Issue = v.BaseIssue<unknown>;

/** Explains one issue of an entry; `noun` is what the entry is, like `key`. */
export function explainIssue(
  document: Document,
  schema: v.GenericSchema,
  noun: string,
  issue: Issue,
): Diagnostic[] {
  const nested = issue.issues?.filter(({ path }) => path !== undefined) ?? [];
  if (nested.length > 0) {
    return nested.flatMap((inner) =>
      explainIssue(document, schema, noun, { ...inner, path: joinPaths(issue, inner) }),
    );
  }
  const item = issue.path?.at(-1);
  if (item === undefined) return [];
  const parents = issue.path?.slice(0, -1).map(({ key }) => key) ?? [];
  const container = item.input as object;
  if (issue.type === "strict_object" && issue.expected === "never") {
    return explainUnknownFields(document, container, fieldsOf(schemaAt(schema, parents)));
  }
  if (issue.type === "strict_object" && item.origin === "key") {
    const owner = parents.length === 0 ? `this ${noun}` : `\`${parents.join(".")}\``;
    const message = `${owner} lacks the field \`${item.key}\``;
    const span = document.locate(container);
    return [{ severity: "error", code: "missing-field", message, span }];
  }
  return [
    explainValue(
      document,
      container,
      item.key as string | number,
      schemaAt(schema, [...parents, item.key]),
      issue,
    ),
  ];
}

/** Reports every field of a mapping that is not among the known ones. */
export function explainUnknownFields(
  document: Document,
  mapping: object,
  known: readonly string[],
): Diagnostic[] {
  return Object.keys(mapping)
    .filter((field) => !known.includes(field))
    .map((field) => {
      const near = nearest(field, known);
      return {
        severity: "error",
        code: "unknown-field",
        message: `unknown field \`${field}\``,
        hint: near ? `Did you mean \`${near}\`?` : `Known here: ${known.join(", ")}.`,
        span: document.locate(mapping, field, "key"),
      };
    });
}

function explainValue(
  document: Document,
  container: object,
  key: string | number,
  schema: Schema | undefined,
  issue: Issue,
): Diagnostic {
  const span = document.locate(container, key);
  const written = document.file.text.slice(span.start, span.end).trim();
  const options = optionsOf(schema);
  const expected = options ? `one of ${options.join(", ")}` : issue.message;
  const name = typeof key === "number" ? `item ${key + 1}` : `\`${key}\``;
  const hint = hintFor(issue, written, options);
  return {
    severity: "error",
    code: issue.kind === "schema" ? "wrong-type" : "bad-value",
    message: `${name} must be ${expected}, found ${describe(issue.input, written)}`,
    span,
    ...(hint !== undefined && { hint }),
  };
}

function hintFor(issue: Issue, written: string, options: readonly string[] | undefined) {
  if (options && typeof issue.input === "string") {
    const near = nearest(issue.input, options);
    return near && `Did you mean \`${near}\`?`;
  }
  const scalar = typeof issue.input === "number" || typeof issue.input === "boolean";
  if (issue.expected === "string" && scalar) return `Put it in quotes: "${written}".`;
  return undefined;
}

function describe(input: unknown, written: string): string {
  if (input === null || input === undefined) return "nothing";
  if (Array.isArray(input)) return "a list";
  if (typeof input === "object") return "a mapping";
  const shown = written.length > 60 ? `${written.slice(0, 59)}…` : written;
  const kind = typeof input === "string" ? "" : ` (a ${typeof input})`;
  return `\`${shown.split("\n")[0]}\`${kind}`;
}

function schemaAt(schema: v.GenericSchema, keys: readonly unknown[]): Schema | undefined {
  let at: Schema | undefined = unwrap(schema);
  for (const key of keys) {
    at = typeof key === "number" ? at?.item : at?.entries?.[String(key)];
    at = at && unwrap(at);
  }
  return at;
}

function unwrap(schema: Schema): Schema {
  if (schema.wrapped) return unwrap(schema.wrapped);
  const mapping = schema.type === "union" ? schema.options?.find(hasEntries) : undefined;
  return mapping ?? schema;
}

function hasEntries(option: unknown): option is Schema {
  return typeof option === "object" && option !== null && "entries" in option;
}

function fieldsOf(schema: Schema | undefined): string[] {
  return Object.keys(schema?.entries ?? {});
}

function optionsOf(schema: Schema | undefined): string[] | undefined {
  return schema?.type === "picklist" ? schema.options?.map(String) : undefined;
}

function joinPaths(outer: Issue, inner: Issue): NonNullable<Issue["path"]> {
  const [first, ...rest] = [...(outer.path ?? []), ...(inner.path ?? [])];
  if (first === undefined) throw new TypeError("a nested issue has a path");
  return [first, ...rest];
}
