// What a Valibot schema and its issues tell of the way into them, for those who explain mistakes.
import * as v from "valibot";
import { isMapping, type Mapping } from "../../shared/mapping.ts";
import { VALUE_KINDS, type ValueKind } from "./fields.ts";

type Issue = v.BaseIssue<unknown>;

/** The fields that a mapping may have, by the way to it. */
export function fieldsAt(schema: unknown, way: readonly unknown[]): string[] {
  return choicesAt(schema, way).flatMap(({ entries }) =>
    isMapping(entries) ? Object.keys(entries) : [],
  );
}

/** Whether a value may stand at the end of a way. */
export function fitsAt(schema: unknown, way: readonly unknown[], value: unknown): boolean {
  return choicesAt(schema, way).some((choice) => isSchema(choice) && v.is(choice, value));
}

/** The kind of the value at the end of a way, where it has one. */
export function kindAt(schema: unknown, way: readonly unknown[]): ValueKind | undefined {
  const choices = choicesAt(schema, way);
  return VALUE_KINDS.find((kind) => choices.some(({ valueKind }) => valueKind === kind));
}

/** The words or numbers of which one must stand at the end of a way; undefined if anything else may. */
export function optionsAt(schema: unknown, way: readonly unknown[]): string[] | undefined {
  const [choice, other] = choicesAt(schema, way);
  const isList = choice?.type === "picklist" && other === undefined;
  return isList && Array.isArray(choice.options) ? choice.options.map(String) : undefined;
}

/** The schemas of which one holds at the end of a way. */
function choicesAt(schema: unknown, way: readonly unknown[]): Mapping[] {
  if (!isMapping(schema)) return [];
  if ("wrapped" in schema) return choicesAt(schema.wrapped, way);
  if (schema.type === "union" && Array.isArray(schema.options)) {
    return schema.options.flatMap((one) => choicesAt(one, way));
  }
  const [step, ...rest] = way;
  if (step === undefined) return [schema];
  if ("item" in schema) return choicesAt(schema.item, rest);
  return isMapping(schema.entries) ? choicesAt(schema.entries[String(step)], rest) : [];
}

function isSchema(value: object): value is v.GenericSchema {
  return "kind" in value && value.kind === "schema";
}

/** The issues within one of several choices, each as one of the whole. */
export function nestedIssues({ path, issues }: Issue): Issue[] {
  return (issues ?? []).flatMap((inner) => {
    const [first, ...rest] = [...(path ?? []), ...(inner.path ?? [])];
    if (inner.path === undefined || first === undefined) return [];
    const joined: NonNullable<Issue["path"]> = [first, ...rest];
    return [{ ...inner, path: joined }];
  });
}
