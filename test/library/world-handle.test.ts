// A world as a test holds it, in its own process and over HTTP. Each method does what the control API does: one script,
// run through all of them, leaves the same world and the same responses.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  type ConnectedSandbox,
  connectSandbox,
  type RemoteWorldHandle,
} from "../../src/client/index.ts";
import { type RunningSandbox, startSandbox, type WorldHandle } from "../../src/index.ts";
import { createSandbox, type Sandbox } from "../../src/library/library.ts";
import { EMBEDDED } from "../../src/seeds/embedded.ts";
import { InvalidChangeError } from "../../src/world/invalid-change.ts";
import { InvalidInputError } from "../../src/world/invalid-input.ts";
import { WorldError } from "../../src/world/world-error.ts";
import { askControl, CONTROL, startingWith } from "../control/ask.ts";
import { readDescribed } from "../support/described.ts";
import { IDS, loadTexts, NOW, requestOf, SEEDS } from "../support/sandbox.ts";

const key = "mst_acme_full";
const NEW_KEY = { key: "mst_made_here", merchant: "globex", expiresAt: "now+1h" };
const NEW_PRODUCT = { publicCode: "NEW-1", merchant: "globex", currency: "JPY" };
const NEW_ORDER = { product: "NEW-1", amountMinor: "7", ref: "of-mine" };
const FAULTS = [{ endpoint: "orders", key, after: 1, respond: 503 }] as const;
const RATE_LIMIT = { capacity: 2, refillPerSecond: 0.5 };

type AnyHandle = WorldHandle | RemoteWorldHandle;

/** What a test has its worlds from: a sandbox of its own process, or a connection to one. */
type Source = Pick<Sandbox, "world" | "handle"> | ConnectedSandbox;

const SOURCES: readonly [name: string, of: (sandbox: Sandbox) => Source | Promise<Source>][] = [
  ["in its own process", (sandbox) => sandbox],
  ["over HTTP", ({ hosted }) => connectSandbox(CONTROL, { fetch: hosted.fetch })],
];

const each = describe.each(SOURCES);

/** One thing that is done to a world, in both ways. */
type Step = readonly [
  by: (world: AnyHandle) => unknown,
  method: string,
  path: string,
  body?: unknown,
];

const STEPS: Readonly<Record<string, Step>> = {
  "clock.set": [({ clock }) => clock.set({ now: "now+1d" }), "PUT", "/clock", { now: "now+1d" }],
  "clock.freeze": [({ clock }) => clock.freeze(), "PUT", "/clock", { frozen: true }],
  "clock.advance": [({ clock }) => clock.advance("91d"), "POST", "/clock/advance", { by: "91d" }],
  "clock.run": [({ clock }) => clock.run(), "PUT", "/clock", { frozen: false }],
  "keys.create": [({ keys }) => keys.create(NEW_KEY), "POST", "/keys", NEW_KEY],
  "keys.revoke": [({ keys }) => keys.revoke(key), "POST", `/keys/${key}/revoke`],
  "products.add": [({ products }) => products.add(NEW_PRODUCT), "POST", "/products", NEW_PRODUCT],
  "products.change": [
    ({ products }) => products.change(IDS.atlas, { status: "DRAFT", currency: "USD" }),
    "PATCH",
    `/products/${IDS.atlas}`,
    { status: "DRAFT", currency: "USD" },
  ],
  "orders.add": [({ orders }) => orders.add(NEW_ORDER), "POST", "/orders", NEW_ORDER],
  "orders.change": [
    ({ orders }) => orders.change(IDS.firstOrder, { refundedMinor: "1" }),
    "PATCH",
    `/orders/${IDS.firstOrder}`,
    { refundedMinor: "1" },
  ],
  "faults.set": [({ faults }) => faults.set(FAULTS), "PUT", "/faults", FAULTS],
  limit: [
    ({ limit }) => limit({ key: NEW_KEY.key, rateLimit: RATE_LIMIT, tokens: 1 }),
    "PUT",
    "/rate-limit",
    { key: NEW_KEY.key, rateLimit: RATE_LIMIT, tokens: 1 },
  ],
};

const PRODUCT = `/products/${IDS.atlas}`;
const ORDER = `/orders/${IDS.firstOrder}`;

/** A method as plain JavaScript sees it, which no type keeps from anything. */
function loosely(method: (...given: never[]) => unknown): (given: unknown) => unknown {
  return (given) => Reflect.apply(method, undefined, [given]);
}

