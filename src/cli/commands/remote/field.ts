// Options whose values are fields of the control API. They are checked with its schemas.
import * as v from "valibot";
import { TtlSchema } from "../../../world/changes/making.ts";

/**
 * Makes an option of a field. Its value is the text that was given, or what that means as JSON or as a list, whichever
 * the schema takes.
 */
export function field(schema: v.GenericSchema, value: string, help: string) {
  const choices = choicesOf(schema);
  return { value, help, choices, variable: false, schema: () => readAs(schema) } as const;
}

/** The values of a field that has only a few. */
function choicesOf(schema: v.GenericSchema & { readonly wrapped?: object }) {
  const { wrapped = schema } = schema;
  return "options" in wrapped && schema.type !== "union" && Array.isArray(wrapped.options)
    ? wrapped.options.map(String)
    : undefined;
}

/** The schema of a text that stands for a value of another schema. */
export function readAs(schema: v.GenericSchema): v.GenericSchema<string, unknown> {
  return v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const [asText, ...others] = readingsOf(dataset.value).map((value) =>
        v.safeParse(schema, value),
      );
      const found = [asText, ...others].find((result) => result?.success);
      if (found?.success) return found.output;
      const [issue] = asText?.issues ?? [];
      addIssue({ message: issue?.type === "picklist" ? oneOf(issue.expected) : issue?.message });
      return NEVER;
    }),
  );
}

function readingsOf(text: string): unknown[] {
  return [text, ...asJson(text), text.split(",")];
}

function asJson(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

/** `("a" | "b")` → `one of a, b`. */
const oneOf = (expected: string | null) =>
  `one of ${(expected ?? "").replace(/["()]/g, "").replaceAll(" | ", ", ")}`;

/** Leaves out what was not given, and returns the rest as a body or a query. */
export function given(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** What a world is made from. */
export const WANTED = {
  scenario: field(v.string(), "NAME", "the scenario to start from"),
  ttl: field(TtlSchema, "TIME", "how long it exists, such as 12h (default: until it is dropped)"),
};
