// What the API's description is made of: OpenAPI 3.1, as far as it is used here, and how its references
// are followed. What it says is elsewhere.
import type { Scope } from "../formats.ts";

/** The description of the API at one address. */
export interface ApiDocument {
  readonly openapi: "3.1.0";
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary: string;
    /** Paragraphs of Markdown, as every description is. */
    readonly description: string;
    readonly contact: { readonly name: string };
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly [{ readonly url: string; readonly description: string }];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, ApiPath>>;
  readonly components: ApiComponents;
}

/** The named components, which references use. */
export interface ApiComponents {
  readonly schemas: {
    readonly ErrorBody: ApiSchema;
    readonly [name: string]: ApiSchema;
  };
  readonly headers: Readonly<Record<HeaderName, ApiHeader>>;
  readonly responses: Readonly<Record<ResponseName, ApiResponse>>;
  readonly securitySchemes: { readonly bearer: BearerScheme };
}

/** Headers of several responses, by their own names. */
export type HeaderName = "X-Request-Id" | "Cache-Control" | "RateLimit-Policy" | "RateLimit";
export type ResponseName = "Unauthorized" | "RateLimited" | "Other";

/** Refers to something by its name. */
export interface Reference<Kind extends "schemas" | "headers" | "responses"> {
  readonly $ref: `#/components/${Kind}/${keyof ApiComponents[Kind] & string}`;
}

/** Says what the specification leaves open, so that the sandbox had to choose: a sentence or two. */
export interface Choice {
  readonly "x-sandbox-choice"?: string;
}

export interface BearerScheme {
  readonly type: "http";
  readonly scheme: "bearer";
  readonly description: string;
}

/** A path takes one method. */
export interface ApiPath {
  readonly get?: ApiOperation;
  readonly post?: ApiOperation;
}

export interface ApiOperation extends Choice {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly [{ readonly bearer: readonly [] }];
  /** The scope that the key must hold; left out where any key will do. */
  readonly "x-scope"?: Scope;
  readonly requestBody?: ApiBody & { readonly required: true };
  readonly responses: ApiResponses;
}

/** By status, and `default` for those that are not listed. */
export type ApiResponses = Readonly<
  Record<`${number}` | "default", ApiResponse | Reference<"responses">>
>;

/** The body of a request or a response. */
export interface ApiBody {
  readonly description: string;
  readonly content: {
    readonly "application/json": {
      readonly schema: ApiSchema;
      readonly examples: Readonly<Record<string, ApiExample>>;
    };
  };
}

export interface ApiExample {
  readonly summary: string;
  readonly value: unknown;
}

export interface ApiResponse extends ApiBody, Choice {
  /** By the names that they are sent with. */
  readonly headers: ApiHeaders;
}

export type ApiHeaders = Readonly<Record<string, ApiHeader | Reference<"headers">>>;

export interface ApiHeader extends Choice {
  readonly description: string;
  /** Whether every such response has it. */
  readonly required: boolean;
  readonly schema: ApiSchema;
  readonly example: string | number;
}

/** A JSON Schema of the draft 2020-12, as far as the API needs it. */
export interface ApiSchema extends Partial<Reference<"schemas">>, Choice {
  readonly type?: "object" | "array" | "string" | "integer" | "boolean";
  readonly description?: string;
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
  readonly items?: ApiSchema;
  readonly maxItems?: number;
  readonly const?: string | boolean;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Returns the response in a place, or that is referred to there. */
export function responseAt(
  { components }: ApiDocument,
  place: ApiResponse | Reference<"responses">,
): ApiResponse {
  return "$ref" in place ? components.responses[nameIn(place)] : place;
}

/** Returns the header in a place, or that is referred to there. */
export function headerAt(
  { components }: ApiDocument,
  place: ApiHeader | Reference<"headers">,
): ApiHeader {
  return "$ref" in place ? components.headers[nameIn(place)] : place;
}

function nameIn<Name extends string>({
  $ref,
}: {
  readonly $ref: `#/components/${string}/${Name}`;
}): Name {
  return $ref.slice($ref.lastIndexOf("/") + 1) as Name;
}
