// The journal of a world: what it remembers, in which order, and how it is followed.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { saveRequest } from "../../../src/persist/requests.ts";
import type { Exchange } from "../../../src/world/journal/exchange.ts";
import type { Follower, Journal } from "../../../src/world/journal/journal.ts";
import { recordOf } from "../../../src/world/journal/record.ts";
import {
  bodyFor,
  type CallOptions,
  IDS,
  loadTexts,
  requestOf,
  SEEDS,
  sandbox,
  type TestSandbox,
} from "../../support/sandbox.ts";

const key = "mst_acme_full";

const thousand = Array<"orders">(1_000).fill("orders");

const ids = (entries: readonly { readonly id: string }[] = []) => entries.map(({ id }) => id);

interface Asked extends CallOptions {
  readonly target: Parameters<TestSandbox["call"]>[0];
}

const send = ({ call }: TestSandbox, { target, ...options }: Asked) => call(target, options);

/** The requests that are remembered. */
function keptOf({ numbers: { first, next }, numbered }: Journal): Exchange[] {
  const found = Array.from({ length: next - first }, (_, index) => numbered(first + index));
  return found.filter((exchange) => exchange !== undefined);
}

/** What requests that are alike share. */
function withoutMoment(saved: ReturnType<typeof saveRequest>) {
  const { id, ms, time, place, answer, answerHeaders, ...kept } = saved;
  return {
    ...kept,
    answer: typeof answer === "string" ? answer.replaceAll(id, "") : answer,
    answerHeaders: { ...answerHeaders, "X-Request-Id": answerHeaders?.["X-Request-Id"] === id },
  };
}

/** Asks some endpoints, one after the other, and returns the ids of the requests. */
async function ask({ call }: TestSandbox, ...targets: ("ping" | "orders" | "products")[]) {
  const asked: string[] = [];
  for (const target of targets) asked.push((await call(target, { key })).id);
  return asked;
}

describe("a journal lists", () => {
  test("requests in order of arrival, of an endpoint, a status, or since another", async () => {
    const made = sandbox();
    const { journal } = made.worlds.default;
    const [a = "", b = "", c = ""] = await ask(made, "ping", "orders", "ping");
    const { id: d } = await made.call("ping");
    expect(ids(journal.list())).toEqual([a, b, c, d]);
    expect(ids(journal.list({ endpoint: "ping" }))).toEqual([a, c, d]);
    expect(ids(journal.list({ status: 200 }))).toEqual([a, b, c]);
    expect(ids(journal.list({ endpoint: "ping", status: 401 }))).toEqual([d]);
    expect(ids(journal.list({ since: b }))).toEqual([c, d]);
    expect(ids(journal.list({ since: b, status: 200 }))).toEqual([c]);
    expect(ids(journal.list({ since: d }))).toEqual([]);
  });

  test("all if the request to begin after is not known any more", async () => {
    const made = sandbox();
    const { journal } = made.worlds.default;
    const [a = ""] = await ask(made, "ping");
    journal.clear();
    expect(journal.list()).toEqual([]);
    const later = await ask(made, "ping", "ping");
    expect(ids(journal.list({ since: a }))).toEqual(later);
    expect(ids(journal.list({ since: "req_of_another" }))).toEqual(later);
  });

  test("nothing after a reset, which starts another journal", async () => {
    const made = sandbox();
    await ask(made, "ping");
    expect(made.worlds.reset("default").journal.list()).toEqual([]);
  });
});

