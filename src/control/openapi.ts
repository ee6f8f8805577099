// The OpenAPI description of the control API, made from the same table and schemas that answer it.
import { type JsonSchema, toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { CONFIG } from "../seeds/json-schema.ts";
import type { Operation } from "./operation.ts";

type Described = Omit<Operation, "run">;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

// Why: it answers before anything else is read, and so stands outside the table.
const HEALTH: Described = {
  method: "get",
  path: "/health",
  summary: "Whether the sandbox is ready, and which seeds it serves",
  success: 200,
  query: undefined,
  body: undefined,
  response: v.strictObject({
    status: v.literal("ok"),
    version: v.string(),
    uptimeMs: count,
    worlds: count,
    seeds: v.strictObject({
      revision: count,
      loadedAt: v.string(),
      lastError: v.nullable(v.string()),
    }),
  }),
};

const OPENAPI: Described = {
  method: "get",
  path: "/openapi.json",
  summary: "This description",
  success: 200,
  query: undefined,
  body: undefined,
  response: v.looseObject({ openapi: v.string() }),
};

/** The body of a write that takes nothing. */
const NOTHING = v.strictObject({});

const PROBLEM = {
  description: "What was wrong, and what to do next (RFC 9457).",
  content: {
    "application/problem+json": {
      schema: {
        type: "object",
        properties: {
          type: { type: "string" },
          title: { type: "string" },
          status: { type: "integer" },
          detail: { type: "string" },
          errors: { type: "array", items: { type: "object" } },
        },
        required: ["type", "title", "status", "detail"],
        additionalProperties: false,
      },
    },
  },
};

/** Describes operations, the health check and itself, as an OpenAPI 3.1 document. */
export function describeOperations(operations: readonly Operation[], version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of [HEALTH, ...operations, OPENAPI]) {
    const path = `/_sandbox${operation.path.replace(/:(\w+)/g, "{$1}")}`;
    paths[path] = { ...paths[path], [operation.method]: describe(operation) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "merchant-sandbox: the control API", version },
    paths,
  };
}

function describe(operation: Described): object {
  const { summary, success, response, mediaType } = operation;
  const parameters = describeParameters(operation);
  return {
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...describeBody(operation),
    responses: {
      [success]: { description: summary, ...(response && { content: of(response, mediaType) }) },
      default: PROBLEM,
    },
  };
}

function describeParameters({ path, query }: Described): object[] {
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name);
  const filters = query ? Object.entries(convert(query).properties ?? {}) : [];
  return [
    ...names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
    ...filters.map(([name, schema]) => ({ name, in: "query", required: false, schema })),
  ];
}

function describeBody({ method, body }: Described): object | undefined {
  if (body) return { requestBody: { required: true, content: of(body) } };
  if (method !== "post") return undefined;
  return { requestBody: { required: false, content: of(NOTHING) } };
}

function of(schema: v.GenericSchema, mediaType = "application/json"): object {
  return { [mediaType]: { schema: convert(schema) } };
}

function convert(schema: v.GenericSchema): JsonSchema {
  const { $schema: _dialect, ...written } = toJsonSchema(schema, {
    ...CONFIG,
    target: "draft-2020-12",
  });
  return written;
}