/** A step that is refused: the same is given to both. */
function wrong(
  by: (world: AnyHandle, sent: never) => unknown,
  method: string,
  path: string,
  body: unknown,
): Step {
  return [(world) => Reflect.apply(by, undefined, [world, body]), method, path, body];
}

/** What a call throws, which must be of input that it does not take. */
async function refusalOf(call: () => unknown): Promise<InvalidInputError> {
  const error = await Promise.try(call).catch((thrown: unknown) => thrown);
  if (error instanceof InvalidInputError) return error;
  throw new Error(`not refused: ${error}`);
}

const bucketsOf = async (sandbox: Sandbox) =>
  (await askControl(sandbox, "GET", "/worlds/mine/rate-limit")).body;

const create = () => createSandbox({ seeds: loadTexts(SEEDS), systemTime: () => NOW });

/** What a client is answered in a world, by every key. */
async function answersOf({ api, worlds }: Sandbox, world: string): Promise<string[]> {
  const responses: string[] = [];
  for (const { key: asked } of worlds.get(world).state.keys.values()) {
    for (const endpoint of ["ping", "products", "orders", "orders"] as const) {
      const request = requestOf(endpoint, { key: asked, world });
      const response = await api.fetch(request);
      const id = response.headers.get("x-request-id") ?? "";
      const text = await readDescribed(worlds, request, response);
      responses.push(`${asked} ${response.status} ${text?.replaceAll(id, "")}`);
    }
  }
  return responses;
}

each("a handle %s does what the control API does", (_name, connect) => {
  test("if it lists merchants, keys, products and orders", async () => {
    const sandbox = create();
    const { merchants, keys, products, orders } = await (await connect(sandbox)).world({
      name: "mine",
    });
    const asked = async (list: string) =>
      (await askControl(sandbox, "GET", `/worlds/mine/${list}`)).body;
    expect(await merchants.list()).toEqual(Object(await asked("merchants")));
    expect(await keys.list()).toEqual(Object(await asked("keys")));
    expect(await products.list()).toEqual(Object(await asked("products")));
    expect(await orders.list()).toEqual(Object(await asked("orders")));
    expect(await keys.list({ status: "revoked" })).toEqual(
      Object(await asked("keys?status=revoked")),
    );
    expect(
      (await products.list({ merchant: "globex" })).map(({ publicCode }) => publicCode),
    ).toEqual(["GLOBE-1"]);
    expect((await orders.list({ product: "DRAFT-1" })).map(({ id }) => id)).toEqual([
      IDS.lastOrder,
    ]);
    const { issues } = await refusalOf(() => loosely(orders.list)({ colour: 1 }));
    expect(issues.map(({ path }) => path)).toEqual(["/colour"]);
  });

  test("step by step", async () => {
    const sandbox = create();
    const held = await (await connect(sandbox)).world({ name: "held" });
    await askControl(sandbox, "POST", "/worlds", { name: "asked" });
    const snapshots = new Set<string>();
    for (const [name, [by, method, path, body]] of Object.entries(STEPS)) {
      const returned = await by(held);
      const { status, body: response } = await askControl(
        sandbox,
        method,
        `/worlds/asked${path}`,
        body,
      );
      expect([name, status < 300, returned]).toEqual([name, true, response]);
      const asked = await sandbox.handle("asked").snapshot();
      expect([name, await held.snapshot()]).toEqual([name, asked.replace("asked", "held")]);
      expect(await answersOf(sandbox, "held")).toEqual(await answersOf(sandbox, "asked"));
      snapshots.add(asked);
    }
    expect(snapshots.size).toBe(Object.keys(STEPS).length);
  });

  test("and a snapshot has the state at its request", async () => {
    const world = await (await connect(create())).world({ name: "mine" });
    await world.clock.freeze();
    const before = await world.snapshot();
    const asked = world.snapshot();
    await world.clock.advance("10d");
    await world.keys.revoke(key);
    expect(await asked).toBe(before);
    expect(await world.snapshot()).not.toBe(before);
  });

  test("and reads what it reads", async () => {
    const sandbox = create();
    const world = await (await connect(sandbox)).world({ name: "mine" });
    await world.faults.set(FAULTS);
    await answersOf(sandbox, "mine");
    const read = async (path: string) =>
      Object((await askControl(sandbox, "GET", `/worlds/mine${path}`)).body);
    const { now, frozen } = await read("/clock");
    expect(await world.clock.get()).toEqual({ now, frozen });
    expect(await world.clock.now()).toBe(Date.parse(now));
    expect(await world.faults.list()).toEqual(await read("/faults"));
    expect(await world.requests()).toEqual(await read("/requests"));
    expect(await world.requests({ status: 503 })).toEqual(await read("/requests?status=503"));
    expect(await world.requests({ status: 503 })).toHaveLength(1);
    const { name, baseUrl, hostedUrl, apiKey } = world;
    expect({ name, baseUrl, hostedUrl, apiKey }).toEqual({
      name: "mine",
      baseUrl: "http://127.0.0.1:4700/w/mine",
      hostedUrl: "http://127.0.0.1:4701/w/mine",
      apiKey: (await read("")).apiKey,
    });
    expect(await world.snapshot()).toBe(String(await read("/snapshot")));
  });

  test("and fails as it fails, by an error with a code or with diagnostics", async () => {
    const world = await (await connect(create())).world({ name: "mine" });
    const before = await world.snapshot();
    const failures: [code: string, () => unknown][] = [
      ["not-found", () => world.keys.revoke("mst_nobody")],
      ["not-found", () => world.keys.rotate("mst_nobody")],
      ["conflict", () => world.keys.create({ key, merchant: "acme" })],
      ["not-found", () => world.products.change(IDS.unknown, {})],
      ["conflict", () => world.products.add({ ...NEW_PRODUCT, publicCode: "ATLAS-1" })],
      ["not-found", () => world.orders.change(IDS.unknown, {})],
      ["conflict", () => world.orders.add({ ...NEW_ORDER, product: "ATLAS-1", id: IDS.lastOrder })],
      ["not-found", () => world.limit({ key: "mst_nobody", tokens: 0 })],
      ["bad-time", () => world.clock.set({ now: "2026-02-30T00:00:00Z" })],
      ["bad-time", () => world.clock.advance("999999w")],
    ];
    for (const [code, fail] of failures) {
      const error = await Promise.try(fail).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(WorldError);
      expect(error).toMatchObject({ code });
    }
    for (const fail of [
      () => world.keys.create({ merchant: "acm" }),
      () => world.orders.add(NEW_ORDER),
      () => world.orders.change(IDS.firstOrder, { createdAt: "2026-02-30T00:00:00Z" }),
      () => world.faults.set([{ key: "mst_nobody", respond: 500 }]),
      () => world.faults.set([{}]),
      async () => loosely(world.change)({ colours: [] }),
      () => world.change({ settings: { clock: { frozen: true } } }),
    ]) {
      const error = await fail().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(InvalidChangeError);
      expect(error).toMatchObject({ diagnostics: [{ severity: "error" }] });
    }
    expect(await world.snapshot()).toBe(before);
  });
});

