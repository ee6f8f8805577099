// The shapes of seed files as JSON Schema, by which editors complete, explain and check them. What one
// value alone can't tell, such as a name given twice or a reference to nothing, is left to the loader.
import { type ConversionConfig, type JsonSchema, toJsonSchemaDefs } from "@valibot/to-json-schema";
import {
  CHANGES,
  COLLECTIONS,
  type Collection,
  FileHeadSchema,
  ScenarioHeadSchema,
} from "./schema.ts";
import { SettingsSeedSchema } from "./settings-schema.ts";

type Properties = Record<string, JsonSchema>;

const LISTS: Readonly<Record<Collection, string>> = {
  merchants: "Who sells; each key and each product belongs to a merchant.",
  keys: "The bearer keys that open the API, each for one merchant.",
  products: "What the merchants sell.",
  orders: "What was bought; each order is of one product.",
  faults:
    "What goes wrong on purpose; of the rules that fit a request, the first that hits it is applied.",
};
const SETTINGS = "How the sandbox behaves where the API's document leaves the choice open.";

// Why: JSON Schema has no word for the flag `u`; the second means the same with the flag or without.
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
  // Why: where digits may be a text as well, plain ones are kept as they are written, however many.
  overrideSchema: ({ valibotSchema, jsonSchema }) => {
    if (valibotSchema.type !== "union") return undefined;
    const options = jsonSchema.anyOf?.filter((option) => typeof option === "object");
    const digits = options?.find(({ type }) => type === "string")?.maxLength;
    const anyOf = options?.map((option) =>
      option.type === "integer" && digits !== undefined
        ? { type: option.type, minimum: option.minimum, maximum: 10 ** digits }
        : option,
    );
    return { ...jsonSchema, anyOf };
  },
};

/** What there is a JSON Schema of: the files of the base, and those of scenarios. */
export type JsonSchemaName = "seeds" | "scenario";

/** Formats a JSON Schema (draft-07), as a file of its own. */
export function formatJsonSchema(name: JsonSchemaName): string {
  const schema = name === "seeds" ? createSeedsSchema() : createScenarioSchema();
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function createSeedsSchema(): JsonSchema {
  const schemas = toJsonSchemaDefs({ ...COLLECTIONS, SettingsSeedSchema, FileHeadSchema }, CONFIG);
  return createRoot("A file of seeds for merchant-sandbox.", {
    ...schemas.FileHeadSchema?.properties,
    ...createSections(schemas),
  });
}

function createScenarioSchema(): JsonSchema {
  // Why: what a change leaves out stays as it was, whatever holds by default for a new entry.
  const config = { ...CONFIG, ignoreActions: ["finite", "metadata"] };
  const schemas = toJsonSchemaDefs({ ...CHANGES, SettingsSeedSchema, ScenarioHeadSchema }, config);
  const head = schemas.ScenarioHeadSchema?.properties;
  return createRoot("A scenario for merchant-sandbox: what changes in the seeds beneath it.", {
    ...head,
    ...createSections(schemas),
  });
}

// Why: no title, for editors repeat it above the help of every field.
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

// Why: a section with nothing behind its name is an empty one.
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
