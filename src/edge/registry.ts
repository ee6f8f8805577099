// Who has which worlds: one object for each control token.
// Runtime: the engine's objects are classes; nothing else here is one.
import { DurableObject } from "cloudflare:workers";
import * as v from "valibot";
import { systemTime } from "../world/clock.ts";
import type { Env } from "./env.ts";
import type { Registered } from "./messages.ts";

const RowSchema = v.object({ name: v.string(), expiresAt: v.number() });
const CountSchema = v.object({ count: v.number() });

export class Registry extends DurableObject<Env> {
  /** Notes a world that is about to be made. False where there are `most` already. */
  reserve({ name, expiresAt }: Registered, most: number): boolean {
    const sql = this.#open();
    const [row] = sql.exec("SELECT count(*) AS count FROM worlds");
    if (v.parse(CountSchema, row).count >= most) return false;
    sql.exec("INSERT INTO worlds VALUES (?, ?)", name, expiresAt);
    return true;
  }

  /** Forgets a world that is no more. */
  forget(name: string): void {
    this.#open().exec("DELETE FROM worlds WHERE name = ?", name);
  }

  /** Lists the worlds, the one that expires first before the others. */
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
    // Why: when a world expires is settled when it is made, and so nobody need tell. This also clears
    // what was noted of a world whose making broke off.
    sql.exec("DELETE FROM worlds WHERE expires <= ?", systemTime());
    return sql;
  }
}
