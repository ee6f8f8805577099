// The form of the OpenAPI 3.1 document that describes the control API, which control/openapi.ts makes and the docs
// show.
import type { JsonSchema } from "@valibot/to-json-schema";

/** The description of the control API. */
export interface ControlDocument {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly [{ readonly url: string; readonly description: string }];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** Where callers need a token. */
  readonly security?: readonly [{ readonly token: readonly [] }];
  readonly paths: Readonly<Record<string, ControlPath>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes?: { readonly token: TokenScheme };
  };
}

export type ControlMethod = "get" | "post" | "put" | "patch" | "delete";

export type ControlPath = { readonly [method in ControlMethod]?: ControlOperation };

export interface TokenScheme {
  readonly type: "http";
  readonly scheme: "bearer";
  readonly description: string;
}

export interface ControlOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly [string];
  /** None where anyone may call it, whatever token is set. */
  readonly security?: readonly [];
  readonly parameters?: readonly ControlParameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: ControlContent };
  /** By status, and `default` for those that are not listed. */
  readonly responses: Readonly<Record<string, ControlResponse>>;
}

export interface ControlParameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: string;
}

interface ControlResponse {
  readonly description: string;
  readonly content?: ControlContent;
}

/** By media type. */
export type ControlContent = Readonly<
  Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>
>;
