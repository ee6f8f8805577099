// What an editor that knows the JSON Schemas finds wrong with a file.
import { expect } from "bun:test";
import Ajv from "ajv";
import { parseDocument } from "yaml";
import { formatJsonSchema, type JsonSchemaName } from "../../src/seeds/write/json-schema.ts";

/** Tells what is wrong with a value. */
type Check = (value: unknown) => string[];

/** The check of a file of the base, and that of a scenario's file. */
export const CHECKS: Readonly<Record<JsonSchemaName, Check>> = {
  seeds: compile("seeds"),
  scenario: compile("scenario"),
};

/** Tells what is wrong with the text of a file. */
export function markedIn(text: string, name: JsonSchemaName = "seeds"): string[] {
  const document = parseDocument(text, { merge: true });
  return [...document.errors.map(({ message }) => message), ...CHECKS[name](document.toJS())];
}

/** Makes a check that tells all mistakes, and that is the same whether patterns are read with `u` or not. */
function compile(name: JsonSchemaName): Check {
  const schema = JSON.parse(formatJsonSchema(name));
  const [check, plain] = [true, false].map((unicodeRegExp) => {
    const validate = new Ajv({ strict: true, allErrors: true, unicodeRegExp }).compile(schema);
    return (value: unknown) => {
      validate(value);
      return (validate.errors ?? []).map(
        ({ instancePath, message }) => `${instancePath} ${message}`,
      );
    };
  });
  return (value) => {
    const mistakes = check?.(value) ?? [];
    expect(plain?.(value)).toEqual(mistakes);
    return mistakes;
  };
}
