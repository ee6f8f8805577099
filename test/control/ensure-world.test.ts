// Worlds that are made once, however often they are asked for; that expire; and that have a secret each.
import { describe, expect, test } from "bun:test";
import { conflict, misfits, notFound } from "./ask.ts";
import { at, key, REVOKED, SMALL, SMALL_WORLD, small } from "./small.ts";

const TOKEN = "a-token-of-16-characters";
const DAY = 86_400;
const seeds = { keys: [{ key, status: "revoked" }], settings: { rateLimit: "off" } };

describe("PUT /worlds/:world", () => {
  test("makes a world, and returns it as it is now to whoever asks for the same again", async () => {
    const { must, call, worlds } = small();
    const body = { scenario: "later", seeds: { settings: { rateLimit: "off" } } };
    const made = await must(201, "PUT", "/worlds/pr-12", body);
    expect(made).toMatchObject({ ...at("pr-12"), apiKey: key });
    await must(200, "POST", `/worlds/pr-12/keys/${key}/revoke`);
    const again = await must(200, "PUT", "/worlds/pr-12", body);
    expect(again).toMatchObject({ keys: [{ key, status: "revoked" }] });
    expect((await call("ping", { key, world: "pr-12" })).status).toBe(401);
    expect(worlds.names()).toHaveLength(4);
  });

  test("makes one world for many that ask at the same time, or try again", async () => {
    const { ask, worlds } = small();
    const asked = Array.from({ length: 20 }, () => ask("PUT", "/worlds/pr-12", {}));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(19).fill(200), 201]);
    expect(worlds.names().filter((name) => name.startsWith("pr"))).toEqual(["pr-12"]);
  });

  test("finds the world that POST made from the same, after a reset too", async () => {
    const { must } = small();
    await must(201, "POST", "/worlds", { name: "mine", scenario: "revoked" });
    await must(200, "POST", "/worlds/mine/reset");
    expect(await must(200, "PUT", "/worlds/mine", { scenario: "revoked" })).toMatchObject(
      at("mine"),
    );
  });

  const fix = "Ask for the same, delete the world first, or use another name.";
  test.each([
    [
      {},
      `{"keys":[{"key":"${key}","status":"revoked"}],"settings":{"rateLimit":"off"}} at /seeds, received nothing`,
    ],
    [{ seeds, scenario: "later" }, 'nothing at /scenario, received "later"'],
    [{ seeds, ttl: "1h" }, 'nothing at /ttl, received "1h"'],
    [
      { seeds: { ...seeds, keys: [{ key, status: "active" }] } },
      '"revoked" at /seeds/keys/0/status, received "active"',
    ],
    [
      { seeds: { ...seeds, keys: [] } },
      `{"key":"${key}","status":"revoked"} at /seeds/keys/0, received nothing`,
    ],
  ])("reports the difference from the existing world: %j", async (body, difference) => {
    const { ask, must } = small();
    await must(201, "PUT", "/worlds/mine", { seeds });
    expect(await ask("PUT", "/worlds/mine", body)).toEqual(
      conflict(`The world mine was made with ${difference}. ${fix}`),
    );
  });

  test("rejects a world of the seeds, and creates none from an unknown scenario", async () => {
    const { ask, worlds } = small();
    for (const name of ["default", "later"]) {
      const detail = `The world ${name} already exists. Use another name.`;
      expect(await ask("PUT", `/worlds/${name}`, {})).toEqual(conflict(detail));
    }
    expect(await ask("PUT", "/worlds/mine", { scenario: "nothing" })).toEqual(
      notFound('There is no scenario called "nothing". Known: revoked, later.'),
    );
    expect(worlds.names()).toEqual(["default", "revoked", "later"]);
  });

  test("of the library reports the same", async () => {
    const { ensureWorld } = small();
    const world = await ensureWorld("mine", { scenario: "revoked" });
    await world.keys.create({ key: "mst_own_full", merchant: "acme" });
    const same = await ensureWorld("mine", { scenario: "revoked" });
    expect(same.keys.list()).toHaveLength(2);
    expect(ensureWorld("mine")).rejects.toThrow('made with "revoked" at /scenario');
  });
});

