// Which failure is answered where a request has several: the first of the table in the reading.
import { describe, expect, test } from "bun:test";
import { ENDPOINTS } from "../../src/contract/endpoints.ts";
import { bodyFor, IDS, sandbox } from "../support/sandbox.ts";

/** The checks in their order, and what a request gets that fails them. */
const CHECKS = [
  ["path", "404 route_not_found"],
  ["method", "405 method_not_allowed"],
  ["key", "401 unauthorized"],
  ["bucket", "429 rate_limit_exceeded"],
  ["access", "403 sandbox_access_unavailable"],
  ["scope", "403 insufficient_scope"],
  ["input", "400 invalid_request"],
  ["product", "404 product_not_found"],
] as const;

type Check = (typeof CHECKS)[number][0];

/** A key for each way of having access and scope; all of them hold one token and expire in an hour. */
const KEYS = [true, false].flatMap((access) =>
  [true, false].map((scope) => ({ access, scope, key: `key-${access}-${scope}` })),
);

const SEEDS = `
merchants: [{ slug: acme }]
keys:
${KEYS.map(
  ({ access, scope, key }) => `
  - key: ${key}
    merchant: acme
    sandboxAccess: ${access}
    scopes: [${scope ? '"checkout:links"' : ""}]
    expiresAt: now+1h
    rateLimit: { capacity: 1, refillPerSecond: 0.00001 }`,
).join("")}
products:
  - { publicCode: ATLAS-1, merchant: acme, id: ${IDS.atlas}, currency: EUR }
`;

/** Sends a checkout link request that fails the given checks and no other; tells what it gets. */
async function fail(...failing: Check[]): Promise<string> {
  const { call, pass } = sandbox({ seeds: SEEDS });
  const fails = (check: Check) => failing.includes(check);
  const key = `key-${!fails("access")}-${!fails("scope")}`;
  if (fails("bucket")) await call("ping", { key });
  if (fails("key")) pass(3_600);
  const productId = fails("product") ? IDS.unknown : IDS.atlas;
  const path = ENDPOINTS["checkout-links"].path;
  const { status, text } = await call(fails("path") ? `${path}/` : path, {
    key,
    method: fails("method") ? "DELETE" : "POST",
    body: fails("input") ? JSON.stringify({ productId, extra: 1 }) : bodyFor(productId),
  });
  return `${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? "no error"}`;
}

describe("the order of checks", () => {
  test("a request that fails no check gets its links", async () => {
    expect(await fail()).toBe("201 no error");
  });

  test.each(CHECKS)(
    "a request that fails only the check of %s gets %s",
    async (check, response) => {
      expect(await fail(check)).toBe(response);
    },
  );

  test.each(
    CHECKS.slice(1).map(([later], index) => [...(CHECKS[index] ?? CHECKS[0]), later] as const),
  )("the check of %s wins with %s over that of %s", async (earlier, response, later) => {
    expect(await fail(earlier, later)).toBe(response);
  });

  test("of several failing checks the first decides the response", async () => {
    for (let bits = 1; bits < 2 ** CHECKS.length; bits++) {
      const failing = CHECKS.filter((_, index) => bits & (1 << index));
      const names = failing.map(([check]) => check);
      expect([names, await fail(...names)]).toEqual([names, failing[0]?.[1] ?? ""]);
    }
  });
});
