// A world that is made once, however often it is asked for, and teams that change their token.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type Edge, startEdge, TOKEN, writing } from "./edge.ts";

setDefaultTimeout(30_000);

const WORLDS = "/_sandbox/worlds";

describe("PUT at the edge", () => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await startEdge();
  });
  afterAll(() => edge[Symbol.asyncDispose]());

  const put = async (name: string, body: object = {}, token = TOKEN) => {
    const response = await edge.ask(`${WORLDS}/${name}`, writing("PUT", body, token));
    return [response.status, await response.json()] as const;
  };
  const names = async (own: string, token = TOKEN) => {
    const listed = await (await edge.ask(WORLDS, writing("GET", undefined, token))).json();
    return listed
      .map(({ name }: { name: string }) => name)
      .filter((name: string) => name.startsWith(`${own}-`));
  };

  test.each([
    ["at once", async () => {}],
    ["after the object was forgotten", (name: string) => edge.ask(`/__test/evict/${name}`)],
    ["after another deployment", () => edge.deploy()],
  ])("returns the same world to whoever asks for the same, %s", async (_when, wait) => {
    const own = `pr-${crypto.randomUUID().slice(0, 8)}`;
    const body = { scenario: "slow", seeds: { settings: { rateLimit: "off" } }, ttl: "1d" };
    const [status, made] = await put(own, body);
    expect(status).toBe(201);
    expect(made.secret).toMatch(/^\w{26}$/);
    const revoked = await edge.control(made, "/keys/mst_acme_full/revoke", { method: "POST" });
    expect(revoked.status).toBe(200);
    await wait(made.name);
    const [again, found] = await put(own, body);
    const { name, secret, apiKey, expiresAt } = made;
    expect([again, found]).toMatchObject([200, { name, secret, apiKey, expiresAt }]);
    expect(found.keys).toContainEqual(
      expect.objectContaining({ key: "mst_acme_full", status: "revoked" }),
    );
    expect(await names(own)).toEqual([name]);
    const [conflict, problem] = await put(own, { ...body, scenario: "flaky" });
    expect([conflict, problem.detail]).toEqual([
      409,
      `The world ${name} was made with "slow" at /scenario, received "flaky". Ask for the same, delete the world first, or use another name.`,
    ]);
    expect(await names(own)).toEqual([name]);
  });

  test("makes one world for many that ask at the same time", async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => put("crowd")));
    expect(all.map(([status]) => status).toSorted()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(all.map(([, { name, secret }]) => `${name} ${secret}`)).size).toBe(1);
    expect(await names("crowd")).toHaveLength(1);
  });

  test("makes another once it was dropped, or what was sent is fixed", async () => {
    const [, first] = await put("again");
    expect((await edge.control(first, "", { method: "DELETE" })).status).toBe(204);
    const [status, second] = await put("again");
    expect([status, second.name === first.name]).toEqual([201, false]);

    expect((await put("fixed", { scenario: "nothing" }))[0]).toBe(404);
    expect(await names("fixed")).toEqual([]);
    expect((await put("fixed", { scenario: "slow" }))[0]).toBe(201);
  });

  test("leaves no orphan if the engine fails and the call is repeated", async () => {
    await edge.ask("/__test/fail/on");
    expect((await put("retried"))[0]).toBe(503);
    await edge.ask("/__test/fail/off");
    expect((await put("retried"))[0]).toBe(201);
    expect((await put("retried"))[0]).toBe(200);
    expect(await names("retried")).toHaveLength(1);
  });

  test("finds a world again after a call that failed", async () => {
    const [, { name, secret }] = await put("there");
    await edge.ask("/__test/fail/on");
    expect((await put("there"))[0]).toBe(503);
    await edge.ask("/__test/fail/off");
    expect(await put("there")).toMatchObject([200, { name, secret }]);
    expect(await names("there")).toEqual([name]);
  });

  test.each(["Pr", "a.b", "a_b", "x".repeat(37)])("takes no name like %s", async (name) => {
    expect((await put(name))[0]).toBe(422);
  });

  test("gives a world's secret to nobody with less than a control token", async () => {
    const [, world] = await put("mine");
    for (const token of [world.secret, "a-wrong-token-of-16"]) {
      await edge.pass(1_000);
      expect((await put("mine", {}, token))[0]).toBe(401);
    }
    const full = `${WORLDS}/${world.name}`;
    expect((await edge.ask(full, writing("PUT", {}, world.secret))).status).toBe(401);
    const prefixed = `/w/${world.name}${full}`;
    expect((await edge.ask(prefixed, writing("PUT", {}, world.secret))).status).toBe(405);
  });
});

test("a world that is there is found by what it was made from, whatever its lifetime may be now", async () => {
  await using edge = await startEdge({ vars: { WORLD_TTL: "7d" } });
  const put = async (name: string) => {
    const response = await edge.ask(`${WORLDS}/${name}`, writing("PUT", { ttl: "2d" }, TOKEN));
    return [response.status, await response.json()] as const;
  };
  const [, { name, expiresAt }] = await put("pr-1");
  await edge.deploy({ vars: { WORLD_TTL: "1d" } });
  expect(await put("pr-1")).toMatchObject([200, { name, expiresAt }]);
  expect((await put("pr-2"))[0]).toBe(422);
});

test("a team that changes its token keeps its worlds, and lists, finds and drops them", async () => {
  const [before, after, other] = ["before", "after", "other"].map((name) => `${name}-of-the-tests`);
  await using edge = await startEdge({ vars: { CONTROL_TOKENS: `web:${before},shop:${other}` } });
  const ask = async (method: string, path = "", token = after, body?: object) => {
    const response = await edge.ask(WORLDS + path, writing(method, body, token));
    return [response.status, response.status === 204 ? undefined : await response.json()];
  };
  const [, made] = await ask("PUT", "/pr-1", before, {});
  await edge.deploy({ vars: { CONTROL_TOKENS: `web:${after},shop:${other}` } });
  await edge.pass(1_000);
  expect((await ask("GET", "", before))[0]).toBe(401);
  expect(await ask("GET", "", other)).toEqual([200, []]);
  expect(await ask("GET")).toMatchObject([200, [{ name: made.name }]]);
  const { name, secret } = made;
  expect(await ask("PUT", "/pr-1", after, {})).toMatchObject([200, { name, secret }]);
  expect((await ask("DELETE", `/${name}`, other))[0]).toBe(401);
  expect((await ask("DELETE", `/${name}`))[0]).toBe(204);
  expect(await ask("GET")).toEqual([200, []]);
});
