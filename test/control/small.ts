// A sandbox of one merchant, one key and one order, with two scenarios: to make worlds over.
import { IDS } from "../support/sandbox.ts";
import { controlled } from "./ask.ts";

export const key = "mst_acme_full";
export const BASE = "http://127.0.0.1:4700";
export const HOSTED = "http://127.0.0.1:4701";
export const at = (name: string) => ({
  name,
  baseUrl: `${BASE}/w/${name}`,
  hostedUrl: `${HOSTED}/w/${name}`,
});

/** One merchant with one key and one order. */
export const SMALL = `
merchants: [{ slug: acme, id: ${IDS.acme}, name: Acme Books }]
keys: [{ key: ${key}, merchant: acme, expiresAt: now+1h, rateLimit: { capacity: 2, refillPerSecond: 1 } }]
products: [{ publicCode: ATLAS-1, merchant: acme, id: ${IDS.atlas}, currency: EUR }]
orders: [{ product: ATLAS-1, id: ${IDS.firstOrder}, amountMinor: 1, createdAt: now-1d }]
`;
export const SMALL_KEY = {
  key,
  merchant: "acme",
  scopes: ["catalog:read", "orders:read", "checkout:links"],
  status: "active",
  expiresAt: "2026-10-17T10:00:00.000Z",
  sandboxAccess: true,
  rateLimit: { capacity: 2, refillPerSecond: 1 },
};
export const SMALL_WORLD = {
  apiKey: key,
  keys: [SMALL_KEY],
  merchants: [{ slug: "acme", name: "Acme Books", id: IDS.acme, sandboxAccess: true }],
};
export const REVOKED = `description: No key works.\nkeys: [{ key: ${key}, status: revoked }]`;
export const LATER = `settings: { clock: { now: "2030-01-01T00:00:00Z", frozen: true } }`;
export const small = (options = {}) =>
  controlled({ seeds: SMALL, scenarios: { revoked: REVOKED, later: LATER }, ...options });
