// Looks into Valibot schemas and issues, to explain mistakes.
import * as v from "valibot";
import { VALUE_KINDS, type ValueKind } from "../../model/fields.ts";
import { isMapping, type Mapping } from "../../shared/mapping.ts";

type Issue = v.BaseIssue<unknown>;

/** The fields of the mapping at a path. */
export function fieldsAt(schema: unknown, path: readonly unknown[]): string[] {
  return choicesAt(schema, path).flatMap(({ entries }) =>
    isMapping(entries) ? Object.keys(entries) : [],
  );
}

/** Whether a value is valid at a path. */
export function fitsAt(schema: unknown, path: readonly unknown[], value: unknown): boolean {
  return choicesAt(schema, path).some((choice) => isSchema(choice) && v.is(choice, value));
}

/** The kind of the value at a path, if it has one. */
export function kindAt(schema: unknown, path: readonly unknown[]): ValueKind | undefined {
  const choices = choicesAt(schema, path);
  return VALUE_KINDS.find((kind) => choices.some(({ valueKind }) => valueKind === kind));
}

/** The allowed words or numbers at a path; undefined if other values are allowed. */
export function optionsAt(schema: unknown, path: readonly unknown[]): string[] | undefined {
  const [choice, other] = choicesAt(schema, path);
  const isList = choice?.type === "picklist" && other === undefined;
  return isList && Array.isArray(choice.options) ? choice.options.map(String) : undefined;
}

/** The possible schemas at a path. */
function choicesAt(schema: unknown, path: readonly unknown[]): Mapping[] {
  if (!isMapping(schema)) return [];
  if ("wrapped" in schema) return choicesAt(schema.wrapped, path);
  if (schema.type === "union" && Array.isArray(schema.options)) {
    return schema.options.flatMap((one) => choicesAt(one, path));
  }
  const [step, ...rest] = path;
  if (step === undefined) return [schema];
  if ("item" in schema) return choicesAt(schema.item, rest);
  return isMapping(schema.entries) ? choicesAt(schema.entries[String(step)], rest) : [];
}

function isSchema(value: object): value is v.GenericSchema {
  return "kind" in value && value.kind === "schema";
}

/** The issues inside the options of a union, with their whole paths. */
export function nestedIssues({ path, issues }: Issue): Issue[] {
  return (issues ?? []).flatMap((inner) => {
    const [first, ...rest] = [...(path ?? []), ...(inner.path ?? [])];
    if (inner.path === undefined || first === undefined) return [];
    const joined: NonNullable<Issue["path"]> = [first, ...rest];
    return [{ ...inner, path: joined }];
  });
}
