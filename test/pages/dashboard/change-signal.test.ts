// What an open dashboard asks for again and again: that it tells of everything that would look otherwise,
// and of nothing else.
import { describe, expect, test } from "bun:test";
import { loadTexts, requestOf, SEEDS } from "../../support/sandbox.ts";
import { type DashboardSandbox, dashboard, logOf } from "./page.ts";

const key = "mst_acme_full";
const LIMITED = SEEDS.replace("rateLimit: off", "rateLimit: { capacity: 2, refillPerSecond: 1 }");

async function pulseOf(made: DashboardSandbox, panel = "keys") {
  const { status, text, headers } = await made.open(`/pulse?panel=${panel}`);
  expect([status, headers.get("Cache-Control")]).toEqual([200, "no-store"]);
  return JSON.parse(text);
}

const markOnPage = async (made: DashboardSandbox, panel: string) =>
  /data-mark="([^"]*)"/.exec((await made.open(`/${panel}`)).text)?.[1];

type Change = (made: DashboardSandbox) => unknown;

const CHANGES: readonly [what: string, panel: string, change: Change][] = [
  ["a key", "keys", ({ handle }) => handle("default").keys.revoke(key)],
  [
    "an order",
    "keys",
    ({ handle }) => handle("default").orders.add({ product: "ATLAS-1", amountMinor: "1" }),
  ],
  ["a move of the clock", "keys", ({ worlds }) => worlds.default.clock.advance(1)],
  ["a clock that is frozen", "keys", ({ worlds }) => worlds.default.clock.set({ frozen: true })],
  ["a reset", "orders", ({ handle }) => handle("default").reset()],
  ["an edit of the seeds", "faults", ({ reload }) => reload(loadTexts(SEEDS))],
  [
    "an edit with mistakes",
    "faults",
    ({ reload }) => expect(() => reload(loadTexts("a: 1"))).toThrow(),
  ],
  ["another world", "worlds", ({ worlds }) => worlds.create("alpha")],
  ["a hit of a fault", "faults", ({ call }) => call("orders", { key })],
  ["a token that is drawn", "rate-limit", ({ call }) => call("ping", { key })],
];

describe("the mark of a page", () => {
  const seeds = `faults: [{ endpoint: orders, respond: 503 }]\n${LIMITED}`;

  test.each(CHANGES)("is another after %s", async (_what, panel, change) => {
    const made = dashboard({ seeds });
    const before = await markOnPage(made, panel);
    expect((await pulseOf(made, panel)).mark).toBe(before);
    await change(made);
    const { mark } = await pulseOf(made, panel);
    expect(mark).not.toBe(before);
    expect(await markOnPage(made, panel)).toBe(mark);
  });

  test("is the same after what does not show in its panel", async () => {
    const made = dashboard({ seeds });
    for (const panel of ["keys", "products", "orders"]) {
      const before = await markOnPage(made, panel);
      await made.call("ping", { key });
      await made.call("orders", { key });
      made.worlds.create(`for-${panel}`);
      made.pass(1);
      expect([panel, (await pulseOf(made, panel)).mark]).toEqual([panel, before]);
    }
  });

  test("is another as buckets fill up again, until they are full", async () => {
    const made = dashboard({ seeds: LIMITED });
    await made.call("ping", { key });
    const marks = [];
    for (let n = 0; n < 4; n++) {
      marks.push((await pulseOf(made, "rate-limit")).mark);
      made.pass(0.5);
    }
    expect(new Set(marks).size).toBe(3);
  });

  test("is that of the buckets that are shown", async () => {
    const made = dashboard({ seeds: LIMITED });
    const { text: before } = await made.open("/pulse?panel=rate-limit&find=globex");
    await made.call("ping", { key });
    const { text: after } = await made.open("/pulse?panel=rate-limit&find=globex");
    expect(JSON.parse(after).mark).toBe(JSON.parse(before).mark);
  });
});

describe("the pulse", () => {
  test("has the log of requests as the server renders it", async () => {
    const made = dashboard({ seeds: `faults: [{ endpoint: ping, delay: 1d }]\n${SEEDS}` });
    made.worlds.default.clock.set({ frozen: true });
    await made.call("orders", { key });
    const held = made.api.fetch(requestOf("ping", { key }));
    const { revision, requests } = await pulseOf(made);
    expect(revision).toBe(made.worlds.default.journal.revision);
    expect(logOf(requests, "waiting")).toEqual([
      expect.stringMatching(/^09:00:00 waiting GET ping mst_acme_full fault 1 /),
    ]);
    expect(logOf(requests)).toEqual([
      expect.stringMatching(/^09:00:00 200 GET orders mst_acme_full [\d.]+ ms$/),
    ]);
    expect((await made.open()).text).toContain(requests.slice(requests.indexOf("<ol id=")));
    made.worlds.release();
    await held;
  });

  test("belongs to the world of its prefix", async () => {
    const made = dashboard();
    made.worlds.create("alpha");
    await made.call("ping", { key });
    const { text } = await made.open("/pulse", { world: "alpha" });
    expect(logOf(JSON.parse(text).requests)).toEqual([]);
  });

  test("waits for a response to a request if nothing has changed", async () => {
    const made = dashboard();
    const { revision } = await pulseOf(made);
    const seen = new URLSearchParams({ seen: revision });
    const next = made.open(`/pulse?${seen}`);
    await made.call("ping", { key });
    expect(logOf(JSON.parse((await next).text).requests)).toHaveLength(1);
    const { text } = await made.open(`/pulse?${seen}`);
    expect(JSON.parse(text).revision).not.toBe(revision);
  });

  test("returns if the requests are deleted or the world ends", async () => {
    const made = dashboard();
    const { journal } = made.worlds.default;
    for (const change of [() => journal.clear(), () => journal.end()]) {
      const next = made.open(`/pulse?${new URLSearchParams({ seen: journal.revision })}`);
      // Why: it waits only once its page is made.
      await pulseOf(made);
      change();
      expect((await next).status).toBe(200);
    }
  });

  test("is small, however much waits", async () => {
    const made = dashboard({ seeds: `faults: [{ endpoint: ping, delay: 1d }]\n${SEEDS}` });
    const held = Array.from({ length: 200 }, () => made.api.fetch(requestOf("ping", { key })));
    expect(logOf((await pulseOf(made)).requests, "waiting")).toHaveLength(50);
    made.worlds.release();
    await Promise.all(held);
  });
});
