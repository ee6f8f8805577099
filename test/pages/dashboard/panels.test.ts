// What stands in each panel, row by row.
import { describe, expect, test } from "bun:test";
import * as v from "valibot";
import { CheckoutLinkSchema } from "../../../src/contract/endpoints/checkout-links.ts";
import { createKey } from "../../../src/world/changes/keys.ts";
import { addOrder } from "../../../src/world/changes/orders.ts";
import { bodyFor, IDS, requestOf, SEEDS } from "../../support/sandbox.ts";
import { dashboard, rowsOf, wordsOf } from "./page.ts";

const rows = async (path: string, seeds = SEEDS) => rowsOf(await dashboard({ seeds }).open(path));

describe("keys", () => {
  test("show at a glance what each may do, on the world's clock", async () => {
    expect(await rows("/keys")).toEqual([
      "mst_acme_full Copy acme active ✓ catalog ✓ orders ✓ checkout never expires Rotate Revoke",
      "mst_acme_none Copy acme active – lacks catalog – lacks orders – lacks checkout never expires Rotate Revoke",
      "mst_acme_reads Copy acme active ✓ catalog ✓ orders – lacks checkout never expires Rotate Revoke",
      "mst_acme_links Copy acme active – lacks catalog – lacks orders ✓ checkout never expires Rotate Revoke",
      "mst_acme_revoked Copy acme revoked ✓ catalog ✓ orders ✓ checkout never expires Rotate",
      "mst_acme_expired Copy acme expired ✓ catalog ✓ orders ✓ checkout expired 1 d ago Rotate Revoke",
      "mst_acme_expiring Copy acme active ✓ catalog ✓ orders ✓ checkout expires in 1 h Rotate Revoke",
      "mst_acme_noaccess Copy acme without sandbox access ✓ catalog ✓ orders ✓ checkout never expires Rotate Revoke",
      "mst_acme_once Copy acme active ✓ catalog ✓ orders ✓ checkout never expires Rotate Revoke",
      "mst_globex_full Copy globex active ✓ catalog ✓ orders ✓ checkout never expires Rotate Revoke",
      "mst_closed_full Copy closed merchant without sandbox access ✓ catalog ✓ orders ✓ checkout never expires Rotate Revoke",
    ]);
  });

  test("expire by the world's clock, not the system's", async () => {
    const made = dashboard();
    made.worlds.default.clock.advance(3_600_000);
    const found = rowsOf(await made.open("/keys?find=expiring"));
    expect(found).toEqual([
      "mst_acme_expiring Copy acme expired ✓ catalog ✓ orders ✓ checkout expired 0 s ago Rotate Revoke",
    ]);
  });

  test("of special characters are complete in the requests of their buttons", async () => {
    const seeds = "merchants: [{ slug: a }]\nkeys: [{ key: 'mst/a?b#c%20d', merchant: a }]\n";
    const { text } = await dashboard({ seeds }).open("/keys");
    expect(text).toContain('data-path="keys/mst%2Fa%3Fb%23c%2520d/revoke"');
  });

  test("can be created if there is none", async () => {
    const { text } = await dashboard({ seeds: "merchants: [{ slug: a }]\n" }).open("/keys");
    expect(wordsOf(text)).toContain("No key yet: create one.");
  });
});

describe("products", () => {
  test("show their status and price, and the links of those that are published", async () => {
    const seeds = SEEDS.replace(
      "currency: EUR, version: 4",
      'currency: EUR, title: Atlas, priceMinor: "4900"',
    );
    const atlas = `http://127.0.0.1:4701/p/ATLAS-1 Copy http://127.0.0.1:4701/checkout/${IDS.atlas} Copy`;
    const globe = `http://127.0.0.1:4701/p/GLOBE-1 Copy http://127.0.0.1:4701/checkout/${IDS.globe} Copy`;
    expect(await rows("/products", seeds)).toEqual([
      `ATLAS-1 PUBLISHED €49.00 Atlas acme Unpublish Page Checkout Links ${atlas}`,
      "DRAFT-1 DRAFT no price no title acme Publish",
      `GLOBE-1 PUBLISHED no price no title globex Unpublish Page Checkout Links ${globe}`,
    ]);
  });

  test("have the links that the API returns, in any world and for any code", async () => {
    const made = dashboard({
      seeds: SEEDS.replace("ATLAS-1, merchant", '"Ä /?#%1", merchant').replace(
        "product: ATLAS-1",
        'product: "Ä /?#%1"',
      ),
    });
    made.worlds.create("alpha");
    for (const world of ["default", "alpha"]) {
      const call = { key: "mst_acme_full", body: bodyFor(IDS.atlas), world };
      const answer = await made.call("checkout-links", call);
      const link = v.parse(CheckoutLinkSchema, JSON.parse(answer.text));
      const { text } = await made.open("/products", { world });
      expect(text).toContain(`data-copy="${link.productUrl}"`);
      expect(text).toContain(`data-copy="${link.checkoutUrl}"`);
      const { pathname } = new URL(link.productUrl);
      expect(text).toContain(
        `<a href="${world === "default" ? pathname.replace("/w/default", "") : pathname}"`,
      );
    }
  });
});

