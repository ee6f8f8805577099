// The control API's description as far as the reference shows it. The control API makes it; whoever puts
// the sandbox together hands it in.
import type { World } from "../../world/world.ts";
import type { Schema } from "./schema.ts";

// How many calls share what is told once for all of them.
const MANY = 5;

/** Describes the control API, with examples of a world. */
export type DescribeControl = (world: World) => Promise<ControlDocument>;

export interface ControlDocument {
  readonly info: { readonly description: string };
  readonly servers: readonly [{ readonly url: string }];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** Where callers need a token. */
  readonly security?: readonly object[];
  /** By path, then by method. */
  readonly paths: Readonly<Record<string, { readonly [method: string]: ControlOperation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface ControlOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly [string];
  /** None where anyone may call it. */
  readonly security?: readonly [];
  readonly parameters?: readonly ControlParameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: ControlContent };
  readonly responses: Readonly<Record<string, ControlResponse>>;
}

export interface ControlParameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly schema: Schema;
  readonly example?: string;
}

export interface ControlResponse {
  readonly description: string;
  readonly content?: ControlContent;
}

/** By media type. */
export type ControlContent = Readonly<
  Record<string, { readonly schema: Schema; readonly example?: unknown }>
>;

/** An operation with where it is found. */
export interface Call extends ControlOperation {
  readonly method: string;
  readonly path: string;
}

/** Lists every operation of a description. */
export function listCalls({ paths }: ControlDocument): Call[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
}

export interface Refusal {
  /** `default` stands for those that are not listed. */
  readonly status: string;
  /** The sentence that says when. */
  readonly when: string;
}

/** Lists what a call is refused for. */
export function refusalsOf({ responses }: Call): Refusal[] {
  return Object.entries(responses)
    .filter(([status]) => status === "default" || Number(status) >= 400)
    .map(([status, { description }]) => ({ status, when: description }));
}

/** Lists the refusals that many calls share, so that they need be told once only. */
export function commonRefusals(calls: readonly Call[]): Refusal[] {
  const all = calls.flatMap(refusalsOf);
  const counts = new Map<string, number>();
  for (const { when } of all) counts.set(when, (counts.get(when) ?? 0) + 1);
  const shared = all.filter(({ when }) => (counts.get(when) ?? 0) >= MANY);
  const found = new Map(shared.map((refusal) => [refusal.when, refusal]));
  return [...found.values()].toSorted((a, b) => a.status.localeCompare(b.status));
}
