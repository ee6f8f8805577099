// What a tool for coding agents is, and what all tools share: how they name a world, and how they cut what is long.
import * as v from "valibot";
import type { ControlClient } from "../client/control.ts";
import { optional } from "../model/fields.ts";
import type { SeedFiles } from "../seeds/read/files.ts";
import { DEFAULT_WORLD } from "../seeds/read/scenarios.ts";

/** A sandbox that tools act on. */
export interface ToolTarget {
  readonly control: ControlClient;
  /** Where it comes from, if the agent could not know. */
  readonly note?: string | undefined;
  /** Sends a request to the API of a world. Rejects if the connection is closed before the end of the response. */
  send(world: string, path: string, init: RequestInit): Promise<Response>;
}

/** What tools know of their caller. */
export interface ToolContext {
  /** The sandbox: one that runs, or one that this call starts. */
  target(): Promise<ToolTarget>;
  /** The world of calls that name none. Default: `default`. */
  readonly world?: string | undefined;
  /** Reads seeds in files and text, as `check` does. Left out if the caller is not a program on this machine. */
  readonly readSeeds?: (seeds: { path: string } | { text: string }) => Promise<SeedFiles[]>;
  /** Sends a request to any server. Left out likewise. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** Hints for the client of what a tool does, with the names of the protocol. */
interface Annotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Annotations;
  readonly input: v.GenericSchema;
  /** Runs it, with input that its schema has parsed. The result is text for the agent. Throws an error whose message says how to fix the call. */
  run(input: unknown, context: ToolContext): Promise<string>;
}

/** Defines a tool. */
export function defineTool<Schema extends v.GenericSchema>(
  definition: Omit<Tool, "run" | "input"> & {
    readonly input: Schema;
    run(input: v.InferOutput<Schema>, context: ToolContext): Promise<string>;
  },
): Tool {
  return definition;
}

export const worldField = optional(
  v.string(),
  "The name of a world. Default: this session's world.",
);

type Fetch = (request: Request) => Response | Promise<Response>;

/** Explains a wrong token to agents, because they cannot send another one. */
export function explainWrongToken(fetch: Fetch, detail: string) {
  return async (request: Request): Promise<Response> => {
    const response = await fetch(request);
    return response.status === 401 ? Response.json({ detail }, { status: 401 }) : response;
  };
}

/** The sandbox that a call acts on, with the world as parameters of the control API. */
export async function sandboxOf(
  { world }: { readonly world?: string | undefined },
  context: ToolContext,
) {
  const params = { world: world ?? context.world ?? DEFAULT_WORLD };
  return { ...(await context.target()), params };
}

/** Returns a field that an action needs. Throws if it is missing. */
export function need<Value>(value: Value | undefined, name: string, action: string): Value {
  if (value !== undefined) return value;
  throw new Error(`The action ${action} needs the field \`${name}\`. Send it, too.`);
}

/** Formats a list as lines, and says how many were left out. */
export function formatItems<Item>(
  items: readonly Item[],
  format: (item: Item) => string,
  { most, narrow }: { readonly most: number; readonly narrow: string },
): string {
  const more = items.length - most;
  const lines = items.slice(0, most).map(format);
  return [...lines, ...(more > 0 ? [`… ${more} more. ${narrow}`] : [])].join("\n");
}

/** Cuts a text that would fill the context of an agent. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most)}… (${text.length - most} more characters)`;
}