describe("orders", () => {
  test("are the newest first, their amounts exact", async () => {
    const seeds = `${SEEDS}
orders:
  - { product: ATLAS-1, id: ${IDS.firstOrder}, amountMinor: "123456789012345678901234567890", refundedMinor: "1", createdAt: now-2d }
  - { product: GLOBE-1, id: ${IDS.lastOrder}, currency: JPY, amountMinor: "1200", createdAt: "2026-10-17T08:59:59.123456789Z" }
  - { product: ATLAS-1, id: ${IDS.unknown}, currency: KWD, amountMinor: "4250", refundedMinor: "4250", state: REFUNDED, createdAt: now-3d }
`.replace(/\norders:\n(?: {2}-.*\n)+settings/, "\nsettings");
    expect(await rows("/orders", seeds)).toEqual([
      `¥1,200 PAID 2026-10-17 08:59 GLOBE-1 ${IDS.lastOrder} Copy Refunded (minor units) State Refund in full Change`,
      `€1,234,567,890,123,456,789,012,345,678.90 PAID 2026-10-15 09:00 ATLAS-1 €0.01 refunded ${IDS.firstOrder} Copy Refunded (minor units) State Refund in full Change`,
      `KWD\u00a04.250 REFUNDED 2026-10-14 09:00 ATLAS-1 KWD\u00a04.250 refunded ${IDS.unknown} Copy Refunded (minor units) State Change`,
    ]);
    const { text } = await dashboard({ seeds }).open("/orders");
    expect(text).toContain('datetime="2026-10-17T08:59:59.123456789Z"');
  });

  test("are the newest of all, whatever order the API lists them in", async () => {
    const seeds = (listOrder: string) =>
      `${SEEDS.replace("rateLimit: off", `listOrder: ${listOrder}`)}`.replace(
        "\norders:",
        `
orders:
  - { product: ATLAS-1, amountMinor: "1{n}", createdAt: now-40d, repeat: { times: 100, every: 1h } }
  - { product: GLOBE-1, amountMinor: "2{n}", createdAt: now-40d, repeat: { times: 100, every: 1h } }`,
      );
    const newest = await rows("/orders", seeds("newest"));
    expect(newest).toHaveLength(30);
    expect(
      newest
        .slice(2, 4)
        .map((row) => row.split(" ")[0])
        .toSorted(),
    ).toEqual(["€11.00", "€21.00"]);
    for (const other of ["oldest", "shuffled"])
      expect(await rows("/orders", seeds(other))).toEqual(newest);
  });

  test("that are many are counted, the newest found among all", async () => {
    const orders = Array.from(
      { length: 200 },
      (_, n) =>
        `  - { product: ${n === 7 ? "DRAFT-1" : "ATLAS-1"}, amountMinor: "${n}", createdAt: now-${(n * 37) % 200}m }`,
    );
    const seeds = SEEDS.replace(/orders:\n(?: {2}-.*\n)+/, `orders:\n${orders.join("\n")}\n`);
    const made = dashboard({ seeds });
    const page = await made.open("/orders");
    expect(wordsOf(page.text)).toContain("The newest 30 of 200 orders.");
    const minutes = rowsOf(page).map((row) => /\d\d:\d\d/.exec(row)?.[0] ?? "");
    expect(minutes).toEqual(minutes.toSorted().toReversed());
    expect(minutes[29]).toBe("08:31");
    expect(rowsOf(await made.open("/orders?find=draft-1"))).toHaveLength(1);
  });

  test("are found by an id, given or made", async () => {
    const made = dashboard({ seeds: SEEDS.replace(`id: ${IDS.lastOrder}, `, "") });
    const listed = made.worlds.default.listOrders(
      [...made.worlds.default.state.merchants][0] ?? never(),
    );
    for (const { id } of listed.items) {
      const found = rowsOf(await made.open(`/orders?find=${id.toUpperCase()}`));
      expect(found.map((row) => row.includes(id))).toEqual([true]);
    }
    expect(rowsOf(await made.open(`/orders?find=${IDS.unknown}`))).toEqual([]);
  });
});

describe("faults", () => {
  test("are described in words, with their hits", async () => {
    const made = dashboard();
    await made.handle("default").faults.set([
      { endpoint: "orders", key: "mst_acme_full", after: 2, times: 3, respond: 503 },
      { merchant: "globex", probability: 0.2, delay: { min: "1s", max: "2s" }, drop: "midway" },
      { endpoint: "ping", delay: "0ms", drop: "before" },
    ]);
    const ping = made.api.fetch(requestOf("ping", { key: "mst_acme_full" }));
    await expect(ping).rejects.toThrow("fetch failed");
    const faults = rowsOf(await made.open("/faults"));
    expect(faults.map((row) => row.replace(/ Turn off .*/s, ""))).toEqual([
      "1 orders, key mst_acme_full, after 2, 3 times, responds with 503 0 hits",
      "2 every endpoint, merchant globex, with probability 0.2, delayed by 1s to 2s, connection closed in the middle of the response 0 hits",
      "3 ping, delayed by 0ms, connection closed before the response 1 hit",
    ]);
  });
});

