// Sound requests to all there is: the four endpoints, the control API and the pages. Inputs are made of them.
import { ENDPOINTS } from "../../../src/contract/endpoints.ts";
import { type Base, FORM_BODY, JSON_BODY } from "./input.ts";

/** A key of the embedded seeds, and what is on sale there. */
export const KEY = "mst_acme_full";
export const PRODUCT = "a71a5000-0000-4000-8000-000000000001";
/** The world that control calls change, so that they take nothing from under the others. */
export const WORLD = "target";

const AUTHORIZED = { Authorization: `Bearer ${KEY}` };
const OF_WORLD = `/_sandbox/worlds/${WORLD}`;

const read = (target: string): Base => ({ to: "hosted", method: "GET", target, headers: {} });
const control = (method: string, target: string, body: object): Base => ({
  to: "hosted",
  method,
  target,
  headers: JSON_BODY,
  body: JSON.stringify(body),
});

export const ENDPOINT_BASES: readonly Base[] = Object.values(ENDPOINTS).map(({ method, path }) => ({
  to: "api",
  method,
  target: path,
  headers: { ...AUTHORIZED, ...(method === "POST" && JSON_BODY) },
  ...(method === "POST" && { body: JSON.stringify({ productId: PRODUCT }) }),
}));

export const LINK: Base = {
  to: "api",
  method: "POST",
  target: ENDPOINTS["checkout-links"].path,
  headers: { ...AUTHORIZED, ...JSON_BODY },
  body: JSON.stringify({ productId: PRODUCT }),
};

/** The control API's calls that take a body. */
export const WRITES: readonly Base[] = [
  control("POST", "/_sandbox/worlds", { scenario: "flaky" }),
  control("PUT", `${OF_WORLD}/clock`, { frozen: true }),
  control("POST", `${OF_WORLD}/clock/advance`, { by: "1d" }),
  control("PUT", `${OF_WORLD}/faults`, [{ endpoint: "ping", respond: 429, times: 1 }]),
  control("PUT", `${OF_WORLD}/rate-limit`, { rateLimit: { capacity: 5, refillPerSecond: 1 } }),
  control("POST", `${OF_WORLD}/keys`, { merchant: "acme" }),
  control("POST", `${OF_WORLD}/products`, { publicCode: "X-1", merchant: "acme", currency: "EUR" }),
  control("PATCH", `${OF_WORLD}/products/${PRODUCT}`, { status: "DRAFT" }),
  control("POST", `${OF_WORLD}/orders`, { product: "ATLAS-1", amountMinor: "1" }),
  control("PATCH", `${OF_WORLD}/orders/0`, { refundedMinor: "1" }),
];

/** Its calls without one. */
export const READS: readonly Base[] = [
  "/_sandbox/health",
  "/_sandbox/openapi.json",
  "/_sandbox/scenarios",
  "/_sandbox/worlds",
  OF_WORLD,
  `${OF_WORLD}/snapshot`,
  `${OF_WORLD}/clock`,
  `${OF_WORLD}/requests?status=401&since=req_1`,
  `${OF_WORLD}/faults`,
  `${OF_WORLD}/rate-limit`,
].map(read);

export const PAGES: readonly Base[] = [
  "/",
  "/p/ATLAS-1",
  `/checkout/${PRODUCT}`,
  `/checkout/${PRODUCT}/receipt/none`,
  "/openapi.json",
  "/assets/style.css",
  "/dashboard",
  "/dashboard?find=acme",
  "/dashboard/keys",
  "/dashboard/pulse?panel=orders",
  "/dashboard/requests/req_1/body",
  "/docs",
  "/docs?language=go",
  "/docs/errors",
  "/docs/search?q=key",
  "/docs/control",
  "/docs/control/worlds",
  "/w/flaky/dashboard",
].map(read);

export const FORMS: readonly Base[] = [
  { target: "/docs/try", body: `endpoint=ping&key=${KEY}` },
  { target: "/docs/try", body: "cause=unauthorized-none" },
  { target: "/docs/try", body: "call=getClock&path.world=default" },
  { target: `/checkout/${PRODUCT}`, body: "token=x&price=4900-EUR&quantity=1" },
].map(({ target, body }) => ({ to: "hosted", method: "POST", target, headers: FORM_BODY, body }));

export const BASES: readonly Base[] = [...ENDPOINT_BASES, ...WRITES, ...READS, ...PAGES, ...FORMS];