describe("a world with a lifetime", () => {
  test("is dropped when it has expired, and its name is free", async () => {
    const { must, ask, call, pass, worlds } = small({ maxWorlds: 1 });
    const made = await must(201, "PUT", "/worlds/mine", { ttl: "1h" });
    expect(made).toEqual({
      ...at("mine"),
      ...SMALL_WORLD,
      expiresAt: "2026-10-17T10:00:00.000Z",
    });
    pass(3_599);
    expect(await must(200, "GET", "/worlds/mine")).toMatchObject({
      expiresAt: "2026-10-17T10:00:00.000Z",
    });
    expect(await must(200, "GET", "/worlds")).toContainEqual({
      ...at("mine"),
      expiresAt: "2026-10-17T10:00:00.000Z",
    });
    pass(1);
    expect((await call("ping", { key, world: "mine" })).status).toBe(404);
    expect((await ask("GET", "/worlds/mine")).status).toBe(404);
    expect([worlds.size, worlds.names().length]).toEqual([3, 3]);
    expect(await must(201, "PUT", "/worlds/mine", { ttl: "2h" })).toMatchObject({
      expiresAt: "2026-10-17T12:00:00.000Z",
    });
  });

  test("makes room for another", async () => {
    const { must, ask, pass } = small({ maxWorlds: 2, worldTtl: "1d" });
    await must(201, "POST", "/worlds", {});
    await must(201, "POST", "/worlds", {});
    expect((await ask("POST", "/worlds", {})).status).toBe(429);
    pass(DAY);
    await must(201, "POST", "/worlds", {});
  });

  test("expires after --world-ttl at the latest", async () => {
    const { must, ask, world } = small({ worldTtl: "1d" });
    expect(await must(201, "POST", "/worlds", {})).toMatchObject({
      expiresAt: "2026-10-18T09:00:00.000Z",
    });
    expect((await world({ ttl: "12h" })).expiresAt).toBe("2026-10-17T21:00:00.000Z");
    expect(await ask("POST", "/worlds", { ttl: "2d" })).toEqual(
      misfits({ ttl: "must be at most 1d, the value of --world-ttl" }),
    );
  });

  test.each(["0s", "4000d"])("lives for no %s", async (ttl) => {
    const { ask } = small();
    const message = "must be a duration such as 7d or 12h, at most ten years";
    expect(await ask("POST", "/worlds", { ttl })).toEqual(misfits({ ttl: message }));
  });
});

