// What is said of an endpoint in one place: the table, routing, the OpenAPI document, the docs and the contract
// checks are made of it. Each endpoint is a file in endpoints/.
import type * as v from "valibot";
import type { Scope } from "./formats.ts";
import type { ApiExample, ApiOperation, Choice } from "./openapi/api-document.ts";

// Contract: §9.1, paths carry the version segment.
export const PREFIX = "/api/v1/integration";

type Words = Pick<ApiOperation, "operationId" | "summary" | "description">;

/** An endpoint. Its `operationId` becomes the name of a method in generated clients. */
export interface EndpointDescription extends Words, Choice {
  readonly name: string;
  /** Its section of the document. */
  readonly section: string;
  readonly method: "GET" | "POST";
  readonly path: `${typeof PREFIX}/${string}`;
  /** Undefined where any active key will do. */
  readonly scope: Scope | undefined;
  /** The status of its success. */
  readonly success: 200 | 201;
  /** The schemas that the OpenAPI document refers to by a name. */
  readonly schemas: Readonly<Record<string, v.GenericSchema>>;
  /** The request body. Left out if there is none. */
  readonly request?: BodyDescription;
  /** The response if there is no error. */
  readonly response: BodyDescription;
}

/**
 * A body. The examples are what the embedded seeds give to the key `mst_acme_full` at nine o'clock on 17 October
 * 2026; of lists, the first two items.
 */
export interface BodyDescription {
  readonly schema: v.GenericSchema;
  readonly description: string;
  /** The examples by their names. The first is shown if there is room for only one. */
  readonly examples: Readonly<Record<string, ApiExample & { readonly value: object }>>;
}

/** The first example of a body. */
export function exampleOf({ examples }: BodyDescription): object {
  return Object.values(examples)[0]?.value ?? {};
}