each("a handle %s refuses what the control API refuses, in the same words", (_name, connect) => {
  // What a test in plain JavaScript may give: its path over HTTP, and its body.
  const WRONG: readonly Step[] = [
    wrong((world, sent) => world.limit(sent), "PUT", "/rate-limit", { tokens: -5 }),
    wrong((world, sent) => world.limit(sent), "PUT", "/rate-limit", { tokens: "5" }),
    wrong((world, sent) => world.limit(sent), "PUT", "/rate-limit", { kee: key, tokens: 0 }),
    wrong((world, sent) => world.limit(sent), "PUT", "/rate-limit", []),
    wrong((world, sent) => world.products.change(IDS.atlas, sent), "PATCH", PRODUCT, {
      merchant: "globex",
    }),
    wrong((world, sent) => world.products.change(IDS.atlas, sent), "PATCH", PRODUCT, {
      remove: true,
    }),
    wrong((world, sent) => world.products.add(sent), "POST", "/products", { publicCode: 5 }),
    wrong((world, sent) => world.orders.add(sent), "POST", "/orders", { product: "ATLAS-1" }),
    wrong((world, sent) => world.orders.change(IDS.firstOrder, sent), "PATCH", ORDER, {
      createdAt: "soon",
    }),
    wrong((world, sent) => world.faults.set(sent), "PUT", "/faults", null),
    wrong((world, sent) => world.faults.set(sent), "PUT", "/faults", [{ respond: 200 }]),
    wrong((world, sent) => world.clock.set(sent), "PUT", "/clock", { frozen: "no" }),
    wrong((world, sent) => world.clock.set(sent), "PUT", "/clock", { nou: "now" }),
    wrong((world, sent) => world.clock.set(sent), "PUT", "/clock", { now: "yesterday" }),
    wrong((world, sent) => world.clock.advance(Object(sent).by), "POST", "/clock/advance", {
      by: "-1d",
    }),
    wrong((world, sent) => world.keys.create(sent), "POST", "/keys", null),
    wrong((world, sent) => world.keys.create(sent), "POST", "/keys", { merchant: 5, scope: [] }),
  ];

  test("in each of its methods, and changes nothing", async () => {
    const sandbox = create();
    const world = await (await connect(sandbox)).world({ name: "mine" });
    const before = [await world.snapshot(), await world.faults.list(), await bucketsOf(sandbox)];
    for (const [by, method, path, body] of WRONG) {
      const { issues } = await refusalOf(() => by(world));
      const sent = body === null ? "null" : body;
      const response = await askControl(sandbox, method, `/worlds/mine${path}`, sent);
      expect([path, body, response]).toMatchObject([
        path,
        body,
        { status: 422, body: { errors: issues } },
      ]);
      expect(issues.length).toBeGreaterThan(0);
    }
    const after = [await world.snapshot(), await world.faults.list(), await bucketsOf(sandbox)];
    expect(after).toEqual(before);
  });

  test("in the filter of its requests", async () => {
    const { requests } = await (await connect(create())).world();
    for (const [filter, path, message] of [
      [{ statuss: 401 }, "statuss", "unknown field. Did you mean `status`?"],
      [{ status: "4x" }, "status", "must be a status such as 401, 4xx or dropped"],
      [{ status: 4.5 }, "status", "must be a status such as 401, 4xx or dropped"],
      [{ status: 600 }, "status", "must be a status such as 401, 4xx or dropped"],
      [{ endpoint: "order" }, "endpoint", "must be one of ping, products, orders, checkout-links"],
      [null, "", "must be an object"],
    ] as const) {
      const { issues } = await refusalOf(() => loosely(requests)(filter));
      expect(issues).toEqual([{ path: path && `/${path}`, message: startingWith(message) }]);
    }
    expect(await loosely(requests)({ status: undefined, since: undefined })).toEqual([]);
  });

  test("if a world is created", async () => {
    const sandbox = create();
    const names = sandbox.worlds.names();
    for (const [wanted, path, message] of [
      [{ scenaro: "flaky" }, "scenaro", "unknown field. Did you mean `scenario`?"],
      [{ name: 5 }, "name", "must be text"],
      [{ seeds: [] }, "seeds", "must be an object, not a list"],
      [
        { seeds: "keys" },
        "seeds",
        "must be an object with merchants, keys, products, orders, faults or settings",
      ],
      [null, "", "must be an object"],
    ] as const) {
      const { issues } = await refusalOf(() => loosely(sandbox.world)(wanted));
      expect(issues).toEqual([{ path: path && `/${path}`, message: startingWith(message) }]);
      const response = await askControl(sandbox, "POST", "/worlds", wanted ?? "null");
      expect(response).toMatchObject({ status: 422, body: { errors: issues } });
    }
    const bad = () => loosely(sandbox.worlds.create)(5);
    expect(bad).toThrow("A world's name must have 1 to 64 characters");
    expect(sandbox.worlds.names()).toEqual(names);
    const made = await (await connect(sandbox)).world({
      name: undefined,
      scenario: undefined,
      seeds: undefined,
    });
    expect(made.name).toBe("w1");
  });

  test("if a name is not a text", async () => {
    const { handle, world } = create();
    const { keys, products, orders } = await world();
    for (const use of [
      () => loosely(handle)(5),
      () => loosely(keys.rotate)(5),
      () => loosely(keys.revoke)(undefined),
      () => loosely(products.change)({}),
      () => loosely(orders.change)(null),
    ]) {
      expect((await refusalOf(use)).issues).toEqual([
        { path: "", message: startingWith("must be text") },
      ]);
    }
  });

  test("if JSON does not support a value", async () => {
    const world = await (await connect(create())).world();
    const circle: Record<string, unknown> = {};
    Object.assign(circle, { a: circle, b: circle });
    const before = await world.snapshot();
    for (const [overlay, path, message] of [
      [
        { orders: [{ product: "ATLAS-1", amountMinor: 1n }] },
        "/orders/0/amountMinor",
        "is a bigint, which JSON does not support; send it as a string",
      ],
      [
        { settings: { listOrder: () => "oldest" } },
        "/settings/listOrder",
        "is a function, which JSON does not support; leave it out",
      ],
      [
        { settings: { rateLimit: Symbol("off") } },
        "/settings/rateLimit",
        "is a symbol, which JSON does not support; leave it out",
      ],
      [
        { settings: { rateLimit: { capacity: Number.NaN } } },
        "/settings/rateLimit/capacity",
        "is NaN, which JSON does not support; use a finite number",
      ],
      [circle, "/a".repeat(101), "has more than 100 levels, or contains itself"],
      [[], "", "must be an object, not a list"],
      [
        undefined,
        "",
        "must be an object with merchants, keys, products, orders, faults or settings",
      ],
    ] as const) {
      const { issues } = await refusalOf(() => loosely(world.change)(overlay));
      expect(issues).toEqual([{ path, message: startingWith(message) }]);
    }
    expect(await world.snapshot()).toBe(before);
    const change = loosely(world.change);
    await change({ settings: { listOrder: "oldest", clock: undefined } });
    await change({ keys: [{ key, expiresAt: new Date(NOW + 1) }] });
    expect((await world.snapshot()).match(/listOrder: oldest|expiresAt: .*\.001Z/g)).toHaveLength(
      2,
    );
  });

  test("and its message says what is wrong and where", async () => {
    const { limit } = await (await connect(create())).world();
    const { message, name, part } = await refusalOf(() => loosely(limit)({ kee: 1, tokens: -1 }));
    expect([name, part, message]).toEqual([
      "InvalidInputError",
      "argument",
      "Invalid argument:\n" +
        "  /tokens: must be a number of tokens, 0 or more, received -1\n" +
        "  /kee: unknown field. Did you mean `key`?",
    ]);
  });
});

