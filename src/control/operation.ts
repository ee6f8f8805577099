// What an operation of the control API is. Its route and its description are made from the same object.
import type * as v from "valibot";
import type { ControlMethod } from "../contract/openapi/control-document.ts";
import type { CatalogProduct } from "../model/state.ts";
import type { Exchange } from "../world/journal/exchange.ts";
import type { RequestChange } from "../world/journal/request-change.ts";
import type { World } from "../world/world.ts";
import type { Worlds } from "../world/worlds.ts";
import type { ResponseSchemaName } from "./responses.ts";

/** What the operations act on. */
export interface Remote {
  readonly version: string;
  readonly worlds: Worlds;
  /** The addresses of a world. */
  addressesOf(world: Pick<World, "name">): { readonly baseUrl: string; readonly hostedUrl: string };
  scenarios(): readonly { readonly name: string; readonly description: string | undefined }[];
  /**
   * Sends a request to the API again, as it was or changed. Resolves with the new one, or with undefined if that has already left the
   * journal.
   */
  replay(world: World, exchange: Exchange, change: RequestChange): Promise<Exchange | undefined>;
}

/** Statuses, each with the sentence that says when. */
type OperationErrors = Readonly<Partial<Record<404 | 409 | 429, string>>>;

/** What an operation gets. `body` and `query` have been parsed with its schemas. */
interface OperationCall<Body, Query = unknown> extends Remote {
  readonly body: Body;
  readonly query: Query;
  /** As it came in; its body has been read. Left out if a program calls the operation in its own process. */
  readonly request?: Request;
  /** The world that the path names. Throws `WorldError`. */
  world(): World;
  /** A part of the path by its name, decoded. */
  param(name: string): string;
}

/** Names of entries of a world, for examples. A kind without entries is left out. */
export interface ExampleNames {
  readonly world: string;
  readonly scenario?: string | undefined;
  readonly merchant?: string | undefined;
  readonly key?: string | undefined;
  readonly product?: Pick<CatalogProduct, "id" | "publicCode"> | undefined;
  /** The id of an order. */
  readonly order?: string | undefined;
  /** The id of a request. */
  readonly request?: string | undefined;
}

type QuerySchema = v.StrictObjectSchema<v.ObjectEntries, undefined>;

export interface Operation {
  /** Its name in the description, which becomes that of a method in generated clients. */
  readonly name: string;
  readonly method: ControlMethod;
  /** The path after `/_sandbox`, with parameters as `:name`. */
  readonly path: string;
  readonly summary: string;
  /** More than the summary says. */
  readonly description?: string;
  /** Its errors, by status, in addition to those of every call of its kind. */
  readonly errors?: OperationErrors;
  /** An example of its body; undefined where the world lacks what is in it. */
  readonly example?: (names: ExampleNames) => unknown;
  /** The world that an example is about, where that is not the one at hand. */
  readonly exampleWorld?: string;
  /** The status of its success. Default: 200. */
  readonly success?: 200 | 201 | 204;
  /** When it responds with 201 in place of its usual success, if it ever does. */
  readonly created?: string;
  /** The schema of the query. Default: none is read. */
  readonly query?: QuerySchema;
  /** The field that identifies an entry of a list, if the list comes in pages over HTTP. */
  readonly pageBy?: string;
  /** The schema of the body. Default: it takes none. */
  readonly body?: v.GenericSchema;
  /** Whether the body may be left out, and then is an object without fields. */
  readonly isBodyOptional?: boolean;
  /** The schema of the response, in brackets for a list. Default: there is no body. */
  readonly response?: ResponseSchemaName | readonly [ResponseSchemaName] | undefined;
  /** The media type of the response. Default: JSON. */
  readonly mediaType?: string;
  /** Runs it. The result becomes the response: text for a media type of its own, else JSON. Or it is a `Response`. */
  run(call: OperationCall<unknown>): unknown;
}

/** An operation whose address and response are known by its type, which the client is checked against. */
export interface TypedOperation<
  Method extends ControlMethod,
  Path extends string,
  Name extends Operation["response"],
> extends Operation {
  readonly method: Method;
  readonly path: Path;
  readonly response: Name;
}

/** Defines an operation. */
export function defineOperation<
  const Method extends ControlMethod,
  const Path extends string,
  const Name extends Operation["response"] = undefined,
  Body extends v.GenericSchema = v.UndefinedSchema<undefined>,
  Query extends QuerySchema = QuerySchema,
>(
  definition: Omit<Operation, "run"> & {
    readonly method: Method;
    readonly path: Path;
    readonly response?: Name;
    readonly body?: Body;
    readonly query?: Query;
    run(call: OperationCall<v.InferOutput<Body>, v.InferOutput<Query>>): unknown;
  },
): TypedOperation<Method, Path, Name> {
  return { ...definition, response: definition.response as Name };
}
