// The OpenAPI description of the control API, made from the same operations and schemas that serve it.
import {
  type ConversionConfig,
  type JsonSchema,
  toJsonSchema,
  toJsonSchemaDefs,
} from "@valibot/to-json-schema";
import * as v from "valibot";
import type {
  ControlContent,
  ControlDocument,
  ControlOperation,
  ControlParameter,
  ControlPath,
  TokenScheme,
} from "../contract/openapi/control-document.ts";
import { CONFIG as SEED_CONFIG } from "../seeds/write/json-schema.ts";
import type { World } from "../world/world.ts";
import type { ExampleNames, Operation, Remote } from "./operation.ts";
import { OPERATION_GROUPS, SANDBOX_CALLS } from "./operations.ts";
import { PAGES, querySchemaOf } from "./page.ts";
import { RESPONSE_SCHEMAS } from "./responses.ts";

interface ControlDocumentOptions {
  readonly version: string;
  /** The address that it is found at, without `/_sandbox`. */
  readonly hostedUrl: string;
  /** Whether callers need a token. */
  readonly secured: boolean;
  /** What its examples are about. */
  readonly names: ExampleNames;
  /** The calls about the sandbox as a whole. Default: those that each sandbox has. */
  readonly calls?: readonly Described[];
}

type Described = Omit<Operation, "run">;

// Why: what seeds override is how many digits a plain number may have; of JSON it may not have so many.
const { overrideSchema: _digits, ...SHAPES } = SEED_CONFIG;

