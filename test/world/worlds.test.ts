// Worlds behind their prefix: one API for each, and nothing of one seen in another.
import { describe, expect, test } from "bun:test";
import { applyToLayer } from "../../src/world/changes/overlay.ts";
import { createWorld } from "../../src/world/world.ts";
import { bodyFor, errorText, IDS, loadTexts, SEEDS, sandbox } from "../support/sandbox.ts";

const key = "mst_acme_full";

function withWorlds(...names: string[]) {
  const made = sandbox();
  for (const name of names) made.worlds.create(name);
  return made;
}

test("only created ones are reported if those of the seeds have no address", () => {
  const { worlds } = sandbox({ scenarios: { busy: "" }, onlyMade: true });
  worlds.create("alpha");
  expect([worlds.names(), worlds.likelyNames(), worlds.size]).toEqual([["alpha"], ["alpha"], 1]);
});

test("a restart drops all worlds, and others are made from its layer", async () => {
  const { worlds, call } = withWorlds("alpha");
  await call("ping", { key });
  await call("ping", { key, world: "alpha" });
  expect(worlds.used().flatMap(({ journal }) => journal.list())).toHaveLength(2);
  worlds.reset("default");
  worlds.restart(applyToLayer(worlds.layerOf(), { settings: { errorBody: "empty" } }, 0));
  expect([worlds.find("alpha"), worlds.used()]).toEqual([undefined, []]);
  worlds.create("beta");
  const forms = ["default", "beta"].map((name) => worlds.get(name).settings.errorBody);
  expect(forms).toEqual(["empty", "empty"]);
  expect(worlds.default.journal.list()).toEqual([]);
  expect(() => worlds.restore("default")).toThrow("there is nothing to undo");
});

describe("a world", () => {
  test("responds under its prefix as the default world does without one", async () => {
    const { call } = withWorlds("alpha");
    for (const name of ["ping", "products", "orders"] as const) {
      const { id: _id, ...plain } = await call(name, { key });
      for (const world of ["alpha", "default"]) {
        const { id: _other, ...answer } = await call(name, { key, world });
        expect(answer).toEqual(plain);
      }
    }
  });

  test("is matched as exactly as a path: nothing else responds under its prefix", async () => {
    const { call } = withWorlds("alpha");
    const path = "/api/v1/integration/ping";
    for (const [target, status] of [
      [`/w/alpha${path}`, 200],
      [`/w/alpha/${path}`, 404],
      [`/w/alpha${path}/`, 404],
      [`/w//alpha${path}`, 404],
      [`/w/${path}`, 404],
      [`/W/alpha${path}`, 404],
      [`/w/ALPHA${path}`, 404],
      [`/w/%61lpha${path}`, 404],
      [`/w/alph${path}`, 404],
      [`/w/alpha/w/alpha${path}`, 404],
      [`/w${path}`, 404],
      ["/w/alpha", 404],
      ["/w/alpha/", 404],
      ["/w/", 404],
      ["/w", 404],
    ] as const) {
      expect([target, (await call(target, { key })).status]).toEqual([target, status]);
    }
  });

  test("that is unknown gets 404 route_not_found, with any key, and the log says why", async () => {
    const { call, records } = withWorlds("alpha");
    const { id, status, text } = await call("ping", { key, world: "beta" });
    expect(status).toBe(404);
    expect(text).toBe(errorText("route_not_found", "There is no endpoint at this path.", id));
    expect(records.map(({ why, path, endpoint }) => [why, path, endpoint])).toEqual([
      [
        "there is no world called beta; create it, or check the name",
        "/w/beta/api/v1/integration/ping",
        undefined,
      ],
    ]);
  });

  test("is named in the record and in the reasons, its path without the prefix", async () => {
    const { call, records } = withWorlds("alpha");
    await call("checkout-links", { key, world: "alpha", body: bodyFor(IDS.unknown) });
    await call("ping", { key: "unknown-key", world: "alpha" });
    expect(records.map(({ world, path, why }) => [world, path, why])).toEqual([
      [
        "alpha",
        "/api/v1/integration/checkout-links",
        `world alpha has no product with the id ${IDS.unknown}; use an id that GET /products lists`,
      ],
      [
        "alpha",
        "/api/v1/integration/ping",
        "key unkn…ey is not a key of world alpha; use one of its keys or add it to the seeds",
      ],
    ]);
  });

  test("has its own buckets, full from its start", async () => {
    const { call, worlds } = withWorlds("alpha");
    const ping = async (world: string) =>
      (await call("ping", { key: "mst_acme_once", world })).status;
    expect([await ping("alpha"), await ping("alpha"), await ping("default")]).toEqual([
      200, 429, 200,
    ]);
    worlds.create("beta");
    expect([await ping("beta"), await ping("beta"), await ping("alpha")]).toEqual([200, 429, 429]);
  });

  test("starts a clock that is set when it is made", async () => {
    const seeds = `
merchants: [{ slug: acme }]
keys: [{ key: ${key}, merchant: acme, expiresAt: "2030-01-01T00:01:00Z" }]
settings: { clock: { now: "2030-01-01T00:00:00Z" } }
`;
    const { call, worlds, pass } = sandbox({ seeds });
    pass(60);
    worlds.create("late");
    expect((await call("ping", { key })).status).toBe(401);
    expect((await call("ping", { key, world: "late" })).status).toBe(200);
  });
});