each("a handle %s", (_name, connect) => {
  test("rotates a key, and returns the one that works", async () => {
    const sandbox = create();
    const world = await (await connect(sandbox)).world({
      seeds: { keys: [{ key: "mst_acme_expiring", remove: true }] },
    });
    const fresh = await world.keys.rotate(key);
    expect(fresh).toMatchObject({ status: "active", merchant: "acme" });
    const ping = async (asked: string) =>
      (await sandbox.api.fetch(requestOf("ping", { key: asked, world: world.name }))).status;
    expect([await ping(key), await ping(fresh.key)]).toEqual([401, 200]);
  });

  test("shows in reasons where an entry is written, or that a test has changed or created it", async () => {
    const sandbox = create();
    const world = await (await connect(sandbox)).handle("default");
    await world.keys.revoke(key);
    await world.keys.revoke(key);
    await world.keys.create({ ...NEW_KEY, status: "revoked" });
    for (const asked of [key, NEW_KEY.key])
      await sandbox.api.fetch(requestOf("ping", { key: asked }));
    expect((await world.requests()).map(({ why }) => /\((.*)\)/.exec(why ?? "")?.[1])).toEqual([
      expect.stringMatching(/^seeds\.yaml:\d+, changed by a test$/),
      "made by a test",
    ]);
  });

  test("finds its world again after a reset, and none once it is dropped", async () => {
    const sandbox = create();
    const world = await (await connect(sandbox)).world({ name: "mine" });
    const before = await world.snapshot();
    await world.keys.revoke(key);
    await world.clock.advance("1d");
    expect(world.apiKey).toBe(key);
    await world.reset();
    expect([world.apiKey, world.merchantId]).toEqual([key, IDS.acme]);
    expect(await world.snapshot()).toBe(before);
    await world.drop();
    expect(sandbox.worlds.find("mine")).toBeUndefined();
    for (const use of [
      () => world.clock.now(),
      () => world.reset(),
      () => world.keys.revoke(key),
      world.drop,
    ]) {
      await expect(Promise.try(use)).rejects.toThrow(
        'There is no world called "mine". Create it, or check the name.',
      );
    }
  });

  test("changes anything that a scenario could, except the clock", async () => {
    const sandbox = create();
    const world = await (await connect(sandbox)).world({ name: "mine" });
    await world.change({
      settings: { errorBody: "empty", unknownQuery: "reject" },
      merchants: [{ slug: "closed", sandboxAccess: true }],
      products: [{ publicCode: "DRAFT-1", remove: true }],
    });
    const ask = (...given: Parameters<typeof requestOf>) => sandbox.api.fetch(requestOf(...given));
    const closed = await ask("ping", { key: "mst_closed_full", world: "mine" });
    const query = await ask("ping", { key, world: "mine", query: "a=1" });
    const orders = await ask("orders", { key, world: "mine" });
    expect([closed.status, query.status, await query.text()]).toEqual([200, 400, ""]);
    expect(await orders.json()).toMatchObject([{ id: IDS.firstOrder }]);
  });

  test("of a scenario and of the default world is there from the start", async () => {
    const seeds = { seeds: EMBEDDED, diagnostics: [] };
    const sandbox = createSandbox({ seeds, systemTime: () => NOW });
    const { handle } = await connect(sandbox);
    const world = await handle("default");
    expect(world.baseUrl).toBe("http://127.0.0.1:4700");
    expect((await handle("revoked-key")).name).toBe("revoked-key");
    await expect(Promise.try(world.drop)).rejects.toThrow("It comes from the seeds. Reset it");
    expect(sandbox.worlds.find("default")).toBeDefined();
  });
});

