// Seed files as JSON Schema, for completion, help and checks in editors. The loader checks what a JSON Schema can't
// express, such as duplicate names and references.
import { type ConversionConfig, type JsonSchema, toJsonSchemaDefs } from "@valibot/to-json-schema";
import {
  CHANGES,
  COLLECTIONS,
  type Collection,
  FileHeadSchema,
  ScenarioHeadSchema,
} from "../../model/schema.ts";
import { SettingsSeedSchema } from "../../model/settings-schema.ts";

type Properties = Record<string, JsonSchema>;

const LISTS: Readonly<Record<Collection, string>> = {
  merchants: "The merchants; each key and each product belongs to one.",
  keys: "The API keys (bearer tokens), each for one merchant.",
  products: "The products that merchants sell.",
  orders: "The orders, each of one product.",
  faults: "Rules that make requests fail or take longer; at most one is applied to a request.",
};
const SETTINGS = "How the sandbox behaves where the API's specification leaves something open.";

// Why: JSON Schema has no flag `u`; the second means the same with or without it.
const FLAGGED = String.raw`[^\p{Cc}\p{Cs}]`;
const FLAGLESS = String.raw`(?:[^\u0000-\u001f\u007f-\u009f\ud800-\udfff]|[\ud800-\udbff][\udc00-\udfff])`;

/** How schemas of seeds are converted. */
export const CONFIG: ConversionConfig = {
  target: "draft-07",
  typeMode: "input",
  errorMode: "throw",
  // Why: JSON has finite numbers only.
  ignoreActions: ["finite"],
  overrideAction: ({ valibotAction, jsonSchema }) => {
    const { words, ...described }: JsonSchema & { words?: string } = jsonSchema;
    if (words !== undefined) {
      return { ...described, description: `${described.description} Default: ${words}.` };
    }
    if ("maxLength" in valibotAction && typeof valibotAction.maxLength === "number") {
      return { ...jsonSchema, maxLength: valibotAction.maxLength };
    }
    const regex = "requirement" in valibotAction ? valibotAction.requirement : undefined;
    if (!(regex instanceof RegExp) || !regex.source.includes(FLAGGED)) return undefined;
    return { ...jsonSchema, pattern: regex.source.replace(FLAGGED, FLAGLESS) };
  },
  // Why: the loader keeps plain digits as they are written, so numbers may have as many as texts.
  overrideSchema: ({ valibotSchema, jsonSchema }) => {
    if (valibotSchema.type !== "union") return undefined;
    const options = jsonSchema.anyOf?.filter((option) => typeof option === "object");
    const digits = options?.find(({ type }) => type === "string")?.maxLength;
    const anyOf = options?.map((option) =>
      option.type === "integer" && digits !== undefined
        ? { type: option.type, minimum: option.minimum, maximum: Number(`1e${digits}`) }
        : option,
    );
    return { ...jsonSchema, anyOf };
  },
};

/** The files of the schemas, at the top of a seeds directory. */
export const SEEDS_SCHEMA = "seeds.schema.json";
export const SCENARIO_SCHEMA = "scenario.schema.json";

/** Puts a comment above the text of a file that tells editors which schema to use; `schema` is its relative path. */
export function withModeline(schema: string, text: string): string {
  return `# yaml-language-server: $schema=${schema}\n\n${text}`;
}

/** The JSON Schemas: one for the files of the base, one for scenarios. */
export type JsonSchemaName = "seeds" | "scenario";

/** Formats a JSON Schema (draft-07), as a file of its own. */
export function formatJsonSchema(name: JsonSchemaName): string {
  const schema = name === "seeds" ? createSeedsSchema() : createScenarioSchema();
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function createSeedsSchema(): JsonSchema {
  const schemas = toJsonSchemaDefs({ ...COLLECTIONS, SettingsSeedSchema, FileHeadSchema }, CONFIG);
  return createRoot("A seed file of merchant-sandbox.", {
    ...schemas.FileHeadSchema?.properties,
    ...createSections(schemas),
  });
}

function createScenarioSchema(): JsonSchema {
  // Why: defaults apply to new entries only. What a change leaves out stays as it is.
  const config = { ...CONFIG, ignoreActions: ["finite", "metadata"] };
  const schemas = toJsonSchemaDefs({ ...CHANGES, SettingsSeedSchema, ScenarioHeadSchema }, config);
  const head = schemas.ScenarioHeadSchema?.properties;
  return createRoot("A scenario of merchant-sandbox: changes to the seeds that it extends.", {
    ...head,
    ...createSections(schemas),
  });
}

// Why: no title, because editors repeat it above the help of every field.
function createRoot(description: string, properties: JsonSchema["properties"]): JsonSchema {
  const $schema = "http://json-schema.org/draft-07/schema#";
  return {
    $schema,
    description,
    type: ["object", "null"],
    properties,
    additionalProperties: false,
  };
}

// Why: a section may be empty.
function createSections(schemas: Properties): Properties {
  const lists = Object.entries(LISTS).map(([name, description]) => [
    name,
    { description, type: ["array", "null"], items: schemas[name] },
  ]);
  const settings = {
    description: SETTINGS,
    ...schemas.SettingsSeedSchema,
    type: ["object", "null"],
  };
  return { ...Object.fromEntries(lists), settings };
}
