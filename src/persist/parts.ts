// The saved parts of a world: texts by their names. They come from outside, so each is checked with its schema.
import * as v from "valibot";

/** Texts by the names of their parts. */
export type SavedParts = ReadonlyMap<string, string>;

/** Writes a part. Undefined deletes it. */
export type PutPart = (part: string, json: string | undefined) => void;

/** A part cannot be read. The message says why. */
export class SavedPartError extends Error {
  // Runtime: a bundler may rename the class, and Node shows its name.
  static override readonly name = "SavedPartError";
  readonly part: string;

  constructor(part: string, reason: string) {
    const hint = "Nothing was restored. Delete the saved world, and make it again.";
    super(`Cannot read the saved part ${JSON.stringify(part)}: ${reason}. ${hint}`);
    this.name = "SavedPartError";
    this.part = part;
  }
}

/** Reads a part. Throws `SavedPartError`. */
export function readPart<Schema extends v.GenericSchema>(
  parts: SavedParts,
  part: string,
  schema: Schema,
): v.InferInput<Schema> {
  const value = parseJson(part, parts.get(part));
  // Why: only checks, and does not copy, so that fields keep their order.
  if (!v.is(schema, value)) throw new SavedPartError(part, explain(schema, value));
  return value;
}

/** The numbers of the parts with a prefix, sorted. */
export function numbersOf(parts: SavedParts, beginning: string): number[] {
  return [...parts.keys()]
    .filter((part) => part.startsWith(beginning))
    .map((part) => Number(part.slice(beginning.length)))
    .toSorted((a, b) => a - b);
}

function parseJson(part: string, text: string | undefined): unknown {
  if (text === undefined) throw new SavedPartError(part, "it is missing");
  try {
    return JSON.parse(text);
  } catch {
    throw new SavedPartError(part, "it is not JSON");
  }
}

function explain(schema: v.GenericSchema, value: unknown): string {
  const { issues: [issue] = [] } = v.safeParse(schema, value);
  if (issue === undefined) return "it has an unknown mistake";
  const path = v.getDotPath(issue);
  const expected = issue.message.startsWith("Invalid ") ? issue.expected : issue.message;
  return `${path ?? "it"} must be ${expected}, received ${issue.received}`;
}
