// The API as an OpenAPI 3.1 document, created from the table and the schemas that the API itself uses.
// What such a document is made of is in api-document.ts, the words and examples of an endpoint in ../endpoints/.
import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from "@valibot/to-json-schema";
import type * as v from "valibot";
import type { BodyDescription } from "../endpoint.ts";
import { ENDPOINTS, type Endpoint } from "../endpoints.ts";
import { ErrorBodySchema } from "../errors.ts";
import type { ApiBody, ApiDocument, ApiOperation, ApiPath, ApiSchema } from "./api-document.ts";
import { describeErrors, RESPONSES } from "./describe-errors.ts";
import { HEADERS, LATE_HEADERS } from "./describe-headers.ts";

/** How the description is written. */
export type OpenApiFormat = "json" | "yaml";

export interface ApiDocumentOptions {
  /** Where the API is. Default: the default address of a sandbox. */
  readonly baseUrl?: string | undefined;
}

const TABLE: readonly Endpoint[] = Object.values(ENDPOINTS);

type Named<Value> = { readonly ErrorBody: Value; readonly [name: string]: Value };

/** The schemas by the names that references have. */
const SCHEMAS: Named<v.GenericSchema> = {
  ...Object.assign({}, ...TABLE.map(({ schemas }) => schemas)),
  ErrorBody: ErrorBodySchema,
};

const CONFIG: ConversionConfig = {
  target: "draft-2020-12",
  errorMode: "throw",
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  // Why: code generators look for a type, though a constant implies it.
  overrideSchema: ({ valibotSchema, jsonSchema }) =>
    valibotSchema.type === "literal"
      ? { type: typeof jsonSchema.const === "boolean" ? "boolean" : "string", ...jsonSchema }
      : undefined,
};

// Contract: §9.2, the version label of the description.
const DESCRIPTION_VERSION = "2026-10-17";

const TAG = "integration";

const INTRODUCTION = [
  "A small API for a merchant's servers: check a key, list products and orders, and get the hosted links " +
    "of a product. Its only environment is SANDBOX: no money moves, and no webhooks are sent (§1).",
  "The sandbox generates this description from the API's specification; § refers to its sections. Where the " +
    "document leaves something open, `x-sandbox-choice` describes what the sandbox does. Another server may " +
    "behave differently, so do not rely on it.",
  "Every path that supports GET also supports HEAD. The specification does not mention it.",
];

/**
 * Describes the API at an address, as a plain object for JSON or YAML.
 *
 * @example
 * const { paths } = createApiDocument({ baseUrl: "http://127.0.0.1:4700/w/flaky" });
 */
export function createApiDocument(options: ApiDocumentOptions = {}): ApiDocument {
  const { baseUrl = "http://127.0.0.1:4700" } = options;
  return {
    openapi: "3.1.0",
    info: {
      title: "Sandbox Integration API",
      version: DESCRIPTION_VERSION,
      summary: "A merchant's catalog, orders and hosted checkout links.",
      description: INTRODUCTION.join("\n\n"),
      contact: { name: "merchant-sandbox" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: baseUrl, description: "A sandbox." }],
    tags: [{ name: TAG, description: "What a merchant's server can do with its key." }],
    paths: Object.fromEntries(TABLE.map((endpoint) => [endpoint.path, describePath(endpoint)])),
    components: {
      schemas: toJsonSchemaDefs(SCHEMAS, CONFIG) as Named<ApiSchema>,
      headers: HEADERS,
      responses: RESPONSES,
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: describeKeys() },
      },
    },
  };
}

/** Formats the description of the API at an address, as a file of its own. */
export async function formatOpenApi(
  format: OpenApiFormat,
  options: ApiDocumentOptions = {},
): Promise<string> {
  const document = createApiDocument(options);
  if (format === "json") return `${JSON.stringify(document, null, 2)}\n`;
  const { stringify } = await import("yaml");
  // Why: readers of YAML 1.1, of which there are many, take a plain 2026-10-17 for a date.
  return stringify(document, { aliasDuplicateObjects: false, compat: "yaml-1.1", lineWidth: 100 });
}

function describePath(endpoint: Endpoint): ApiPath {
  const operation = describeOperation(endpoint);
  return endpoint.method === "GET" ? { get: operation } : { post: operation };
}

function describeOperation(endpoint: Endpoint): ApiOperation {
  const { operationId, summary, description, "x-sandbox-choice": choice } = endpoint;
  const { scope, success, request, response } = endpoint;
  return {
    operationId,
    summary,
    description,
    ...(choice && { "x-sandbox-choice": choice }),
    tags: [TAG],
    // Why: OpenAPI 3.1 lets a scheme like this one name scopes, but linters know those of OAuth alone.
    security: [{ bearer: [] }],
    ...(scope && { "x-scope": scope }),
    ...(request && { requestBody: { ...describeBody(request), required: true } }),
    responses: {
      [success]: { ...describeBody(response), headers: LATE_HEADERS },
      ...describeErrors(endpoint),
    },
  };
}

function describeBody({ description, examples, schema }: BodyDescription): ApiBody {
  return { description, content: { "application/json": { schema: convert(schema), examples } } };
}

function describeKeys(): string {
  const scopes = TABLE.flatMap(({ scope, summary }) =>
    scope === undefined ? [] : [`- \`${scope}\`: ${summary.toLowerCase()}`],
  );
  const sentence =
    "A sandbox key of a merchant. Keep it on the merchant's server (§5). Each operation names the " +
    "scope that its key needs as `x-scope`. Operations without `x-scope` accept any active key.";
  return [sentence, "", ...scopes].join("\n");
}

function convert(schema: v.GenericSchema): ApiSchema {
  const converted = toJsonSchema(schema, { ...CONFIG, definitions: SCHEMAS });
  const { $schema: _dialect, $defs: _named, ...written } = converted;
  return written as ApiSchema;
}
