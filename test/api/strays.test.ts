// Requests that web pages have a browser send without a known key: they evict nothing, and fill no log.
import { describe, expect, test } from "bun:test";
import { createRequestLog } from "../../src/cli/commands/serve/request-log.ts";
import { sandbox } from "../support/sandbox.ts";

const key = "mst_acme_full";
const ORIGIN = { Origin: "https://evil.test" };

const STRAYS: readonly [what: string, options: object][] = [
  ["a fetch with an Origin", { headers: ORIGIN }],
  ["an image on another site", { headers: { "Sec-Fetch-Site": "cross-site" } }],
  ["a preflight", { method: "OPTIONS", headers: ORIGIN }],
  ["a key that the world does not have", { key: "mst_nobody_full", headers: ORIGIN }],
];

const OWN: readonly [what: string, options: object][] = [
  ["a program without a key", {}],
  ["a program with a wrong key", { key: "mst_nobody_full" }],
  ["a page with a known key", { key, headers: ORIGIN }],
  ["a page with a revoked key", { key: "mst_acme_revoked", headers: ORIGIN }],
  ["a person who types the address", { headers: { "Sec-Fetch-Site": "none" } }],
];

describe("the journal", () => {
  test.each(STRAYS)("keeps what it knows, however often it gets %s", async (_what, options) => {
    const made = sandbox();
    const { journal } = made.worlds.default;
    const { id: first } = await made.call("orders", { key });
    for (let n = 0; n < 1_100; n++) await made.call("ping", options);
    const { id: last } = await made.call("ping", { key });
    const ids = journal.list().map(({ id }) => id);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([102, first, last]);
    expect(journal.find(ids[50] ?? "")).toMatchObject({ stray: true });
  });

  test.each(OWN)("records %s as usual", async (_what, options) => {
    const made = sandbox();
    for (let n = 0; n < 110; n++) await made.call("ping", options);
    expect(made.worlds.default.journal.list()).toHaveLength(110);
    expect(made.records.filter(({ stray }) => stray)).toEqual([]);
  });

  test("lists them where they came in, and forgets them with the others", async () => {
    const made = sandbox();
    const { journal } = made.worlds.default;
    const ids: string[] = [];
    for (const headers of [ORIGIN, undefined, ORIGIN, ORIGIN, undefined]) {
      ids.push((await made.call("ping", headers && { headers })).id);
    }
    expect(journal.list().map(({ id }) => id)).toEqual(ids);
    journal.clear();
    expect(journal.list()).toEqual([]);
  });

  test("keeps apart what was sent to another name", async () => {
    const made = sandbox({ host: "127.0.0.1" });
    const headers = { Host: "evil.test" };
    for (let n = 0; n < 110; n++) await made.call("ping", { key, headers });
    expect(made.worlds.default.journal.list()).toHaveLength(100);
  });

  test("is followed by a hundred at most", () => {
    const { journal } = sandbox().worlds.default;
    const followers = Array.from({ length: 100 }, () => journal.follow());
    expect(() => journal.follow()).toThrow(
      "100 clients already follow the requests of this world, which is the maximum. Close one, or list the requests.",
    );
    followers[0]?.end();
    expect(() => journal.follow()).not.toThrow();
  });
});

describe("the log", () => {
  test.each(["pretty", "json"] as const)("has a line a second of them, %s", async (form) => {
    const lines: string[] = [];
    let now = 0;
    const log = createRequestLog(
      form,
      (text) => lines.push(text),
      undefined,
      () => now,
    );
    const made = sandbox({ ...(log && { onRequest: log }) });
    for (let n = 0; n < 30; n++) {
      await made.call("ping", { headers: ORIGIN });
      now += 100;
    }
    expect(lines).toHaveLength(3);
    expect(lines[0]).not.toContain("the last of");
    expect(lines[1]).toContain("the last of 10 requests from web pages without a known key");
    await made.call("ping");
    expect(lines).toHaveLength(4);
    expect(lines.join("")).not.toContain("stray");
  });
});