describe("a change that is under way while its world is reset", () => {
  const CHANGES = Object.entries(STEPS).filter(([name]) =>
    ["keys.create", "keys.revoke", "products.change", "orders.change", "faults.set"].includes(name),
  );
  // Why: more turns than a change takes, so that the reset comes at each moment of it.
  const TURNS = Array.from({ length: 60 }, (_, turn) => turn);

  test.each(CHANGES)("is not lost: %s", async (_name, [by, method, path, body]) => {
    const sandbox = create();
    const world = await sandbox.world({ name: "mine" });
    const before = await world.snapshot();
    const read = async () => [await world.snapshot(), world.faults.list()];
    await by(world);
    const changed = await read();
    const found = new Set<string>();
    for (const ways of [
      () => by(world),
      () => askControl(sandbox, method, `/worlds/mine${path}`, body),
    ]) {
      for (const turn of TURNS) {
        world.reset();
        const { state } = sandbox.worlds.get("mine");
        const change = Promise.resolve(ways());
        for (let n = 0; n < turn; n++) await Promise.resolve();
        const came = sandbox.worlds.get("mine").state !== state;
        world.reset();
        await change;
        expect([turn, await read()]).toEqual([turn, came ? [before, []] : changed]);
        found.add(`${came}`);
      }
    }
    expect(found).toEqual(new Set(["true", "false"]));
  });
});

