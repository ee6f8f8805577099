// Requests that name no world: pages that are the same in all worlds, and the calls that create worlds and list those
// of a token.
import { Hono } from "hono";
import { createGuard, type GuardEnv } from "../control/guard.ts";
import { sendControlHeaders } from "../control/headers.ts";
import { problem } from "../control/problem.ts";
import { mountOperations } from "../control/routes.ts";
import { createSandbox } from "../sandbox.ts";
import { createCountPerSecond } from "../shared/count-per-second.ts";
import { createHostChecks } from "../shared/hosts.ts";
import { randomText } from "../shared/random-text.ts";
import { systemTime } from "../world/clock.ts";
import type { Env } from "./env.ts";
import { addressesAt } from "./find-world.ts";
import { logBug } from "./log.ts";
import { createOperations } from "./operations.ts";
import { rejectMissing } from "./rejections.ts";
import { findToken, ownerOf } from "./secrets.ts";
import { SEEDS } from "./seeds.js";
import type { EdgeSettings } from "./settings.ts";

const ABOUT_WORLDS = /^\/_sandbox\/worlds(?:\/|$)/;
const HEALTH = "/_sandbox/health";
const SAME_IN_ALL = [
  "/_sandbox",
  HEALTH,
  "/_sandbox/scenarios",
  "/_sandbox/openapi.json",
  "/openapi.json",
  "/openapi.yaml",
];

// Why: counted together, because clients choose the header that has their address.
const countWrong = createCountPerSecond(systemTime);

const TOKEN_NAME = "one of CONTROL_TOKENS";

/** Responds to a request that names no world. */
export async function handleShared(
  request: Request,
  env: Env,
  settings: EdgeSettings,
): Promise<Response> {
  const { origin, hostname, pathname: path } = new URL(request.url);
  if (!ABOUT_WORLDS.test(path) && !SAME_IN_ALL.includes(path))
    return rejectMissing(path.startsWith("/api/"));
  if (settings.tokens.length === 0 && path.startsWith("/_sandbox") && path !== HEALTH) {
    return problem(503, "No control token is set. Run: npx wrangler secret put CONTROL_TOKENS");
  }
  const known = await findToken(request, settings.tokens);
  // Why: with an unknown random token the guard rejects every caller.
  const token = known?.token ?? randomText();
  // Why: resolving large seeds takes long, and is done only for callers with a token.
  const tellsOfSeeds = known !== undefined && !ABOUT_WORLDS.test(path);
  const sandbox = createSandbox({
    seeds: tellsOfSeeds ? { seeds: SEEDS, diagnostics: [] } : undefined,
    addresses: addressesAt(origin),
    host: hostname,
    controlToken: token,
    tokenName: TOKEN_NAME,
    onlyMade: true,
    onRequest: logBug,
  });
  const { worlds, addressesOf, scenarios } = sandbox;
  const app = new Hono<{ Bindings: GuardEnv }>();
  // Why: the caller of the app handles failures; Hono would print them.
  app.onError((error) => {
    throw error;
  });
  const named = { host: hostname, token, tokenName: TOKEN_NAME, hostedUrl: () => origin };
  const access = { ...named, ...createHostChecks(hostname, () => []), countWrong };
  app.use("/_sandbox/*", sendControlHeaders, createGuard(access));
  const operations = createOperations({
    env,
    settings,
    owner: await ownerOf({ team: known?.team, token }),
    origin,
  });
  const replay = async () => undefined;
  mountOperations(app, operations, {
    version: "",
    worlds,
    addressesOf,
    scenarios: () => scenarios,
    replay,
  });
  app.all("*", (c) => sandbox.hosted.fetch(c.req.raw));
  return app.fetch(request, {});
}
