// What an operation of the control API is: one row of a table from which its route and its description
// are made, the same schemas for both.
import type * as v from "valibot";
import type { World } from "../world/world.ts";
import type { Worlds } from "../world/worlds.ts";
import { parseBody } from "./parse-body.ts";

/** What the operations act on. */
export interface Remote {
  readonly worlds: Worlds;
  /** The addresses of a world. */
  addressesOf(world: Pick<World, "name">): { readonly baseUrl: string; readonly hostedUrl: string };
  scenarios(): readonly { readonly name: string; readonly description: string | undefined }[];
}

export interface OperationCall<Body> extends Remote {
  readonly body: Body;
  /** The world that the path names. Throws `WorldError`. */
  world(): World;
  /** A part of the path by its name, decoded. */
  param(name: string): string;
}

export interface Operation {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  /** Behind `/_sandbox`, its parts written as `:name`. */
  readonly path: string;
  readonly summary: string;
  readonly success: 200 | 201 | 204;
  /** Undefined where it takes no body. */
  readonly body: v.GenericSchema | undefined;
  /** Undefined where it answers none. */
  readonly response: v.GenericSchema | undefined;
  /** What it answers, where that is not JSON. */
  readonly mediaType?: string;
  /** Does it. What it returns is answered as JSON, unless it is an answer already. */
  run(call: OperationCall<unknown>): unknown;
}

type Definition<Body> = Omit<Operation, "body" | "response" | "run"> & {
  readonly response?: v.GenericSchema;
  run(call: OperationCall<Body>): unknown;
};

/** Defines an operation without a body. */
export function reading({ run, ...definition }: Definition<undefined>): Operation {
  return {
    response: undefined,
    ...definition,
    body: undefined,
    run: (call) => run({ ...call, body: undefined }),
  };
}

/** Defines an operation whose body must be of a schema. */
export function writing<Schema extends v.GenericSchema>(
  body: Schema,
  { run, ...definition }: Definition<v.InferOutput<Schema>>,
): Operation {
  return {
    response: undefined,
    ...definition,
    body,
    run: (call) => run({ ...call, body: parseBody(body, call.body) }),
  };
}
