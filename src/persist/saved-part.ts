// The parts of what was saved, which come from outside and are read with as much care as seeds: each is held
// against its schema, and each is read, or all of it is refused.
import * as v from "valibot";

/** Texts by the names of their parts. */
export type SavedParts = ReadonlyMap<string, string>;

/** Writes a part; undefined takes it away. */
export type PutPart = (part: string, json: string | undefined) => void;

/** A part that can't be read; the message says why. */
export class SavedPartError extends Error {
  // Runtime: the bundler may call the class otherwise, and Node shows what it is called.
  static override readonly name = "SavedPartError";
  readonly part: string;

  constructor(part: string, reason: string) {
    const mend = "Nothing was restored; drop what was saved, and make it anew.";
    super(`the saved part ${JSON.stringify(part)} can't be read: ${reason}. ${mend}`);
    this.name = "SavedPartError";
    this.part = part;
  }
}

export interface PartReader {
  has(part: string): boolean;
  /** Reads a part, which can be done once. Throws `SavedPartError`. */
  read<Schema extends v.GenericSchema>(part: string, schema: Schema): v.InferInput<Schema>;
  /** What stands behind a beginning in the names of parts. */
  namesBehind(beginning: string): string[];
  /** Throws `SavedPartError` where a part was not read. */
  end(): void;
}

/** Makes a reader of parts. */
export function createPartReader(parts: SavedParts): PartReader {
  const unread = new Set(parts.keys());
  return {
    has: (part) => parts.has(part),
    read(part, schema) {
      const value = parseJson(part, parts.get(part));
      // Why: checked, not copied, so that fields stay in the order in which they were written.
      if (!v.is(schema, value)) throw new SavedPartError(part, explain(schema, value));
      if (!unread.delete(part)) throw new SavedPartError(part, "it is referred to twice");
      return value;
    },
    namesBehind: (beginning) =>
      [...parts.keys()]
        .filter((part) => part.startsWith(beginning))
        .map((part) => part.slice(beginning.length)),
    end() {
      for (const part of unread) throw new SavedPartError(part, "nothing refers to it");
    },
  };
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
  if (issue === undefined) return "it is not what it must be";
  const path = v.getDotPath(issue);
  const expected = issue.message.startsWith("Invalid ") ? issue.expected : issue.message;
  return `${path ?? "it"} must be ${expected}, received ${issue.received}`;
}