describe("rate limits", () => {
  test("are gauges of what is left in each bucket", async () => {
    const made = dashboard({
      seeds: SEEDS.replace("rateLimit: off", "rateLimit: { capacity: 4, refillPerSecond: 0.5 }"),
    });
    for (let n = 0; n < 3; n++) await made.call("ping", { key: "mst_acme_full" });
    made.pass(0.5);
    const page = await made.open("/rate-limit");
    expect(wordsOf(page.text)).toContain(
      "Each key may send 4 requests at once, and gets 0.5 back per second",
    );
    expect(page.text).toContain(
      '<meter min="0" max="4" value="1.2" aria-label="Tokens of mst_acme_full">',
    );
    expect(rowsOf(page).filter((row) => /full|once/.test(row))).toEqual([
      "mst_acme_full acme 1.2 of 4 0.5 a second Empty Fill",
      "mst_acme_once acme 1 of 1 0.1 a second Empty Fill",
      "mst_globex_full globex 4 of 4 0.5 a second Empty Fill",
      "mst_closed_full closed 4 of 4 0.5 a second Empty Fill",
    ]);
  });

  test("are off if the settings say so, except for keys with their own", async () => {
    const page = await dashboard().open("/rate-limit");
    expect(wordsOf(page.text)).toContain("Keys have no limit, except limits of their own.");
    expect(rowsOf(page).filter((row) => !row.endsWith("no limit"))).toEqual([
      "mst_acme_once acme 1 of 1 0.1 a second Empty Fill",
    ]);
  });
});

describe("lists", () => {
  const keys = Array.from(
    { length: 5_000 },
    (_, n) => `  - { key: mst_number_${n}, merchant: acme }`,
  );
  const many = `merchants: [{ slug: acme }]\nkeys:\n${keys.join("\n")}\n`;

  test("of many are cut, and searched by the server", async () => {
    const made = dashboard({ seeds: many });
    for (const [find, count, said] of [
      ["", 30, "The first 30 of 5 000 keys."],
      ["NUMBER_49", 30, "The first 30 of 111 keys with “number_49”."],
      ["number_4999", 1, "Find keys"],
      [" number_4999 ", 1, "Find keys"],
      ["nothing", 0, "There are no keys with “nothing”."],
    ] as const) {
      const page = await made.open(`/keys?find=${encodeURIComponent(find)}`);
      expect([find, rowsOf(page).length]).toEqual([find, count]);
      expect(wordsOf(page.text).replaceAll("\u00a0", " ") + page.text).toContain(said);
    }
  });

  test("of thousands of worlds are cut, too", async () => {
    const made = dashboard();
    for (let n = 0; n < 3_000; n++) made.worlds.create(`test-${n}`);
    const page = await made.open("/worlds");
    expect([rowsOf(page).length, page.text.length < 60_000]).toEqual([30, true]);
    expect(wordsOf(page.text).replaceAll("\u00a0", " ")).toContain("The first 30 of 3 001 worlds.");
    expect(rowsOf(await made.open("/worlds?find=2999"))).toEqual(["test-2999 Reset Delete"]);
  });

  test("that are searched for unusual text respond", async () => {
    for (const find of ["%", "%E0%A4%A", "%00", "a".repeat(5_000), "[", "&find=b", "+"]) {
      const { status, text } = await dashboard().open(`/orders?find=${find}`);
      expect([find, status, text.length < 60_000]).toEqual([find, 200, true]);
    }
  });
});

function never(): never {
  throw new TypeError("there is no merchant");
}

const LONG_REF = "checkout-0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e";

test("the changes show a key only while it is one of the world", async () => {
  const made = dashboard();
  const { key } = createKey(made.worlds.default, { merchant: "acme" });
  addOrder(made.worlds.default, { product: "ATLAS-1", amountMinor: "1", ref: LONG_REF });
  const shown = async () => (await made.open("/changes")).text + (await made.open()).text;
  expect(await shown()).toContain(`Changed: key ${key}`);
  made.worlds.reset("default");
  expect(await shown()).not.toContain(key);
  expect(await shown()).toContain("Changed: key mst_…");
  expect(await shown()).toContain(`Changed: order ${LONG_REF}`);
});

test("a request leads to its error in the docs, also after a reset of the world", async () => {
  const made = dashboard();
  const { id } = await made.call("ping", { key: "mst_unknown" });
  const link = '/docs/errors#unauthorized">unauthorized in the docs</a>';
  expect((await made.open(`/requests/${id}`)).text).toContain(link);
  made.worlds.reset("default");
  expect((await made.open(`/requests/${id}`)).text).toContain(link);
});