describe("startSandbox", () => {
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, systemTime: () => NOW });
  });
  afterAll(() => sandbox.close());

  const ping = async (baseUrl: string, asked: string) =>
    (
      await fetch(`${baseUrl}/api/v1/integration/ping`, {
        headers: { Authorization: `Bearer ${asked}` },
      })
    ).status;

  test("is itself the handle of the default world", async () => {
    const { baseUrl, apiKey } = sandbox;
    expect(await ping(baseUrl, apiKey)).toBe(200);
    await sandbox.keys.revoke(apiKey);
    expect(await ping(baseUrl, apiKey)).toBe(401);
    expect(sandbox.requests({ status: 401 })).toMatchObject([{ endpoint: "ping", status: 401 }]);
    expect(sandbox.apiKey).toBe(apiKey);
    sandbox.reset();
    expect([sandbox.apiKey, await ping(baseUrl, apiKey)]).toEqual([apiKey, 200]);
    expect(sandbox.requests({ status: 401 })).toEqual([]);
  });

  test("makes worlds for tests, over a scenario, an overlay, both or neither", async () => {
    const [plain, revoked, both] = await Promise.all([
      sandbox.world(),
      sandbox.world({ scenario: "revoked-key" }),
      sandbox.world({
        scenario: "revoked-key",
        seeds: { keys: [{ key: sandbox.apiKey, status: "active" }] },
      }),
    ]);
    expect(new Set([plain, revoked, both].map(({ name }) => name)).size).toBe(3);
    const statuses = [plain, revoked, both].map(({ baseUrl }) => ping(baseUrl, sandbox.apiKey));
    expect(await Promise.all(statuses)).toEqual([200, 401, 200]);
    plain.clock.advance("9000d");
    expect(sandbox.clock.now()).toBe(NOW);
    for (const world of [plain, revoked, both]) world.drop();
  });

  test("rejects what can't be made", async () => {
    const codes = await Promise.all(
      [{ name: "default" }, { name: "A" }, { scenario: "revokd-key" }].map((wanted) =>
        sandbox.world(wanted).catch((error: unknown) => Object(error).code),
      ),
    );
    expect(codes).toEqual(["conflict", "bad-name", "not-found"]);
    const wrong = loosely(sandbox.world)({ seeds: { keys: [{ key: 1 }] } });
    await expect(wrong).rejects.toBeInstanceOf(InvalidChangeError);
  });
});
