// What a world holds, as the control API lists it: whole, filtered, in pages; and the index of what there is.
import { describe, expect, test } from "bun:test";
import { OPERATIONS } from "../../src/control/operations.ts";
import { IDS } from "../support/sandbox.ts";
import { CONTROL, controlled, notFound } from "./ask.ts";

const WORLD = "/worlds/default";
const many = (times: number) =>
  controlled({
    seeds: `
merchants: [{ slug: acme }, { slug: globex, id: ${IDS.acme} }]
keys: [{ key: mst_acme_full, merchant: acme }, { key: mst_globex_old, merchant: globex, status: revoked }]
products:
  - { publicCode: A-1, merchant: acme, id: ${IDS.atlas}, currency: EUR }
  - { publicCode: G-1, merchant: globex, currency: EUR, status: DRAFT }
orders:
  - { product: A-1, amountMinor: 1, createdAt: now-9d, repeat: { times: ${times}, every: 1m } }
  - { product: G-1, ref: refunded, amountMinor: 2, createdAt: now-1d, state: REFUNDED }
`,
  });

describe("a list", () => {
  test.each([
    ["merchants", "", "slug", ["acme", "globex"]],
    ["keys", "", "key", ["mst_acme_full", "mst_globex_old"]],
    ["keys", "?merchant=globex", "key", ["mst_globex_old"]],
    ["keys", "?status=active", "key", ["mst_acme_full"]],
    ["keys", "?status=active&merchant=globex", "key", []],
    ["products", "", "publicCode", ["A-1", "G-1"]],
    ["products", `?merchant=${IDS.acme.toUpperCase()}`, "publicCode", ["G-1"]],
    ["products", "?status=PUBLISHED", "publicCode", ["A-1"]],
    ["products", "?status=ARCHIVED", "publicCode", []],
    ["orders", "?state=LOST", "amountMinor", []],
    ["orders", "", "amountMinor", ["2", "1", "1"]],
    ["orders", "?product=A-1", "amountMinor", ["1", "1"]],
    ["orders", `?product=${IDS.atlas.toUpperCase()}`, "amountMinor", ["1", "1"]],
    ["orders", "?state=REFUNDED", "amountMinor", ["2"]],
    ["orders", "?merchant=acme&state=REFUNDED", "amountMinor", []],
  ])("of %s%s has %s of %p", async (name, query, field, values) => {
    const listed = await many(2).must(200, "GET", `${WORLD}/${name}${query}`);
    expect(Object(listed).map((entry: object) => Object(entry)[field])).toEqual(values);
  });

  test.each([
    ["keys?merchant=acm", "There is no merchant acm in the world default. Did you mean `acme`?"],
    ["products?merchant=x", "There is no merchant x in the world default. Known: acme, globex."],
    ["products?status=draft", 'No product has the status "draft". Did you mean `DRAFT`?'],
    ["orders?merchant=acm", "There is no merchant acm in the world default. Did you mean `acme`?"],
    ["orders?product=A-11", "There is no product A-11 in the world default. Did you mean `A-1`?"],
    ["orders?state=paid", 'No order has the state "paid". Did you mean `PAID`?'],
    ["orders?state=REFUNDE", 'No order has the state "REFUNDE". Did you mean `REFUNDED`?'],
  ])("of %s is 404, because the filter is a mistake", async (call, detail) => {
    expect(await many(2).ask("GET", `${WORLD}/${call}`)).toEqual(notFound(detail));
  });

  test("has whole entries, as the world and its changes show them", async () => {
    const { must } = many(1);
    const { keys, merchants } = Object(await must(200, "GET", WORLD));
    expect(await must(200, "GET", `${WORLD}/keys`)).toEqual(keys);
    expect(await must(200, "GET", `${WORLD}/merchants`)).toEqual(merchants);
    const added = await must(201, "POST", `${WORLD}/orders`, { product: "A-1", amountMinor: "7" });
    expect(Object(await must(200, "GET", `${WORLD}/orders`))[0]).toEqual(added);
    const product = await must(200, "PATCH", `${WORLD}/products/G-1`, { title: "Globe" });
    expect(Object(await must(200, "GET", `${WORLD}/products`))[1]).toEqual(product);
  });

  test("comes in pages, each with the address of the next", async () => {
    const { hosted } = many(2_500);
    const ids: string[] = [];
    const sizes: number[] = [];
    let next: string | undefined = `${CONTROL}${WORLD}/orders?product=A-1`;
    while (next !== undefined) {
      const response: Response = await hosted.fetch(new Request(next));
      const page: { id: string }[] = JSON.parse(await response.text());
      ids.push(...page.map(({ id }) => id));
      sizes.push(page.length);
      const link = /^<(.*)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1];
      next = link && new URL(link, next).href;
    }
    expect([sizes, new Set(ids).size]).toEqual([[1_000, 1_000, 500], 2_500]);
  });

  test("has as many entries as are asked for", async () => {
    const { must } = many(20);
    const all = Object(await must(200, "GET", `${WORLD}/orders`));
    expect(await must(200, "GET", `${WORLD}/orders?limit=3`)).toEqual(all.slice(0, 3));
    const after = `${WORLD}/orders?limit=18&after=${all[2].id}`;
    expect(await must(200, "GET", after)).toEqual(all.slice(3));
  });

  test.each(["limit=0", "limit=1001", "limit=x", "limit=1&limit=2", "sort=id"])(
    "takes no %s",
    async (query) => {
      expect((await many(1).ask("GET", `${WORLD}/keys?${query}`)).status).toBe(400);
    },
  );

  test("can't begin after an unknown entry", async () => {
    expect(await many(1).ask("GET", `${WORLD}/keys?after=mst_nobody`)).toEqual(
      notFound(
        'There is no entry "mst_nobody" to start after. Leave out `after` to list from the start.',
      ),
    );
  });
});

