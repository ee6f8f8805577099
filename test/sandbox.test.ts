// One sandbox, its worlds by scenario, and what happens to them when other seeds are served.
import { describe, expect, spyOn, test } from "bun:test";
import { InvalidSeedsError } from "../src/seeds/diagnostics/invalid-seeds-error.ts";
import { bodyFor, IDS, loadTexts, NOW, requestOf, SEEDS, sandbox } from "./support/sandbox.ts";

const key = "mst_acme_full";
const REVOKED = "keys: [{ key: mst_acme_full, status: revoked }]";
const EMPTY = "products: [{ publicCode: ATLAS-1, remove: true }]";

/** The same seeds with another version of the first product. */
const EDITED = SEEDS.replace("version: 4", "version: 5");

async function versionIn({ call }: ReturnType<typeof sandbox>, world?: string) {
  const { text } = await call("products", { key, ...(world !== undefined && { world }) });
  return JSON.parse(text)[0]?.version;
}

async function healthOf({ hosted }: ReturnType<typeof sandbox>) {
  const response = await hosted.fetch(new Request("http://sandbox.test/_sandbox/health"));
  const { worlds, seeds } = JSON.parse(await response.text());
  return { worlds, ...seeds };
}

describe("a scenario", () => {
  test("is a world with its own name from the start", async () => {
    const made = sandbox({ scenarios: { revoked: REVOKED, empty: EMPTY } });
    expect(made.worlds.names()).toEqual(["default", "revoked", "empty"]);
    expect((await made.call("ping", { key, world: "revoked" })).status).toBe(401);
    expect((await made.call("ping", { key, world: "empty" })).status).toBe(200);
    expect((await made.call("ping", { key })).status).toBe(200);
    expect(made.worlds.names()).toEqual(["default", "revoked", "empty"]);
  });

  test("is applied to the default world on request, and is still a world", async () => {
    const made = sandbox({ scenarios: { revoked: REVOKED }, scenario: "revoked" });
    expect((await made.call("ping", { key })).status).toBe(401);
    expect((await made.call("ping", { key, world: "revoked" })).status).toBe(401);
  });

  test("can be what a world is made from", async () => {
    const made = sandbox({ scenarios: { revoked: REVOKED } });
    made.worlds.create("mine", made.worlds.layerOf("revoked"));
    expect((await made.call("ping", { key, world: "mine" })).status).toBe(401);
  });

  test("that is unknown is named, with the nearest right spelling", () => {
    const scenarios = { revoked: REVOKED };
    const message = 'There is no scenario called "revokd". Did you mean `revoked`?';
    expect(() => sandbox({ scenarios, scenario: "revokd" })).toThrow(message);
    expect(() => sandbox({ scenarios }).worlds.layerOf("revokd")).toThrow(message);
  });

  test("gives its name to no second world", () => {
    const made = sandbox({ scenarios: { revoked: REVOKED } });
    expect(() => made.worlds.create("revoked")).toThrow(
      "The world revoked already exists. Use another name.",
    );
  });
});

test("relative times count from the start of their world, whenever the seeds were loaded", async () => {
  const hour = 3_600_000;
  const made = sandbox({ now: NOW + hour, loadedAt: NOW - hour });
  const { loadedAt } = await healthOf(made);
  expect(loadedAt).toBe("2026-10-17T08:00:00.000Z");
  const [order] = JSON.parse((await made.call("orders", { key })).text);
  expect(order.createdAt).toBe("2026-10-16T10:00:00.000Z");
  expect(made.worlds.default.clock.now()).toBe(NOW + hour);
});

