// The Worker of tests: its clock stops until a test moves it, and paths under /__test do what the engine does at any
// time, such as clearing memory or calling an alarm.
import worker, {
  WorldObject as Base,
  Registry as BaseRegistry,
  KeptSeeds as BaseSeeds,
} from "./worker.js";

// Why: the engine rings alarms by the true time, and is not to ring one that a test did not ask for.
let now = Date.parse("2100-01-01T09:00:00Z");
Date.now = () => now;

let rows = 0;

/** The state of an object that counts the rows that are written, as Cloudflare bills them. */
function counted(ctx) {
  const { storage } = ctx;
  const { sql } = storage;
  const [exec, setAlarm] = [sql.exec.bind(sql), storage.setAlarm.bind(storage)];
  sql.exec = (...query) => {
    const cursor = exec(...query);
    rows += cursor.rowsWritten;
    return cursor;
  };
  storage.setAlarm = (time) => {
    rows++;
    return setAlarm(time);
  };
  return ctx;
}

export class Registry extends BaseRegistry {
  constructor(ctx, env) {
    super(counted(ctx), env);
  }
}

export class WorldObject extends Base {
  constructor(ctx, env) {
    super(counted(ctx), env);
  }
  ring() {
    return this.alarm();
  }
  due() {
    return this.ctx.storage.getAlarm();
  }
  bytes() {
    return this.ctx.storage.sql.databaseSize;
  }
  kept() {
    return Object.fromEntries(
      [...this.ctx.storage.sql.exec("SELECT part, json FROM parts")].map(({ part, json }) => [
        part,
        json,
      ]),
    );
  }
  damage() {
    this.ctx.storage.sql.exec("UPDATE parts SET json = '{}' WHERE part = 'state/record'");
  }
  derange() {
    const { sql } = this.ctx.storage;
    const [{ json }] = [...sql.exec("SELECT json FROM parts WHERE part = 'state/record'")];
    const clock = { real: false, ahead: 0, frozenAt: 1e300 };
    const record = JSON.stringify({ ...JSON.parse(json), clock });
    sql.exec("UPDATE parts SET json = ? WHERE part = 'state/record'", record);
  }
  evict() {
    this.ctx.abort("evicted by a test");
  }
}

let isFailing = false;

export class KeptSeeds extends BaseSeeds {
  constructor(ctx, env) {
    super(counted(ctx), env);
  }
  keepUntil(time) {
    if (isFailing) throw new Error("failed by a test");
    return super.keepUntil(time);
  }
  due() {
    return this.ctx.storage.getAlarm();
  }
  age() {
    const traders = `replace(json, '"merchants"', '"traders"')`;
    this.ctx.storage.sql.exec(`UPDATE parts SET json = ${traders} WHERE part = 'seeds'`);
  }
}

const PROBES = ["ring", "due", "bytes", "kept", "damage", "derange", "evict"];

export default {
  async fetch(request, env) {
    const [, prefix, probe, argument] = new URL(request.url).pathname.split("/");
    if (prefix !== "__test") return worker.fetch(request, env);
    if (probe === "pass") {
      now += Number(argument);
      return Response.json(now);
    }
    // All rows that were written since the engine was started.
    if (probe === "rows") return Response.json(rows);
    // To the object of one world, a request about another path.
    if (probe === "mislead") {
      const [, , , , ...path] = new URL(request.url).pathname.split("/");
      const misled = new URL(`/${path.join("/")}`, request.url);
      return env.WORLDS.getByName(argument).fetch(new Request(misled, request));
    }
    if (probe === "fail") {
      isFailing = argument === "on";
      return Response.json(isFailing);
    }
    // Two worlds keep the same seeds, each of which has found none.
    if (probe === "twice") {
      const seeds = env.SEEDS.getByName("twice");
      for (const until of [now + 2_000, now + 1_000]) await seeds.keep({ json: "{}", until });
      return Response.json((await seeds.due()) - now);
    }
    // To the seeds of a hash: they are as another version would have written them.
    if (probe === "age") return Response.json((await env.SEEDS.getByName(argument).age()) ?? null);
    if (!PROBES.includes(probe)) return new Response(null, { status: 404 });
    const done = env.WORLDS.getByName(argument)[probe]();
    // Why: an object that forgets all says so by failing.
    return Response.json((await (probe === "evict" ? done.catch(() => null) : done)) ?? null);
  },
};
