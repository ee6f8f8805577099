// The least that an object at the edge can do: it keeps a row of each request, and answers. Its module stands in
// the place of the Worker's.
import { DurableObject } from "cloudflare:workers";

export { KeptSeeds, Registry } from "./worker.js";

const BODY = JSON.stringify({
  merchantId: "34c2fa96-319c-5b87-8de7-a8ca2adca3c2",
  scopes: ["catalog:read", "orders:read", "checkout:links"],
  environment: "SANDBOX",
  liveEnabled: false,
});
const ROW = "x".repeat(500);

export class WorldObject extends DurableObject {
  #sql = this.ctx.storage.sql;
  #count = 0;

  constructor(ctx, env) {
    super(ctx, env);
    this.#sql.exec("CREATE TABLE IF NOT EXISTS rows (id INTEGER PRIMARY KEY, text TEXT)");
  }

  fetch() {
    this.#sql.exec("INSERT OR REPLACE INTO rows VALUES (?, ?)", ++this.#count % 100, ROW);
    return new Response(BODY, { headers: { "Content-Type": "application/json" } });
  }
}

export default {
  fetch(request, env) {
    const [, , , name] = new URL(request.url).pathname.split("/");
    return env.WORLDS.getByName(name).fetch(request);
  },
};
