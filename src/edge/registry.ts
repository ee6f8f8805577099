// The worlds of each team, in one object for each team.
// Runtime: a class, because the engine requires it.
import { DurableObject } from "cloudflare:workers";
import * as v from "valibot";
import { systemTime } from "../world/clock.ts";
import type { Env } from "./env.ts";
import { type Claim, ClaimSchema, type Registered, RegisteredSchema } from "./messages.ts";

const JsonSchema = v.object({ json: v.string() });
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

  /** Returns what was noted of the world that the team calls `own`, if there is one. */
  find(own: string): Claim | undefined {
    const join = "SELECT json FROM claims JOIN worlds USING (name) WHERE own = ?";
    const [row] = this.#open().exec(join, own);
    return row && v.parse(ClaimSchema, JSON.parse(v.parse(JsonSchema, row).json));
  }

  /**
   * Returns what was noted of the world that the team calls `own`; the first time, notes the claim. Undefined where
   * there are `most` worlds already.
   */
  claim(own: string, claim: Claim, most: number): Claim | undefined {
    const known = this.find(own);
    if (known !== undefined) return known;
    if (!this.reserve(claim, most)) return undefined;
    const insert = "INSERT OR REPLACE INTO claims VALUES (?, ?, ?)";
    this.#open().exec(insert, own, claim.name, JSON.stringify(claim));
    return claim;
  }

  /** Forgets a world that is no more. */
  forget(name: string): void {
    this.#open().exec("DELETE FROM worlds WHERE name = ?", name);
  }

  /** Lists the worlds in the order in which they expire. */
  list(): Registered[] {
    const rows = this.#open().exec(
      "SELECT name, expires AS expiresAt FROM worlds ORDER BY expires, name",
    );
    return Array.from(rows, (row) => v.parse(RegisteredSchema, row));
  }

  #open() {
    const { sql } = this.ctx.storage;
    sql.exec(
      "CREATE TABLE IF NOT EXISTS worlds (name TEXT PRIMARY KEY, expires INTEGER) WITHOUT ROWID",
    );
    sql.exec(
      "CREATE TABLE IF NOT EXISTS claims (own TEXT PRIMARY KEY, name TEXT, json TEXT) WITHOUT ROWID",
    );
    // Why: worlds expire without a call. This also deletes the rows of worlds whose creation failed.
    sql.exec("DELETE FROM worlds WHERE expires <= ?", systemTime());
    sql.exec("DELETE FROM claims WHERE name NOT IN (SELECT name FROM worlds)");
    return sql;
  }
}
