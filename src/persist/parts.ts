// What is saved of a world: parts, which are JSON by their names. They come from outside, and another version of the
// program may have written them, so each is checked with its schema.
//
// - `record`: its clock and counters. Every saved world has it.
// - `change/N`: the log of its changes, or of those since the `snapshot`.
// - `request/N`: its last requests. At the edge, each has the counters after it.
import * as v from "valibot";

/** JSON by the names of its parts. */
export type SavedParts = ReadonlyMap<string, string>;

/** Writes a part. Undefined deletes it. */
export type PutPart = (part: string, json: string | undefined) => void;

// Contract: worlds have been saved with this name.
export const COUNTERS = "record";
export const SNAPSHOT = "snapshot";
/** The prefixes of the names of these parts. A number follows. */
export const CHANGE = "change/";
export const REQUEST = "request/";

/** The numbers of the parts with a prefix, sorted. */
export function numbersOf(parts: SavedParts, prefix: string): number[] {
  return [...parts.keys()]
    .filter((part) => part.startsWith(prefix))
    .map((part) => Number(part.slice(prefix.length)))
    .toSorted((a, b) => a - b);
}

/** What was saved cannot be read. The message says why. */
export class SavedPartError extends Error {
  // Runtime: a bundler may rename the class, and Node shows its name.
  static override readonly name = "SavedPartError";

  constructor(reason: string) {
    super(reason);
    this.name = "SavedPartError";
  }
}

/** Reads JSON, which has a `name` in errors unless it is a whole file. Throws `SavedPartError`. */
export function readJson<Schema extends v.GenericSchema>(
  schema: Schema,
  text: string | undefined,
  name?: string,
): v.InferInput<Schema> {
  const value = parseJson(text, name);
  // Why: only checks, and does not copy, so that fields keep their order.
  if (!v.is(schema, value)) throw new SavedPartError(explain(schema, value, name));
  return value;
}

function parseJson(text: string | undefined, name: string | undefined): unknown {
  if (text === undefined) throw new SavedPartError(`${quote(name)} is missing`);
  try {
    return JSON.parse(text);
  } catch {
    throw new SavedPartError(`${quote(name)} is not JSON, or only a part of it`);
  }
}

function explain(schema: v.GenericSchema, value: unknown, name: string | undefined): string {
  const { issues: [issue] = [] } = v.safeParse(schema, value, { abortEarly: true });
  if (issue === undefined) return `${quote(name)} has an unknown mistake`;
  const field = quote(name, v.getDotPath(issue));
  if (issue.received === "undefined") return `${field} is missing`;
  if (issue.expected === "never") return `${field} is unknown`;
  const expected = issue.message.startsWith("Invalid ") ? issue.expected : issue.message;
  return `${field} must be ${expected}, received ${issue.received}`;
}

function quote(...names: readonly (string | null | undefined)[]): string {
  const path = names.filter(Boolean).join(".");
  return path === "" ? "it" : `\`${path}\``;
}
