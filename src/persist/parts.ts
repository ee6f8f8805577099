// The parts in which a world is saved, texts by their names. They come from outside and are checked as seeds are:
// each is checked against its schema.
import * as v from "valibot";

/** Texts by the names of their parts. */
export type SavedParts = ReadonlyMap<string, string>;

/** Writes a part; undefined removes it. */
export type PutPart = (part: string, json: string | undefined) => void;

/** A part that can't be read; the message says why. */
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
  // Why: checked, not copied, so that fields stay in the order in which they were written.
  if (!v.is(schema, value)) throw new SavedPartError(part, explain(schema, value));
  return value;
}

/** The numbers of the parts whose names begin alike, in their order. */
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
