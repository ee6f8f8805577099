// What an object keeps in its storage: texts by their names. They are read when it is loaded, and written as they
// change.
import type { ObjectStorage } from "cloudflare:workers";
import * as v from "valibot";

export interface Parts {
  /** All of them; none where nothing was ever written. */
  read(): ReadonlyMap<string, string>;
  /** Writes a part, or takes it away. */
  write(part: string, json: string | undefined): void;
  /**
   * Runs what writes parts, `isApi` where a request to the API has them written. Throws `FullError`, and
   * then nothing of it is written.
   */
  writeAll(write: () => void, isApi?: boolean): void;
}

/** An object that would store more than it may. */
export class FullError extends Error {
  override readonly name = "FullError";
}

// Why: all of it is read when a world is loaded, into a memory that many worlds share.
const MOST_BYTES = 8 * 1024 * 1024;
// Why: a world that is full still answers its API, which leaves a journal behind, and that is cut.
const MOST_JOURNAL_BYTES = 4 * 1024 * 1024;
// Why: the engine takes rows of 2 MB, and a character may be three bytes.
const MOST_CHARACTERS = 500_000;

const TABLE =
  "CREATE TABLE IF NOT EXISTS parts (part TEXT, piece INTEGER, json TEXT, PRIMARY KEY (part, piece)) WITHOUT ROWID";

const RowSchema = v.object({ part: v.string(), json: v.string() });

/** The parts in an object's storage. */
export function createParts(storage: ObjectStorage): Parts {
  const { sql } = storage;
  // How many pieces each part has of which there are more than one.
  const long = new Map<string, number>();
  let isThere = false;
  return {
    read() {
      const parts = new Map<string, string>();
      // Why: objects are asked by names that somebody invented, too, and these must store nothing.
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
        // Why: what makes it no larger is let in, as it may make room.
        if (sql.databaseSize > Math.max(most, before)) throw new FullError();
      });
    },
  };
}

/** Cuts a text into pieces, never within a character that is two to JavaScript. */
function cut(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; start += pieces.at(-1)?.length ?? 0) {
    const piece = text.slice(start, start + MOST_CHARACTERS);
    const isSplit = piece.length === MOST_CHARACTERS && /[\uD800-\uDBFF]$/.test(piece);
    pieces.push(isSplit ? piece.slice(0, -1) : piece);
  }
  return pieces;
}
