// The scenarios that reject the default key.
import { describe, expect, test } from "bun:test";
import { embedded, FINE } from "./embedded.ts";

describe.each([
  ["revoked-key", "(scenarios/revoked-key.yaml:10) is revoked"],
  ["expired-key", "(scenarios/expired-key.yaml:10) expired at 2026-10-16T09:00:00.000Z"],
])("%s", (name, why) => {
  test("responds with 401 to the default key on every endpoint, and the log says why", async () => {
    const { records, statuses } = embedded();
    expect(await statuses(name)).toEqual([401, 401, 401, 401]);
    for (const record of records) expect(record.why).toContain(why);
  });

  test("accepts mst_acme_expiring, to which a client can change", async () => {
    expect(await embedded().statuses(name, { key: "mst_acme_expiring" })).toEqual(FINE);
  });
});

test("a client can't distinguish an expired key from a revoked one", async () => {
  const { call } = embedded();
  expect(await call("expired-key", "ping")).toEqual(await call("revoked-key", "ping"));
});

describe("missing-scope", () => {
  test("responds with 403 only for the orders", async () => {
    const { call, statuses } = embedded();
    expect(await statuses("missing-scope")).toEqual([200, 200, 403, 201]);
    const { headers } = await call("missing-scope", "orders");
    expect(headers["www-authenticate"]).toBe(
      'Bearer error="insufficient_scope", scope="orders:read"',
    );
  });

  test("has ping list the scopes that are left", async () => {
    const { text } = await embedded().call("missing-scope", "ping");
    expect(text).toContain('"scopes":["catalog:read","checkout:links"]');
  });

  test("lets mst_acme_readonly read the orders", async () => {
    const options = { key: "mst_acme_readonly" };
    const { status } = await embedded().call("missing-scope", "orders", options);
    expect(status).toBe(200);
  });
});

describe("sandbox-closed", () => {
  test("responds with 403 everywhere to each good key of Acme Books", async () => {
    const { call, statuses, worlds } = embedded();
    let good = 0;
    for (const { key, merchant } of worlds.default.state.keys.values()) {
      const { status } = await call("default", "ping", { key });
      if (merchant.slug !== "acme" || status !== 200) continue;
      expect([key, await statuses("sandbox-closed", { key })]).toEqual([key, [403, 403, 403, 403]]);
      good++;
    }
    expect(good).toBe(6);
  });

  test("accepts mst_ember_full, whose merchant's sandbox is open", async () => {
    // The book is not the roaster's, hence the 404.
    expect(await embedded().statuses("sandbox-closed", { key: "mst_ember_full" })).toEqual([
      200, 200, 200, 404,
    ]);
  });
});