describe("a world's secret", () => {
  function secured() {
    const made = small({
      host: "127.0.0.1",
      controlToken: TOKEN,
      scenarios: { revoked: REVOKED },
      seeds: SMALL,
    });
    const ask = async (method: string, path: string, token: string, body?: object) => {
      const headers = {
        Host: "127.0.0.1:4701",
        Authorization: `Bearer ${token}`,
        ...(body && { "Content-Type": "application/json" }),
      };
      const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      // Why: a wrong token more in a second would get 429.
      made.pass(1);
      return made.hosted.fetch(new Request(`http://127.0.0.1:4701${path}`, sent));
    };
    const make = async (name: string): Promise<{ secret: string }> =>
      (await ask("PUT", `/_sandbox/worlds/${name}`, TOKEN, {})).json();
    return { ...made, ask, make };
  }

  test("is the same on every request for the world, and is shown nowhere else", async () => {
    const { ask, make } = secured();
    const { secret } = await make("mine");
    expect(secret).toMatch(/^[0-9a-z]{26}$/);
    expect((await make("mine")).secret).toBe(secret);
    expect((await make("other")).secret).not.toBe(secret);
    for (const path of ["", "/mine", "/mine/snapshot", "/mine/requests"]) {
      const response = await ask("GET", `/_sandbox/worlds${path}`, TOKEN);
      expect([path, response.status]).toEqual([path, 200]);
      expect(await response.text()).not.toContain(secret);
    }
  });

  test.each([
    ["GET", "/_sandbox/worlds/mine"],
    ["GET", "/_sandbox/worlds/mine/requests"],
    ["POST", "/_sandbox/worlds/mine/reset"],
    ["GET", "/w/other/_sandbox/worlds/mine/clock"],
    ["GET", "/w/mine/dashboard"],
    ["GET", "/w/mine/docs/control"],
    ["DELETE", "/_sandbox/worlds/mine"],
  ])("opens %s %s, and that of another world does not", async (method, path) => {
    const { ask, make } = secured();
    const { secret } = await make("mine");
    const other = await make("other");
    expect((await ask(method, path, other.secret)).status).toBe(401);
    expect((await ask(method, path, secret)).status).toBeLessThan(300);
  });

  test.each([
    ["GET", "/_sandbox"],
    ["GET", "/_sandbox/worlds"],
    ["POST", "/_sandbox/worlds"],
    ["PUT", "/_sandbox/worlds/another"],
    ["GET", "/_sandbox/scenarios"],
    ["GET", "/w/mine/_sandbox/worlds"],
    ["GET", "/w/mine/_sandbox/openapi.json"],
    ["GET", "/_sandbox/worlds/default"],
    ["GET", "/_sandbox/worlds/revoked"],
    ["GET", "/_sandbox/worlds//mine"],
    ["GET", "/w/mine/_sandbox/worlds/other"],
    ["GET", "/dashboard"],
    ["GET", "/w/other/dashboard"],
  ])("opens nothing else: %s %s", async (method, path) => {
    const { ask, make } = secured();
    const { secret } = await make("mine");
    await make("other");
    expect((await ask(method, path, secret)).status).toBe(401);
  });

  describe("shows no world of others", () => {
    const PATHS = [
      "/w/mine/",
      "/w/mine/no-such-page",
      "/w/mine/w/theirs/",
      "/w/mine/dashboard",
      "/w/mine/dashboard/worlds",
    ];

    test.each(["/", "/w/their/", "/w/revoked/", ...PATHS])("%s", async (path) => {
      const { ask, make } = secured();
      const { secret } = await make("mine");
      await make("theirs");
      const text = async (token: string) => (await ask("GET", path, token)).text();
      // Why: the address itself is repeated, and is no suggestion.
      const shown = async (token: string) => (await text(token)).replaceAll(`/w${path}`, "");
      expect(await shown(secret)).not.toMatch(/href="[^"]*theirs/);
      expect(await shown("")).not.toMatch(/href="[^"]*theirs/);
      const isListed = path !== "/w/mine/no-such-page";
      expect(/href="[^"]*theirs/.test(await shown(TOKEN))).toBe(isListed);
    });

    test("on its dashboard, and not those of the seeds, whose dashboards it does not open", async () => {
      const { ask, make } = secured();
      const { secret } = await make("mine");
      const namesIn = async (path: string, token: string) => {
        const html = await (await ask("GET", path, token)).text();
        return Array.from(html.matchAll(/data-key="([^"]+)" tabindex/g), ([, name]) => name);
      };
      const panel = "/w/mine/dashboard/worlds";
      expect(await namesIn(panel, secret)).toEqual(["mine"]);
      expect(await namesIn(panel, TOKEN)).toEqual(["mine", "default", "revoked"]);
    });

    test("after it was dropped", async () => {
      const { ask, make } = secured();
      const { secret } = await make("mine");
      await make("mine2");
      await ask("DELETE", "/_sandbox/worlds/mine", secret);
      const response = await ask("POST", "/_sandbox/worlds/mine/reset", secret);
      expect([response.status, await response.text()]).toEqual([
        404,
        expect.not.stringContaining("mine2"),
      ]);
      expect((await ask("POST", "/_sandbox/worlds/mine/restore", secret)).status).toBe(200);
    });
  });

  test("of a dropped world gets 404, not 401", async () => {
    const { ask, make } = secured();
    const { secret } = await make("mine");
    await ask("DELETE", "/_sandbox/worlds/mine", secret);
    const response = await ask("GET", "/_sandbox/worlds/mine", secret);
    expect([response.status, await response.json()]).toMatchObject([
      404,
      {
        code: "not-found",
        detail: 'There is no world called "mine". It was deleted, has expired or never existed.',
      },
    ]);
  });

  test("is hidden in the journal", async () => {
    const { api, make, worlds } = secured();
    const { secret } = await make("mine");
    const url = "http://127.0.0.1:4700/w/mine/api/v1/integration/ping";
    await api.fetch(new Request(url, { headers: { "X-Note": `it is ${secret}` } }));
    expect(JSON.stringify(worlds.get("mine").journal.list())).not.toContain(secret);
  });

  test("is missing if no control token is set", async () => {
    const { must } = small();
    expect(await must(201, "PUT", "/worlds/mine", {})).not.toHaveProperty("secret");
  });
});
