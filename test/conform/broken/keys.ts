// Mistakes in who gets in, to what, and how often.
import {
  type Broken,
  isFor,
  KEYS,
  keyOf,
  type Server,
  swapping,
  taking,
  withKey,
} from "./broken.ts";

const NAMES = ["products", "orders", "checkout-links"] as const;
const LISTS = ["products", "orders"] as const;

const BROKEN_KEYS: readonly Broken[] = [
  {
    name: "needs no key",
    fails: ["401-no-key"],
    server: () => async (request, real) =>
      real(request.headers.has("authorization") ? request : withKey(request, KEYS.full)),
  },
  {
    name: "needs no key for products",
    fails: ["401-no-key"],
    server: () => async (request, real) =>
      isFor(request, "products") && keyOf(request) === undefined
        ? real(withKey(request, KEYS.full))
        : real(request),
  },
  {
    name: "takes any key",
    fails: ["401-unknown-key"],
    server: () => async (request, real) =>
      real(keyOf(request)?.startsWith("unknown_") ? withKey(request, KEYS.full) : request),
  },
  {
    name: "takes an expired key",
    fails: ["401-expired-key"],
    server: () => taking(KEYS.expired, KEYS.full),
  },
  {
    name: "takes an expired key for orders",
    fails: ["401-expired-key"],
    server: () => taking(KEYS.expired, KEYS.full, "orders"),
  },
  {
    name: "takes a revoked key",
    fails: ["401-revoked-key"],
    server: () => taking(KEYS.revoked, KEYS.full),
  },
  {
    name: "takes a revoked key for links",
    fails: ["401-revoked-key"],
    server: () => taking(KEYS.revoked, KEYS.full, "checkout-links"),
  },
  {
    name: "takes a key without the word Bearer",
    fails: ["401-bare-key"],
    server: () => reading(/^(mst_\S+)$/),
  },
  {
    name: "takes a key as Basic credentials",
    fails: ["401-basic"],
    server: () => reading(/^Basic (.+)$/, (credentials) => atob(credentials).replace(/:$/, "")),
  },
  {
    name: "takes a key by its beginning",
    fails: ["401-longer-key"],
    server: () => taking(`${KEYS.full}0`, KEYS.full),
  },
  {
    name: "takes a key by its beginning for orders",
    fails: ["401-longer-key"],
    server: () => taking(`${KEYS.full}0`, KEYS.full, "orders"),
  },
  {
    name: "answers 403 to a wrong key",
    fails: ["401-*"],
    server: () => swapping(401, 403),
  },
];

const BROKEN_SCOPES: readonly Broken[] = [
  ...NAMES.map((endpoint) => ({
    name: `wants no scope of ${endpoint}`,
    fails: [`403-${endpoint}-scope-none`],
    server: () => taking(KEYS.noScope, KEYS.full, endpoint),
  })),
  ...LISTS.map((endpoint) => ({
    name: `takes the scope of links for ${endpoint}`,
    fails: [`403-${endpoint}-scope-lacking`],
    server: () => taking(KEYS.linksOnly, KEYS.full, endpoint),
  })),
  {
    name: "takes the reading scopes for links",
    fails: ["403-checkout-links-scope-lacking"],
    server: () => taking(KEYS.readOnly, KEYS.full, "checkout-links"),
  },
  ...LISTS.map((endpoint) => ({
    name: `wants every scope of ${endpoint}`,
    fails: [`200-${endpoint}-reading-scopes`],
    server: () => taking(KEYS.readOnly, KEYS.noScope, endpoint),
  })),
  {
    name: "answers 401 where a scope or access is lacking",
    fails: ["403-*"],
    server: () => swapping(403, 401),
  },
  {
    name: "answers 404 where the scope of links is lacking",
    fails: ["403-checkout-links-*"],
    server: () => swapping(403, 404, "checkout-links"),
  },
  {
    name: "wants nobody's sandbox access",
    fails: ["403-*-access"],
    server: () => taking(KEYS.noAccess, KEYS.full),
  },
  ...NAMES.map((endpoint) => ({
    name: `wants no sandbox access for ${endpoint}`,
    fails: [`403-${endpoint}-access`],
    server: () => taking(KEYS.noAccess, KEYS.full, endpoint),
  })),
];

const BROKEN_LIMITS: readonly Broken[] = [
  {
    name: "has no rate limit",
    fails: ["429-answers"],
    server: () => taking(KEYS.limited, KEYS.full),
  },
  {
    name: "answers 503 where it ought to answer 429",
    fails: ["429-answers"],
    server: () => swapping(429, 503),
  },
];

export const BROKEN_ACCESS: readonly Broken[] = [
  ...BROKEN_KEYS,
  ...BROKEN_SCOPES,
  ...BROKEN_LIMITS,
];

/** Finds a key in what stands in Authorization in another form. */
function reading(form: RegExp, read = (text: string) => text): Server {
  return async (request, real) => {
    const text = form.exec(request.headers.get("authorization") ?? "")?.[1];
    return real(text === undefined ? request : withKey(request, read(text)));
  };
}