describe("a follower", () => {
  /** Reads so many entries, in however many portions they come. */
  async function take(follower: Follower, count: number): Promise<string[]> {
    const read: string[] = [];
    while (read.length < count) {
      const entries = await follower.next();
      if (entries === undefined) break;
      read.push(...ids(entries));
    }
    return read;
  }

  test("is notified of responses from now on", async () => {
    const made = sandbox();
    await ask(made, "ping");
    const follower = made.worlds.default.journal.follow();
    const waiting = follower.next();
    const asked = await ask(made, "orders", "ping");
    expect([...ids(await waiting), ...(await take(follower, 1))]).toEqual(asked);
  });

  test("is notified in the order of the responses, each once it is complete", async () => {
    const seeds = `faults: [{ endpoint: ping, delay: 1d }]\n${SEEDS}`;
    const made = sandbox({ seeds });
    const { journal, faults } = made.worlds.default;
    const [first = ""] = await ask(made, "orders");
    const follower = journal.follow();
    const slow = made.api.fetch(requestOf("ping", { key }));
    const [quick = ""] = await ask(made, "orders");
    expect(ids(await follower.next())).toEqual([quick]);
    const [, hung = ""] = ids(journal.list());
    faults.release();
    await slow;
    expect(ids(journal.list())).toEqual([first, hung, quick]);
    expect(ids(await follower.next())).toEqual([hung]);
    expect(ids(await journal.follow({ since: first }).next())).toEqual([quick, hung]);
    expect(ids(await journal.follow({ since: quick }).next())).toEqual([hung]);
  });

  test("begins after a request, or with the first if that is not known", async () => {
    const made = sandbox();
    const { journal } = made.worlds.default;
    const [a = "", b = "", c = ""] = await ask(made, "ping", "orders", "ping");
    expect(ids(await journal.follow({ since: a }).next())).toEqual([b, c]);
    expect(ids(await journal.follow({ since: "unknown" }).next())).toEqual([a, b, c]);
    expect(ids(await journal.follow({ since: a, endpoint: "ping" }).next())).toEqual([c]);
  });

  test("that begins while a request waits is notified of it and of later requests", async () => {
    const seeds = `faults: [{ endpoint: ping, delay: 1d }]\n${SEEDS}`;
    const made = sandbox({ seeds });
    const { journal, faults } = made.worlds.default;
    const slow = [made.api.fetch(requestOf("ping", { key }))];
    const atFirst = journal.follow({ since: journal.newest() ?? "" });
    const [first = ""] = await ask(made, "orders");
    slow.push(made.api.fetch(requestOf("ping", { key })));
    const [earlier = "", , waiting = ""] = ids(journal.list());
    const atOnce = journal.follow({ since: waiting });
    const next = atOnce.next();
    const [second = ""] = await ask(made, "orders");
    expect(ids(await next)).toEqual([second]);
    expect(ids(await journal.follow({ since: waiting }).next())).toEqual([second]);
    faults.release();
    await Promise.all(slow);
    expect(ids(await atOnce.next())).toEqual([earlier, waiting]);
    expect(ids(await atFirst.next())).toEqual([first, second, earlier, waiting]);
  });

  test("that begins while a request waits is notified of an earlier one that completed meanwhile", async () => {
    const made = sandbox({ seeds: `faults: [{ endpoint: ping, delay: 1d }]\n${SEEDS}` });
    const { journal } = made.worlds.default;
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const sent = requestOf("checkout-links", { key, body: readable });
    const slow = made.api.fetch(sent);
    const held = made.api.fetch(requestOf("ping", { key }));
    const [earlier = "", waiting = ""] = ids(journal.list());
    await writable.close();
    await slow;
    expect(ids(await journal.follow({ since: waiting }).next())).toEqual([earlier]);
    made.worlds.release();
    await held;
  });

  test("misses what has left the journal before it was read", async () => {
    const made = sandbox();
    const follower = made.worlds.default.journal.follow();
    const asked = await ask(made, ...new Array<"ping">(1_010).fill("ping"));
    expect(await take(follower, 1_000)).toEqual(asked.slice(10));
  });

  test("is not notified of what its filter leaves out", async () => {
    const made = sandbox();
    const follower = made.worlds.default.journal.follow({ endpoint: "orders" });
    const waiting = follower.next();
    const asked = await ask(made, "ping", "products", "orders", "ping");
    expect(ids(await waiting)).toEqual(asked.slice(2, 3));
  });

  test("ends when it wants, and at the latest with its world", async () => {
    const made = sandbox();
    made.worlds.create("alpha");
    const { journal } = made.worlds.get("alpha");
    const [one, other] = [journal.follow(), journal.follow()];
    const waiting = [one.next(), other.next()];
    one.end();
    expect(await waiting[0]).toBeUndefined();
    made.worlds.drop("alpha");
    expect(await waiting[1]).toBeUndefined();
    expect(await other.next()).toBeUndefined();
  });

  test.each(["reset", "reload"])(
    "ends with a %s, after which its world is another",
    async (way) => {
      const made = sandbox();
      const waiting = made.worlds.default.journal.follow().next();
      if (way === "reset") made.worlds.reset("default");
      else made.reload(loadTexts(SEEDS.replace("version: 4", "version: 5")));
      expect(await waiting).toBeUndefined();
    },
  );
});

