// The scenarios in which answers are refused, late, lost or frozen in time.
import { describe, expect, test } from "bun:test";
import { type CallOptions, IDS, requestOf } from "../support/sandbox.ts";
import { ALL, embedded, FINE } from "./embedded.ts";

describe("rate-limited", () => {
  const headers = (remaining: number) => ({
    ratelimit: `"default";r=${remaining};t=2`,
    "ratelimit-policy": '"default";q=3;w=6',
  });

  test("accepts three requests, then responds with 429 until the two seconds of Retry-After are over", async () => {
    const { call, pass } = embedded();
    const ping = () => call("rate-limited", "ping");
    for (const remaining of [2, 1, 0]) {
      expect(await ping()).toMatchObject({ status: 200, headers: headers(remaining) });
    }
    const refused = { status: 429, headers: { ...headers(0), "retry-after": "2" } };
    expect(await ping()).toMatchObject(refused);
    pass(1);
    expect((await ping()).status).toBe(429);
    pass(1);
    expect((await ping()).status).toBe(200);
    expect(await ping()).toMatchObject(refused);
  });
});

describe("frozen-clock", () => {
  test("responds the same, byte for byte, whatever the time and the machine", async () => {
    const ask = async ({ call, pass }: ReturnType<typeof embedded>) => {
      const answers = [];
      for (const target of ALL) {
        answers.push(await call("frozen-clock", target));
        pass(1_000);
      }
      return answers;
    };
    const answers = await ask(embedded());
    expect(answers.map(({ status }) => status)).toEqual(FINE);
    expect(answers[2]?.text).toContain('"createdAt":"2026-10-17T08:56:00.000Z"');
    expect(await ask(embedded(Date.parse("2031-05-04T03:02:01.234Z")))).toEqual(answers);
  });

  test("makes the same orders, ids and errors on every run, in a world of any name", async () => {
    const runs = await Promise.all(["frozen-clock", "frozen-clock", "w1", "other"].map(run));
    expect(runs[0]?.join("\n")).toContain("req_0000000_00001");
    for (const seen of runs) expect(seen).toEqual(runs[0] ?? []);

    async function run(name: string): Promise<string[]> {
      const { worlds, api, hosted } = embedded();
      if (name !== "frozen-clock") worlds.create(name, worlds.layerOf("frozen-clock"));
      const seen: string[] = [];
      const ask = async (request: Request, fetch: typeof api.fetch | typeof hosted.fetch) => {
        const response = await fetch(request);
        const text = await response.text();
        const known = [response.status, ...response.headers, text].join("\n");
        // Why: the signature of a form is a secret of the process.
        seen.push(known.replaceAll(/\.[\da-f]{64}/g, "").replaceAll(`/w/${name}`, "/w/NAME"));
        return text;
      };
      const call = (target: (typeof ALL)[number], options: CallOptions = {}) =>
        ask(requestOf(target, { key: "mst_acme_full", world: name, ...options }), api.fetch);
      const checkout = `http://127.0.0.1:4701/w/${name}/checkout/${IDS.atlas}`;
      for (const quantity of ["1", "2", "3"]) {
        const html = await ask(new Request(checkout), hosted.fetch);
        const [, token = ""] = /name="token" value="([^"]+)"/.exec(html) ?? [];
        const body = new URLSearchParams({ token, price: "4900 EUR", quantity });
        await ask(new Request(`${checkout}?pay`, { method: "POST", body }), hosted.fetch);
        await call("orders");
      }
      for (const key of ["unknown-key", "mst_acme_revoked", "mst_acme_readonly"]) {
        await call("checkout-links", { key, body: "{" });
      }
      await call("checkout-links", { body: "{" });
      const [first, second, third] = JSON.parse(await call("orders"));
      expect([first, second, third].map(({ amountMinor }) => amountMinor)).toEqual([
        "14700",
        "9800",
        "4900",
      ]);
      return [...seen, await worlds.get(name).snapshot()].map((text) => text.replace(name, "NAME"));
    }
  });

  test("limits only mst_acme_limited, which gets its five requests and no more", async () => {
    const { call, pass } = embedded();
    for (let n = 0; n < 200; n++) expect((await call("frozen-clock", "ping")).status).toBe(200);
    const statuses = [];
    for (let n = 0; n < 7; n++) {
      pass(60);
      statuses.push((await call("frozen-clock", "ping", { key: "mst_acme_limited" })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });
});

describe("flaky", () => {
  /** What becomes of many requests, one after the other. */
  async function run(count: number) {
    const { call, pass } = embedded();
    const outcomes: (number | "lost")[] = [];
    for (let n = 0; n < count; n++) {
      const { status, headers, text } = await call("flaky", ALL[n % 4] ?? "ping");
      outcomes.push(text === undefined ? "lost" : status);
      expect(headers["retry-after"]).toBe(outcomes[n] === 503 ? "1" : undefined);
      pass(1);
    }
    return outcomes;
  }

  test("fails about one request in three, with 500, with 503 or without a response", async () => {
    const outcomes = await run(600);
    const count = (outcome: number | "lost") => outcomes.filter((one) => one === outcome).length;
    expect(new Set(outcomes)).toEqual(new Set([200, 201, 500, 503, "lost"]));
    expect(Math.abs((count(200) + count(201)) / 600 - 2 / 3)).toBeLessThan(0.05);
    for (const outcome of [500, 503, "lost"] as const) expect(count(outcome)).toBeGreaterThan(40);
  });

  test("has a failure among the first few requests, so that nobody waits for one", async () => {
    expect(await run(4)).not.toEqual(FINE);
  });

  test("fails in the same places on every run", async () => {
    expect(await run(100)).toEqual(await run(100));
  });
});

describe("slow", () => {
  test("delays each response for one to three seconds, and one in ten for 35", () => {
    const world = embedded().worlds.find("slow");
    const key = world?.findKey("mst_acme_full");
    const hits = Array.from({ length: 500 }, () => key && world?.faults.strike("orders", key));
    const delays = hits.map((hit) => hit?.delay ?? 0);
    const short = delays.filter((delay) => delay !== 35_000);
    expect(Math.abs(1 - short.length / 500 - 0.1)).toBeLessThan(0.04);
    expect(Math.min(...short)).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...short)).toBeLessThanOrEqual(3_000);
  });

  test("gives the right responses in the end", async () => {
    const { call, worlds } = embedded();
    for (const target of ALL) {
      const answer = call("slow", target);
      worlds.find("slow")?.faults.release();
      const usual = await call("default", target);
      const text = usual.text?.replaceAll("4701/", "4701/w/slow/");
      expect(await answer).toEqual({ ...usual, text });
    }
  });
});

describe("gateway-errors", () => {
  const page = (title: string) =>
    `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n` +
    "<hr><center>gateway</center>\r\n</body>\r\n</html>\r\n";

  test("responds to every request with a page of HTML, for 502, 503 or 504", async () => {
    const { call } = embedded();
    const pages = new Map<number, string | undefined>();
    for (let n = 0; n < 60; n++) {
      const { status, headers, text } = await call("gateway-errors", ALL[n % 4] ?? "ping");
      expect(headers["content-type"]).toBe("text/html");
      pages.set(status, text);
    }
    expect(pages).toEqual(
      new Map([
        [502, page("502 Bad Gateway")],
        [503, page("503 Service Unavailable")],
        [504, page("504 Gateway Timeout")],
      ]),
    );
  });
});