describe("worlds", () => {
  test("are listed by their names, the default one first", () => {
    const { worlds } = withWorlds("beta", "alpha");
    expect([worlds.names(), worlds.size]).toEqual([["default", "beta", "alpha"], 3]);
    expect(worlds.find("alpha")?.name).toBe("alpha");
    expect(worlds.find("gamma")).toBeUndefined();
    expect(worlds.find("default")).toBe(worlds.default);
  });

  test("are counted as they are listed, also if a new scenario has the name of one", () => {
    const made = withWorlds("beta", "alpha");
    made.reload(loadTexts(SEEDS, { beta: "{}", gamma: "{}" }));
    expect(made.worlds.names()).toEqual(["default", "beta", "gamma", "alpha"]);
    expect(made.worlds.size).toBe(4);
  });

  test("are searched for the right spelling, except those of tests if there are many", () => {
    const { worlds } = withWorlds("alpha");
    expect(() => worlds.get("alpah")).toThrow("Did you mean `alpha`?");
    for (let n = 1; n <= 100; n++) worlds.create(`w${n}`);
    expect(worlds.likelyNames()).toEqual(["default"]);
    expect(() => worlds.get("defualt")).toThrow("Did you mean `default`?");
  });

  test.each(["", "A", "-a", ".", "..", "a/b", "a b", "a\n", "ä", "a%20", "a".repeat(65)])(
    "are not called %j",
    (name) => {
      const { worlds } = sandbox();
      expect(() => worlds.create(name)).toThrow("A world's name must have 1 to 64 characters");
      expect(worlds.size).toBe(1);
    },
  );

  test.each(["a", "0", "rate-limited", "w1.2_3", "a".repeat(64)])(
    "are called %s, and found by it",
    async (name) => {
      expect((await withWorlds(name).call("ping", { key, world: name })).status).toBe(200);
    },
  );

  test("are not made twice", () => {
    const { worlds } = withWorlds("alpha");
    for (const name of ["alpha", "default"]) {
      expect(() => worlds.create(name)).toThrow(
        new RangeError(`The world ${name} already exists. Use another name.`),
      );
    }
  });

  test("are adopted by their names: next to the others, in the place of another, or of a scenario's", () => {
    const { worlds } = sandbox({ scenarios: { sale: "settings: { listOrder: oldest }" } });
    const { layer } = worlds.default;
    const adopt = (name: string) => {
      const world = createWorld(name, layer, worlds.now);
      worlds.adopt(world);
      return world;
    };
    const adopted = ["default", "sale", "alpha", "alpha"].map(adopt);
    expect(worlds.names()).toEqual(["default", "sale", "alpha"]);
    expect(worlds.size).toBe(3);
    const found = worlds.names().map((name) => worlds.get(name));
    expect(found.every((world, n) => world === [adopted[0], adopted[1], adopted[3]][n])).toBe(true);
    expect(() => worlds.drop("sale")).toThrow("The world sale cannot be deleted.");
    expect(worlds.reset("sale")).not.toBe(worlds.reset("sale"));
    worlds.drop("alpha");
    expect(() => adopt("Alpha")).toThrow("A world's name must have 1 to 64 characters");
  });

  test("are found at the advertised addresses under their prefix", () => {
    const { addressesOf, worlds } = withWorlds("alpha");
    expect(addressesOf(worlds.default)).toEqual({
      baseUrl: "http://127.0.0.1:4700",
      hostedUrl: "http://127.0.0.1:4701",
    });
    expect(addressesOf(worlds.find("alpha") ?? worlds.default)).toEqual({
      baseUrl: "http://127.0.0.1:4700/w/alpha",
      hostedUrl: "http://127.0.0.1:4701/w/alpha",
    });
  });
});
