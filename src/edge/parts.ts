// The storage of an object: texts by their names. They are read when the object is loaded, and written when they
// change.
import type { ObjectStorage } from "cloudflare:workers";
import * as v from "valibot";

export interface Parts {
  /** All parts. Empty if nothing was ever written. */
  read(): ReadonlyMap<string, string>;
  /** Writes a part, or deletes it. */
  write(part: string, json: string | undefined): void;
  /**
   * Runs a function that writes parts; `isApi` says whether a request to the API caused the writes. Throws `FullError`,
   * and then nothing is written.
   */
  writeAll(write: () => void, isApi?: boolean): void;
}

/** The storage limit of an object is exceeded. */
export class FullError extends Error {
  override readonly name = "FullError";
}

// Why: a world is loaded completely, into memory that many worlds share.
const MOST_BYTES = 8 * 1024 * 1024;
// Why: the API of a full world still works, and its requests are recorded. Old ones are removed.
const MOST_JOURNAL_BYTES = 4 * 1024 * 1024;
// Why: the engine stores rows of up to 2 MB, and a character can have three bytes.
const MOST_CHARACTERS = 500_000;

const TABLE =
  "CREATE TABLE IF NOT EXISTS parts (part TEXT, piece INTEGER, json TEXT, PRIMARY KEY (part, piece)) WITHOUT ROWID";

const RowSchema = v.object({ part: v.string(), json: v.string() });

/** The parts in an object's storage. */
export function createParts(storage: ObjectStorage): Parts {
  const { sql } = storage;
  // The number of pieces of each part that has more than one.
  const long = new Map<string, number>();
  let isThere = false;
  return {
    read() {
      const parts = new Map<string, string>();
      // Why: objects with invented names are requested too, and must store nothing.
      const [table] = sql.exec("SELECT name FROM sqlite_master WHERE name = 'parts'");
      if (table === undefined) return parts;
      for (const row of sql.exec("SELECT part, json FROM parts ORDER BY part, piece")) {
        const { part, json } = v.parse(RowSchema, row);
        const before = parts.get(part);
        parts.set(part, (before ?? "") + json);
        if (before !== undefined) long.set(part, (long.get(part) ?? 1) + 1);
      }
      isThere = true;
      return parts;
    },
    write(part, json) {
      if (!isThere) sql.exec(TABLE);
      isThere = true;
      const pieces = json === undefined ? [] : cut(json);
      for (const [piece, text] of pieces.entries()) {
        sql.exec("INSERT OR REPLACE INTO parts VALUES (?, ?, ?)", part, piece, text);
      }
      if (pieces.length < (long.get(part) ?? 1)) {
        sql.exec("DELETE FROM parts WHERE part = ? AND piece >= ?", part, pieces.length);
      }
      if (pieces.length > 1) long.set(part, pieces.length);
      else long.delete(part);
    },
    writeAll(write, isApi = false) {
      const most = isApi ? MOST_BYTES + MOST_JOURNAL_BYTES : MOST_BYTES;
      storage.transactionSync(() => {
        const before = sql.databaseSize;
        write();
        // Why: writes that do not need more space are allowed, because they can free some.
        if (sql.databaseSize > Math.max(most, before)) throw new FullError();
      });
    },
  };
}

/** Splits a text into pieces, but never within a surrogate pair. */
function cut(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; start += pieces.at(-1)?.length ?? 0) {
    const piece = text.slice(start, start + MOST_CHARACTERS);
    const isSplit = piece.length === MOST_CHARACTERS && /[\uD800-\uDBFF]$/.test(piece);
    pieces.push(isSplit ? piece.slice(0, -1) : piece);
  }
  return pieces;
}