describe("a journal", () => {
  const SLOW = `faults: [{ endpoint: ping, delay: 1d }]\n${SEEDS}`;

  test("lists the requests that wait for their response, with keys masked", async () => {
    const made = sandbox({ seeds: SLOW });
    const { journal } = made.worlds.default;
    await ask(made, "orders");
    const held = made.api.fetch(requestOf("ping", { key }));
    expect(journal.pending()).toMatchObject([
      { method: "GET", endpoint: "ping", status: null, ms: null, key: "mst_acme_full" },
    ]);
    made.worlds.release();
    await held;
    expect(journal.pending()).toEqual([]);
  });

  test("finds what came in by its id, and nothing once that is forgotten", async () => {
    const made = sandbox();
    const { journal } = made.worlds.default;
    const [id = ""] = await ask(made, "ping");
    expect(journal.find(id)?.key?.key).toBe(key);
    expect(journal.find("req_none")).toBeUndefined();
    journal.clear();
    expect(journal.find(id)).toBeUndefined();
  });

  test("names the time at which its seeds were reloaded, and not that of the next request", async () => {
    const made = sandbox();
    await ask(made, "ping");
    const at = made.worlds.now();
    made.reload(loadTexts(SEEDS.replace("slug: acme,", "slug: acme, name: Another,")));
    made.pass(60);
    expect(made.worlds.default.journal.dividers).toMatchObject([
      { text: "Seeds reloaded: merchant acme", time: new Date(at).toISOString(), at, by: "seeds" },
    ]);
  });

  test("keeps of each of its thousand requests what belongs to it, in whatever order they came", async () => {
    const series = "createdAt: now-9d, repeat: { times: 60, every: 1h }";
    const seeds = SEEDS.replace(
      "orders:\n",
      `$&  - { product: ATLAS-1, amountMinor: "1", ${series} }\n`,
    );
    const bug = new Error("a bug");
    const prepare = () => {
      const made = sandbox({ seeds });
      const listProducts = () => {
        throw bug;
      };
      Object.assign(made.worlds.default, { listProducts });
      return { made, journal: made.worlds.default.journal };
    };
    const requests: readonly Asked[] = [
      { target: "ping", key },
      { target: "ping", key: "mst_unknown" },
      { target: "ping", key: "mst_acme_revoked", headers: { "X-Api-Key": key } },
      { target: "ping", key, query: "page=2" },
      { target: "products", key },
      { target: "orders", key },
      { target: "orders", key, method: "HEAD" },
      { target: "/elsewhere" },
      { target: "checkout-links", key, body: bodyFor(IDS.atlas) },
      { target: "checkout-links", key, body: "[".repeat(5_000) },
    ];
    const kinds = await Promise.all(
      requests.map(async (request) => {
        const { made, journal } = prepare();
        await send(made, request);
        return {
          request,
          kept: keptOf(journal)
            .map((exchange) => saveRequest(exchange, 0))
            .map(withoutMoment),
        };
      }),
    );

    const { made, journal } = prepare();
    const others = await ask(made, "ping", "orders", "ping");
    journal.clear();
    const order = fc.sample(fc.constantFrom(...kinds), 3_000);
    for (const { request } of order) {
      made.pass(1);
      await send(made, request);
    }
    const kept = keptOf(journal);
    expect(kept.map((exchange) => saveRequest(exchange, 0)).map(withoutMoment)).toEqual(
      order.slice(-1_000).flatMap((kind) => kind.kept),
    );
    const world = made.worlds.default;
    expect(kept.map((exchange) => recordOf(exchange, world))).toEqual(made.records.slice(-1_000));
    const answered = others.length + order.length;
    expect(kept.map(({ place }) => answered - place)).toEqual(kept.map((_, n) => 999 - n));
  });

  test("keeps a request apart from a thousand that arrive while it completes", async () => {
    const made = sandbox({
      onRequest: ({ endpoint }) => {
        if (endpoint !== "ping") return;
        for (let n = 0; n < 1_000; n++) made.api.fetch(requestOf("products", { key }));
      },
    });
    const { id, status } = await made.call("ping", { key });
    expect({ id, status }).toMatchObject({ id: made.records[0]?.id, status: 200 });
  });

  test("leaves one out that completes after a thousand others, or after it was cleared", async () => {
    const made = sandbox({ seeds: SLOW });
    const { journal } = made.worlds.default;
    for (const forget of [() => ask(made, ...thousand), () => journal.clear()]) {
      const held = made.api.fetch(requestOf("ping", { key }));
      await forget();
      const others = await ask(made, "products");
      const kept = journal.list();
      made.worlds.release();
      await held;
      expect(journal.list()).toEqual(kept);
      expect(ids(kept).slice(-1)).toEqual(others);
    }
  });

  test("has another era after it was cleared, as does that of another world", async () => {
    const made = sandbox();
    const { journal } = made.worlds.default;
    const first = journal.era;
    await ask(made, "ping");
    expect(journal.era).toBe(first);
    journal.clear();
    const second = journal.era;
    const eras = [first, second, made.worlds.reset("default").journal.era];
    expect(new Set(eras).size).toBe(3);
  });

  test("counts the responses of the last five minutes by their status", async () => {
    const made = sandbox({ seeds: `faults: [{ endpoint: products, respond: 503 }]\n${SEEDS}` });
    const { journal } = made.worlds.default;
    await ask(made, "ping", "orders", "products");
    await made.call("ping");
    const { ok, refused, failed, dropped } = journal.traffic();
    const sums = [ok, refused, failed, dropped].map((counts) => counts.reduce((a, b) => a + b));
    expect(sums).toEqual([2, 1, 1, 0]);
  });
});
