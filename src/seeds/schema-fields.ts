// What a Valibot schema and its issues tell of the way into them, for those who explain mistakes.
import type * as v from "valibot";
import { isMapping } from "./mapping.ts";

type Issue = v.BaseIssue<unknown>;

/** The fields that a mapping may have, by the way to it. */
export function fieldsAt(schema: unknown, [step, ...rest]: readonly unknown[]): string[] {
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

/** The issues within one of several choices, each as one of the whole. */
export function nestedIssues({ path, issues }: Issue): Issue[] {
  return (issues ?? []).flatMap((inner) => {
    const [first, ...rest] = [...(path ?? []), ...(inner.path ?? [])];
    if (inner.path === undefined || first === undefined) return [];
    const joined: NonNullable<Issue["path"]> = [first, ...rest];
    return [{ ...inner, path: joined }];
  });
}
