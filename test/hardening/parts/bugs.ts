// A bug in what answers: 500 with an id, the stack in the log alone, and the next request as if nothing was. What
// the program runs on is broken for it, by a file that is loaded first, for the program itself has no such door.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { KEY, PRODUCT, WORLD } from "../inputs/bases.ts";
import type { Attack, Part, Row } from "../part.ts";
import { makeWorld, startTarget } from "../target.ts";
import { loseModules } from "./modules.ts";

const SECRET = `secret detail of ${KEY}`;

/** Fails once each: where the API reads a query, a checkout is signed, and a clock is told. */
const BROKEN = `
const failOnce = (owner, name, when) => {
  const sound = owner[name];
  owner[name] = function (...args) {
    if (!when(this, args)) return sound.apply(this, args);
    owner[name] = sound;
    throw new Error(${JSON.stringify(SECRET)});
  };
};
let armed = false;
const { keys } = URLSearchParams.prototype;
URLSearchParams.prototype.keys = function () {
  if (this.has("arm")) armed = true;
  return keys.call(this);
};
failOnce(URLSearchParams.prototype, "keys", (query) => armed && query.has("provoked"));
failOnce(crypto.subtle, "sign", () => armed);
failOnce(JSON, "stringify", (_, [value]) => armed && "frozen" in Object(value));
`;

const ASKED = {
  "an endpoint": {
    to: "api",
    method: "GET",
    path: "/api/v1/integration/ping?provoked",
    after: 200,
  },
  "a page": { to: "hosted", method: "GET", path: `/checkout/${PRODUCT}`, after: 200 },
  "a call": { to: "hosted", method: "GET", path: `/_sandbox/worlds/${WORLD}/clock`, after: 200 },
} as const;

export const bugs: Part = {
  title: "A bug in what answers",
  summary: "in an endpoint, in a page, in a call of the control API; modules that are gone",
  run: async (attack) => [...(await provoke(attack)), ...(await loseModules(attack))],
};

/** Provokes a bug in each kind of response. */
export async function provoke({ program, directory }: Omit<Attack, "say">): Promise<Row[]> {
  const file = join(directory, "broken.mjs");
  writeFileSync(file, BROKEN);
  const env = { BUN_OPTIONS: `--preload ${file}`, NODE_OPTIONS: `--import ${file}` };
  await using target = await startTarget(program, { env, log: "json" });
  await makeWorld(target);
  const urls = { api: target.baseUrl, hosted: target.hostedUrl };
  const rows: Row[] = [];
  const headers = { Authorization: `Bearer ${KEY}` };
  await fetch(`${target.baseUrl}/api/v1/integration/ping?arm`, { headers });
  for (const [what, { to, method, path, after }] of Object.entries(ASKED)) {
    const ask = () => fetch(urls[to] + path, { method, headers: to === "api" ? headers : {} });
    const response = await ask();
    const [id, body] = [response.headers.get("x-request-id") ?? "none", await response.text()];
    const next = await ask();
    await next.arrayBuffer();
    if (response.status === 500) await target.heard(id);
    const line =
      target
        .written()
        .split("\n")
        .find((text) => text.includes(id)) ?? "";
    const tells = body.includes(id) && !body.includes("secret") && !/\bat .*:\d+/.test(body);
    const logged = /"stack":"Error: secret detail of mst_acme_full\\n +at /.test(line);
    rows.push({
      what: `a bug in ${what}`,
      figure: `${response.status}, the id is ${body.includes(id) ? "" : "not "}in the body, the stack ${logged ? "in the log" : "not in the log"}${tells ? " alone" : ", and more is told"}; the next is answered ${next.status}`,
      held: response.status === 500 && tells && logged && next.status === after,
    });
  }
  return rows;
}