const CONFIG: ConversionConfig = {
  ...SHAPES,
  target: "draft-2020-12",
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

const INTRODUCTION = [
  "Controls the sandbox from tests: worlds, clocks, faults, rate limits, the request journal, and keys, " +
    "products and orders as in a merchant's dashboard.",
  "Request bodies are `application/json`. Unknown fields are errors. " +
    "Errors are problems (RFC 9457) that list all mistakes at once.",
  "Only programs and the sandbox's own pages can use it. Requests from web pages of other origins get 403. So " +
    "do requests to a host name that is not the sandbox's, unless they have the control token.",
];

const TOKEN: TokenScheme = {
  type: "http",
  scheme: "bearer",
  description: "The token of `--control-token`.",
};

/** The body of a write that takes nothing. */
const NOTHING = v.strictObject({});

/** Describes every operation, the health check and itself, as an OpenAPI 3.1 document. */
export function describeControl(options: ControlDocumentOptions): ControlDocument {
  const { version, hostedUrl, secured, calls = SANDBOX_CALLS } = options;
  const sandbox = { name: "Sandbox", description: "The sandbox as a whole." };
  const groups = [{ ...sandbox, operations: calls }, ...OPERATION_GROUPS];
  const paths: Record<string, ControlPath> = {};
  for (const { name, operations } of groups) {
    for (const operation of operations) {
      const path = describePath(operation);
      paths[path] = { ...paths[path], [operation.method]: describe(name, operation, options) };
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "merchant-sandbox: the control API",
      version,
      description: INTRODUCTION.join("\n\n"),
    },
    servers: [{ url: hostedUrl, description: "The hosted address." }],
    tags: groups.map(({ name, description }) => ({ name, description })),
    ...(secured && { security: [{ token: [] }] as const }),
    paths,
    components: {
      schemas: toJsonSchemaDefs(RESPONSE_SCHEMAS, CONFIG),
      ...(secured && { securitySchemes: { token: TOKEN } }),
    },
  };
}

/** The path of an operation as descriptions write it. */
export function describePath({ path }: Pick<Operation, "path">): string {
  return `/_sandbox${path.replace(/:(\w+)/g, "{$1}")}`;
}

function describe(
  tag: string,
  operation: Described,
  { names, secured }: ControlDocumentOptions,
): ControlOperation {
  const { name, summary, success = 200, created, response, mediaType, pageBy } = operation;
  const description = [operation.description, pageBy && PAGES].filter(Boolean).join(" ");
  const content = response && { content: of(schemaOf(response), mediaType) };
  const parameters = describeParameters(operation, names);
  const isOpen = operation.path === "/health";
  return {
    operationId: name,
    summary,
    ...(description && { description }),
    tags: [tag],
    ...(isOpen && secured && { security: [] as const }),
    ...(parameters.length > 0 && { parameters }),
    ...describeBody(operation, names),
    responses: {
      [success]: { description: summary, ...content },
      ...(created && { 201: { description: created, ...content } }),
      ...describeErrors(listErrors(operation, secured && !isOpen)),
    },
  };
}

function describeParameters(
  operation: Described,
  { world, key, product, order, request }: ExampleNames,
): ControlParameter[] {
  const { path, exampleWorld } = operation;
  const examples = { world: exampleWorld ?? world, key, product: product?.id, order, request };
  const parts = Array.from(path.matchAll(/:(\w+)/g), ([, name = ""]): ControlParameter => {
    const example = Object.entries(examples).find(([part]) => part === name)?.[1];
    const schema = { type: "string" } as const;
    return { name, in: "path", required: true, schema, ...(example && { example }) };
  });
  const schema = querySchemaOf(operation);
  const filters = schema ? Object.entries(convert(schema).properties ?? {}) : [];
  return [
    ...parts,
    ...filters.map(([name, schema]): ControlParameter => {
      return { name, in: "query", required: false, schema: schema as JsonSchema };
    }),
  ];
}

function describeBody(
  { method, body, isBodyOptional = false, example }: Described,
  names: ExampleNames,
): Pick<ControlOperation, "requestBody"> {
  const content = body && of(body, undefined, example?.(names));
  if (content) return { requestBody: { required: !isBodyOptional, content } };
  if (method !== "post") return {};
  return { requestBody: { required: false, content: of(NOTHING) } };
}

function describeErrors(reasons: Reasons): ControlOperation["responses"] {
  const content = of(RESPONSE_SCHEMAS.Problem, "application/problem+json");
  return Object.fromEntries(
    Object.entries(reasons).map(([status, description]) => [status, { description, content }]),
  );
}

function schemaOf(response: NonNullable<Operation["response"]>): v.GenericSchema {
  return typeof response === "string"
    ? RESPONSE_SCHEMAS[response]
    : v.array(RESPONSE_SCHEMAS[response[0]]);
}

function of(
  schema: v.GenericSchema,
  mediaType = "application/json",
  example?: unknown,
): ControlContent {
  return { [mediaType]: { schema: convert(schema), ...(example !== undefined && { example }) } };
}

function convert(schema: v.GenericSchema): JsonSchema {
  const converted = toJsonSchema(schema, { ...CONFIG, definitions: RESPONSE_SCHEMAS });
  const { $schema: _dialect, $defs: _named, ...written } = converted;
  return written;
}

/** Each status, with the sentence that says when. */
type Reasons = Readonly<Record<string, string>>;

const STRANGER =
  "The host is not a name of the sandbox, or the request came from a page of another origin.";

/** The errors of a call, by status; `secured` is whether it needs a token. */
function listErrors(
  { method, path, query, pageBy, body, errors }: Described,
  secured: boolean,
): Reasons {
  const parts = Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name);
  return {
    ...((query ?? pageBy) && { 400: "The query is invalid." }),
    ...(method !== "get" && { 400: "The body is not JSON." }),
    ...(secured && {
      401: "The token is missing or wrong.",
      429: "More than five wrong tokens within a second.",
    }),
    403: STRANGER,
    ...(parts.length > 0 && { 404: `There is no such ${parts.join(" or ")}.` }),
    ...(method !== "get" && {
      413: "The body is longer than 8 MiB.",
      415: "The media type of the body is not `application/json`.",
      422: body ? "The body is invalid." : "The body is not empty.",
    }),
    ...errors,
    default: "405: the path does not support the method. 500: a bug in the sandbox.",
  };
}

/** Names things in a world. */
export function namesIn(world: World, scenarios: ReturnType<Remote["scenarios"]>): ExampleNames {
  const { merchants, keys, products } = world.state;
  const [product] = products.values();
  const [order] = merchants.flatMap((merchant) => world.listOrders(merchant).items);
  return {
    world: world.name,
    scenario: scenarios[0]?.name,
    merchant: (world.advertisedKey()?.merchant ?? merchants[0])?.slug,
    // Why: a pasted call may revoke the key or empty its bucket, and most callers use the first key.
    key: [...keys.keys()].at(-1),
    product,
    order: order?.id,
    request: world.journal.newest(),
  };
}