describe("PATCH /worlds/:world", () => {
  test("applies an overlay, as a scenario is applied", async () => {
    const { must, call } = many(1);
    const overlay = {
      keys: [{ key: "mst_acme_full", status: "revoked" }],
      products: [{ publicCode: "G-2", merchant: "globex", currency: "USD" }],
      settings: { rateLimit: "off" },
    };
    const changed = await must(200, "PATCH", WORLD, overlay);
    expect(changed).toEqual(await must(200, "GET", WORLD));
    expect(changed).toMatchObject({ counts: { products: 3 } });
    expect((await call("ping", { key: "mst_acme_full" })).status).toBe(401);
  });

  test("locates each mistake by its JSON pointer, and then changes nothing", async () => {
    const { ask, must } = many(1);
    const before = await must(200, "GET", WORLD);
    const { status, body } = await ask("PATCH", WORLD, {
      orders: [{ product: "A-2", amountMinor: "1", createdAt: "now" }],
      products: [{ publicCode: "A-1", version: "x" }],
    });
    expect(status).toBe(422);
    expect(
      Object(body)
        .errors.map(({ path }: { path: string }) => path)
        .toSorted(),
    ).toEqual(["/orders/0/product", "/products/0/version"]);
    expect(await must(200, "GET", WORLD)).toEqual(before);
  });
});

describe("the index", () => {
  test.each(["", "/"])("at /_sandbox%s names every call and page", async (path) => {
    const index = await controlled().must(200, "GET", path);
    expect(index).toMatchObject({
      name: "merchant-sandbox",
      baseUrl: "http://127.0.0.1:4700",
      dashboard: "http://127.0.0.1:4701/dashboard",
      openapi: "http://127.0.0.1:4701/_sandbox/openapi.json",
    });
    const { calls } = Object(index);
    expect(calls).toContainEqual({
      method: "GET",
      path: "/_sandbox",
      summary: "The list of all calls",
    });
    expect(calls).toHaveLength(OPERATIONS.length + 3);
  });

  test("requires the token and accepts no other method", async () => {
    const token = "a-token-of-16-characters";
    const secured = controlled({ controlToken: token });
    expect((await secured.hosted.fetch(new Request(CONTROL))).status).toBe(401);
    expect((await controlled().ask("DELETE", "")).status).toBe(405);
  });
});
