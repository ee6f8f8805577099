// Writes types that are inferred from schemas as their fields, with their descriptions as comments, so that the types of
// the package read like an API.
import { isMapping, type Mapping } from "../shared/mapping.ts";

const INFERRED =
  /^export type (\w+) = (?:(v\.InferOutput<typeof )([\w.]+)>|(keyof )?\(?typeof (\w+)\)?(?:\[number\])?);$/gm;

/** Writes the types that a module infers from its schemas and tables as what they are. */
export async function writeInferred(types: string, path: string): Promise<string> {
  if (types.search(INFERRED) === -1) return types;
  const module: unknown = await import(path);
  const shortened = [...types.matchAll(INFERRED)].reduce(
    (text, [, type = "", , schema = ""]) => shortenSchema(text, schema, type),
    types,
  );
  return shortened.replace(INFERRED, (text, name, schema, schemaName = "", keys, table = "") => {
    const value = `${schemaName}${table}`
      .split(".")
      .reduce((parent: unknown, field: string) => Object(parent)[field], module);
    if (schema) return declareType(name, value);
    // Why: a table that is not exported is one of the module's own.
    if (value === undefined) return text;
    const words = keys ? Object.keys(Object(value)) : Object.values(Object(value));
    return `export type ${name} = ${words.map((word) => JSON.stringify(word)).join(" | ")};`;
  });
}

/** Declares a schema by the type of its values alone. */
function shortenSchema(types: string, schema: string, type: string): string {
  const declared = new RegExp(`^export declare const ${schema}: v\\.[^]*?;\\n(?=\\S)`, "m");
  return types.replace(declared, `export declare const ${schema}: v.GenericSchema<${type}>;\n`);
}

/** Writes a declaration of the type of what a schema accepts. */
function declareType(name: string, schema: unknown): string {
  if (schema === undefined) throw new TypeError(`the schema of the type ${name} is not exported`);
  const written = printType(schema);
  const comment = describe(schema, "");
  return written.startsWith("{")
    ? `${comment}export interface ${name} ${written}\n`
    : `${comment}export type ${name} = ${written};\n`;
}

function printType(schema: unknown, indent = ""): string {
  if (!isMapping(schema)) throw new TypeError(`not a schema: ${schema}`);
  const inner = (one: unknown) => printType(one, indent);
  switch (schema.type) {
    case "string":
    case "number":
    case "boolean":
    case "unknown":
      return schema.type;
    case "literal":
      return JSON.stringify(schema.literal);
    case "picklist":
      return listOf(schema.options)
        .map((option) => JSON.stringify(option))
        .join(" | ");
    case "union":
      return [...new Set(listOf(schema.options).map(inner))].join(" | ");
    case "nullable":
      return `${inner(schema.wrapped)} | null`;
    case "array":
      return `readonly ${withParentheses(inner(schema.item))}[]`;
    case "record":
      return `{ readonly [name: string]: ${inner(schema.value)} }`;
    case "object":
    case "loose_object":
    case "strict_object":
      return `{\n${printFields(schema.entries, `${indent}  `)}${indent}}`;
    default:
      throw new TypeError(`no type is written of the schema ${schema.type}`);
  }
}

function printFields(entries: unknown, indent: string): string {
  const fields = Object.entries(isMapping(entries) ? entries : {}).map(([name, field]) => {
    const schema = unwrap(field);
    const type = printType(schema, indent);
    const declared = schema === field ? `: ${type}` : `?: ${type} | undefined`;
    return `${describe(schema, indent)}${indent}readonly ${name}${declared};\n`;
  });
  return fields.join("");
}

/** The schema of an optional field, or that of any other. */
function unwrap(field: unknown): unknown {
  const isOptional = isMapping(field) && /^(?:exact_)?optional$/.test(String(field.type));
  return isOptional ? unwrap(field.wrapped) : field;
}

/** The description of a schema as a comment, with the default that its field has. */
function describe(schema: unknown, indent: string): string {
  const pipe = isMapping(schema) ? listOf(schema.pipe ?? []).filter(isMapping) : [];
  const find = (type: string): Mapping => pipe.findLast((item) => item.type === type) ?? {};
  const { metadata } = find("metadata");
  const words = isMapping(metadata) && metadata.words;
  const sentences = [find("description").description, words && `Default: ${words}.`];
  const text = sentences.filter(Boolean).join(" ");
  return text === "" ? "" : `${indent}/** ${text} */\n`;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const withParentheses = (type: string) =>
  type.includes(" | ") && !type.startsWith("{") ? `(${type})` : type;