describe("reload", () => {
  test("restarts the default world and those of scenarios, and leaves those that tests made", async () => {
    const made = sandbox({ scenarios: { revoked: REVOKED } });
    made.worlds.create("mine");
    made.worlds.create("over", made.worlds.layerOf("revoked"));
    expect(await versionIn(made)).toBe(4);

    made.reload(loadTexts(EDITED, { empty: EMPTY }));
    expect(await versionIn(made)).toBe(5);
    expect(await versionIn(made, "mine")).toBe(4);
    expect((await made.call("ping", { key, world: "over" })).status).toBe(401);
    expect((await made.call("ping", { key, world: "revoked" })).status).toBe(404);
    expect((await made.call("ping", { key, world: "empty" })).status).toBe(200);
    expect(made.worlds.names()).toEqual(["default", "empty", "mine", "over"]);
  });

  test("that changes nothing of what is served touches no world", async () => {
    const made = sandbox({ scenarios: { revoked: REVOKED } });
    const worlds = () => ["default", "revoked"].map((name) => made.worlds.get(name));
    const before = worlds();
    made.worlds.default.clock.advance(3_600_000);
    const moved = `# A comment.\n${SEEDS.replace("rateLimit: off", 'rateLimit: "off"')}`;
    made.reload(loadTexts(moved, { revoked: `# Another.\n${REVOKED}` }));
    expect(worlds().map((world, n) => world === before[n])).toEqual([true, true]);
    expect(made.worlds.default.clock.now()).toBe(NOW + 3_600_000);
    expect((await healthOf(made)).revision).toBe(2);
  });

  test("restarts only the worlds whose seeds changed, and those of removed scenarios", () => {
    const made = sandbox({ scenarios: { revoked: REVOKED, gone: REVOKED, other: EMPTY } });
    const names = ["default", "revoked", "other", "gone"];
    const before = names.map((name) => made.worlds.get(name));
    made.reload(loadTexts(SEEDS, { revoked: EMPTY, other: EMPTY }));
    const kept = names.filter((name, n) => made.worlds.find(name) === before[n]);
    expect(kept).toEqual(["default", "other"]);
    expect(made.worlds.find("gone")).toBeUndefined();
  });

  test("fills the buckets and starts the clock of the default world as the seeds say", async () => {
    const made = sandbox();
    const once = { key: "mst_acme_once" };
    expect((await made.call("ping", once)).status).toBe(200);
    expect((await made.call("ping", once)).status).toBe(429);
    const frozen = SEEDS.replace("rateLimit: off", "clock: { now: now-1d, frozen: true }");
    made.reload(loadTexts(frozen));
    expect((await made.call("ping", once)).status).toBe(200);
    expect(made.worlds.default.clock.now()).toBe(NOW - 86_400_000);
  });

  test("completes a request in flight in the world that it began in", async () => {
    const made = sandbox();
    const body = new TransformStream<Uint8Array, Uint8Array>();
    const writer = body.writable.getWriter();
    const response = made.api.fetch(requestOf("checkout-links", { key, body: body.readable }));
    made.reload(loadTexts(SEEDS.replace(`id: ${IDS.atlas}, `, "")));
    await writer.write(new TextEncoder().encode(bodyFor(IDS.atlas)));
    await writer.close();
    expect((await response).status).toBe(201);
    expect((await made.call("checkout-links", { key, body: bodyFor(IDS.atlas) })).status).toBe(404);
  });

  test("sends a delayed response when it is due", async () => {
    const made = sandbox({
      seeds: SEEDS.replace("settings:", "faults: [{ delay: 1d }]\nsettings:"),
    });
    const { faults } = made.worlds.default;
    const response = made.call("ping", { key });
    made.reload(loadTexts(SEEDS));
    expect(faults.holding).toBe(true);
    made.worlds.release();
    expect((await response).status).toBe(200);
    expect(faults.holding).toBe(false);
  });

  test("that fails changes nothing, and the health check reports it until one succeeds", async () => {
    const made = sandbox({ scenarios: { revoked: REVOKED } });
    const broken = loadTexts(SEEDS.replace("merchant: globex }", "merchant: nobody }"));
    expect(() => made.reload(broken)).toThrow(InvalidSeedsError);
    expect(await versionIn(made)).toBe(4);
    expect(await healthOf(made)).toMatchObject({
      worlds: 2,
      revision: 1,
      lastError: "seeds.yaml:16:39 unknown-reference",
    });
    made.reload(loadTexts(EDITED));
    expect(await healthOf(made)).toEqual({
      worlds: 1,
      revision: 2,
      loadedAt: new Date(NOW).toISOString(),
      lastError: null,
    });
  });

  test("fails if the scenario of the default world was removed", async () => {
    const made = sandbox({ scenarios: { revoked: REVOKED }, scenario: "revoked" });
    const why = 'There is no scenario called "revoked". Known: none.';
    expect(() => made.reload(loadTexts(EDITED))).toThrow(why);
    expect((await healthOf(made)).lastError).toBe(why);
    expect((await made.call("ping", { key })).status).toBe(401);
  });

  test("keeps a world that a test created if a new scenario has the same name", async () => {
    const made = sandbox();
    made.worlds.create("revoked");
    made.reload(loadTexts(SEEDS, { revoked: REVOKED }));
    expect((await made.call("ping", { key, world: "revoked" })).status).toBe(200);
    expect(made.worlds.names()).toEqual(["default", "revoked"]);
    expect(made.worlds.size).toBe(2);
  });
});

test("an error of a request listener is uncaught, and changes neither response nor journal", async () => {
  const thrown = new Error("not as expected");
  const uncaught = spyOn(globalThis, "queueMicrotask").mockImplementation((callback) => {
    expect(callback).toThrow(thrown);
  });
  let reported = 0;
  const made = sandbox({
    onRequest: () => {
      reported++;
      throw thrown;
    },
  });
  expect((await made.call("ping", { key })).status).toBe(200);
  expect((await made.call("ping")).status).toBe(401);
  expect(uncaught).toHaveBeenCalledTimes(2);
  uncaught.mockRestore();
  expect(reported).toBe(2);
  expect(made.worlds.default.journal.list().map(({ status }) => status)).toEqual([200, 401]);
});

describe("HEAD of the hosted address", () => {
  const ask = (path: string, method: string) =>
    sandbox().hosted.fetch(new Request(`http://sandbox.test${path}`, { method }));

  test("has the headers of GET, the length too, and no body", async () => {
    const [head, got] = await Promise.all([ask("/p/ATLAS-1", "HEAD"), ask("/p/ATLAS-1", "GET")]);
    const bytes = await got.arrayBuffer();
    expect([...head.headers]).toEqual(
      [...got.headers, ["content-length", `${bytes.byteLength}`] as [string, string]].toSorted(
        ([a], [b]) => (a < b ? -1 : 1),
      ),
    );
    expect([head.status, head.body]).toEqual([200, null]);
  });

  test("ends at a stream, which has no length", async () => {
    const head = await ask("/_sandbox/worlds/default/requests/stream", "HEAD");
    expect([head.status, head.headers.get("Content-Length")]).toEqual([200, null]);
    expect(await head.text()).toBe("");
  });
});
