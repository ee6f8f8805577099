// The worlds of each control token, in one object for each token.
// Runtime: a class, because the engine requires it.
import { DurableObject } from "cloudflare:workers";
import * as v from "valibot";
import { systemTime } from "../world/clock.ts";
import type { Env } from "./env.ts";
import type { Registered } from "./messages.ts";

const RowSchema = v.object({ name: v.string(), expiresAt: v.number() });
const CountSchema = v.object({ count: v.number() });

export class Registry extends DurableObject<Env> {
  /** Registers a world before it is created. Returns false if there are already `most`. */
  reserve({ name, expiresAt }: Registered, most: number): boolean {
    const sql = this.#open();
    const [row] = sql.exec("SELECT count(*) AS count FROM worlds");
    if (v.parse(CountSchema, row).count >= most) return false;
    sql.exec("INSERT INTO worlds VALUES (?, ?)", name, expiresAt);
    return true;
  }

  /** Removes a world that was deleted. */
  forget(name: string): void {
    this.#open().exec("DELETE FROM worlds WHERE name = ?", name);
  }

  /** Lists the worlds in the order in which they expire. */
  list(): Registered[] {
    const rows = this.#open().exec(
      "SELECT name, expires AS expiresAt FROM worlds ORDER BY expires, name",
    );
    return Array.from(rows, (row) => v.parse(RowSchema, row));
  }

  #open() {
    const { sql } = this.ctx.storage;
    sql.exec(
      "CREATE TABLE IF NOT EXISTS worlds (name TEXT PRIMARY KEY, expires INTEGER) WITHOUT ROWID",
    );
    // Why: the expiry time is known at creation, so that expired worlds need not report it. This also removes worlds
    // whose creation failed.
    sql.exec("DELETE FROM worlds WHERE expires <= ?", systemTime());
    return sql;
  }
}
