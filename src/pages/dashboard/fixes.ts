// What would let a rejected request pass: calls of the control API, which the dashboard shows as buttons next to the
// reason. They go by what the world is now, so that a button is gone once it was used.
import { PUBLISHED } from "../../contract/endpoints/products.ts";
import { ENDPOINTS } from "../../contract/endpoints.ts";
import type { FaultRule, Key } from "../../model/state.ts";
import { isEqual } from "../../shared/is-equal.ts";
import { formatTime } from "../../shared/times.ts";
import type { Exchange } from "../../world/journal/exchange.ts";
import { expiryOf, rejectionOf } from "../../world/keys.ts";
import type { World } from "../../world/world.ts";
import type { ActionProps } from "./action.tsx";

export type Fix = Pick<
  ActionProps,
  "method" | "path" | "body" | "list" | "entry" | "done" | "button" | "label"
>;

const HOUR_MS = 3_600_000;

/** What would let a request pass, if anything in the world can. */
export function fixesOf(world: World, exchange: Exchange): Fix[] {
  if (exchange.fault) return turnOff(world, exchange.fault);
  const key = exchange.key && world.findKey(exchange.key.key);
  if (key === undefined) return [];
  switch (exchange.status) {
    case 401:
      return fixKey(world, key);
    case 403:
      return fixAccess(world, key, exchange);
    case 404:
      return publish(world, key, exchange);
    case 429:
      return refill(world, key);
    default:
      return [];
  }
}

function turnOff({ state }: World, fault: FaultRule): Fix[] {
  const at = state.faults.findIndex((rule) => isEqual(rule, fault));
  const seed = state.source.faults[at]?.entry.seed;
  if (seed === undefined) return [];
  const button = `Turn fault ${at + 1} off`;
  const body = { ...seed, off: true };
  const done = `Fault ${at + 1} is off.`;
  const change = { list: `replace ${at}`, entry: seed, body } as const;
  return [{ method: "PUT", path: "faults", ...change, done, button, label: button }];
}

function fixKey(world: World, of: Key): Fix[] {
  const { key } = of;
  const rejection = rejectionOf(of, world);
  if (rejection === "revoked") {
    return [change(world, "Activate key", key, "is active", { keys: [{ key, status: "active" }] })];
  }
  if (rejection === undefined) return [];
  const { clock } = world;
  const expiry = expiryOf(of, world.start) ?? 0;
  const isAhead = !clock.real && clock.system() < expiry;
  const back = isAhead ? { real: true } : { now: formatTime(expiry - HOUR_MS) };
  const button = isAhead ? "Back to real time" : "Move the clock back";
  const later = { keys: [{ key, expiresAt: "now+90d" }] };
  return [
    change(world, "Extend by 90 days", key, "expires in 90 days", later),
    {
      ...{ method: "PUT", path: "clock", body: back, button },
      label: `${button} to before ${key} expires`,
      done: `The clock is back to before ${key} expires.`,
    },
  ];
}

function fixAccess(world: World, of: Key, { endpoint }: Exchange): Fix[] {
  const { key, merchant, sandboxAccess, scopes } = of;
  const fixes: Fix[] = [];
  if (!merchant.sandboxAccess) {
    const overlay = { merchants: [{ slug: merchant.slug, sandboxAccess: true }] };
    fixes.push(change(world, "Give sandbox access", merchant.slug, "has sandbox access", overlay));
  }
  if (!sandboxAccess) {
    const overlay = { keys: [{ key, sandboxAccess: true }] };
    fixes.push(change(world, "Give sandbox access", key, "has sandbox access", overlay));
  }
  const scope = endpoint && ENDPOINTS[endpoint].scope;
  if (scope !== undefined && !scopes.includes(scope)) {
    const overlay = { keys: [{ key, scopes: [...scopes, scope] }] };
    fixes.push(change(world, `Add ${scope}`, key, `has ${scope}`, overlay));
  }
  return fixes;
}

function publish(world: World, { merchant }: Key, { endpoint, sentBody }: Exchange): Fix[] {
  if (endpoint !== "checkout-links" || typeof sentBody !== "string") return [];
  const id = /"productId"\s*:\s*"([^"]*)"/.exec(sentBody)?.[1] ?? "";
  const product = world.findProduct(id.toLowerCase());
  if (product?.merchant.id !== merchant.id || product.status === PUBLISHED) return [];
  const { publicCode } = product;
  const button = `Publish ${publicCode}`;
  return [
    {
      ...{ method: "PATCH", path: `products/${product.id}`, body: { status: PUBLISHED } },
      ...{ done: `${publicCode} is published.`, button, label: `${button} again` },
    },
  ];
}

function refill({ rateLimiter }: World, of: Key): Fix[] {
  const bucket = rateLimiter.look(of);
  if (bucket === undefined || bucket.tokens >= 1) return [];
  const body = { key: of.key, tokens: bucket.limit.capacity };
  const button = "Refill bucket";
  const done = `The bucket of ${of.key} is full.`;
  return [
    { method: "PUT", path: "rate-limit", body, done, button, label: `${button} of ${of.key}` },
  ];
}

function change({ name }: World, button: string, of: string, now: string, body: object): Fix {
  const path = `../${encodeURIComponent(name)}`;
  return { method: "PATCH", path, body, done: `${of} ${now}.`, button, label: `${button}: ${of}` };
}
