// Every field that seeds and scenarios may hold, as the schemas have it, with its sentence of help.
import * as v from "valibot";
import {
  CHANGES,
  COLLECTIONS,
  FileHeadSchema,
  ScenarioHeadSchema,
} from "../../src/model/schema.ts";
import { SettingsSeedSchema as settings } from "../../src/model/settings-schema.ts";

/** The help by the path of each field, like `keys.rateLimit.capacity`; empty where there is none. */
type FieldHelp = Readonly<Record<string, string>>;

/** The fields of a file of the base, and those of a scenario's file. */
export const FIELDS: Readonly<Record<"seeds" | "scenario", FieldHelp>> = {
  seeds: readHelp(v.strictObject({ ...FileHeadSchema.entries, ...COLLECTIONS, settings })),
  scenario: readHelp(v.strictObject({ ...ScenarioHeadSchema.entries, ...CHANGES, settings })),
};

type Schema = v.GenericSchema & {
  readonly wrapped?: Schema;
  readonly options?: readonly unknown[];
  readonly entries?: Readonly<Record<string, Schema>>;
};

function readHelp(schema: Schema): FieldHelp {
  return Object.fromEntries(fieldsIn(schema, ""));
}

function fieldsIn(schema: Schema, path: string): [path: string, help: string][] {
  const { wrapped, options = [], entries = {} } = schema;
  if (wrapped) return fieldsIn(wrapped, path);
  return [
    ...options.filter(isSchema).flatMap((option) => fieldsIn(option, path)),
    ...Object.entries(entries).flatMap(([name, field]) => [
      [`${path}${name}`, helpOf(field)] satisfies [string, string],
      ...fieldsIn(field, `${path}${name}.`),
    ]),
  ];
}

function helpOf(field: Schema): string {
  return field.wrapped ? helpOf(field.wrapped) : (v.getDescription(field) ?? "");
}

// Why: the options of a picklist are plain values.
function isSchema(option: unknown): option is Schema {
  return typeof option === "object";
}
