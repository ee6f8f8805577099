// What a directory keeps of a sandbox's worlds, and what it does with files that it cannot read.
import { describe, expect, test } from "bun:test";
import { keepFormSecret } from "../../src/persist/kept-worlds.ts";
import type { Files } from "../../src/persist/world-file.ts";
import { FORM } from "../pages/shop/pay-twice.ts";
import { readForm } from "../pages/shop/shop.ts";
import { IDS, loadTexts, NOW, SEEDS } from "../support/sandbox.ts";
import { keeping, memoryFiles } from "./kept.ts";

const order = { product: "ATLAS-1", amountMinor: "7" };
const CHEAPER = SEEDS.replace('amountMinor: "4900"', 'amountMinor: "1"');

type Keeping = ReturnType<typeof keeping>;

/** The names of the files, with their random part left out. */
const namesOf = ({ files }: Pick<Keeping, "files">) =>
  files.names().map((name) => name.replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/, "ID"));

const amounts = (body: unknown) =>
  [...JSON.stringify(body).matchAll(/"amountMinor":"(\d+)"/g)].map(([, digits]) => digits);

describe("a kill keeps", () => {
  test("worlds that tests made, with their secret, lifetime and body, and none of the seeds", async () => {
    const scenarios = { sale: "products: [{ publicCode: ATLAS-1, status: DRAFT }]" };
    const sandbox = keeping({ scenarios, controlToken: "a-token-of-a-team", worldTtl: "7d" });
    const { worlds, ensureWorld } = sandbox;
    const wanted = { scenario: "sale", seeds: { orders: [order] }, ttl: "2d" };
    await expect(ensureWorld("pr-1", wanted)).rejects.toThrow("createdAt");
    const body = { ...wanted, seeds: { orders: [{ ...order, createdAt: "now-1d" }] } };
    await ensureWorld("pr-1", body);
    await sandbox.handle("default").orders.add(order);
    await sandbox.handle("sale").orders.add(order);
    const making = worlds.makingOf("pr-1");
    expect(making).toEqual({
      wanted: body,
      expiresAt: NOW + 2 * 86_400_000,
      secret: expect.any(String),
    });

    const after = sandbox.kill();
    expect(after.kept).toMatchObject({ restored: 1, leftOut: [] });
    expect(after.worlds.makingOf("pr-1")).toEqual(making);
    await after.ensureWorld("pr-1", body);
    await expect(after.ensureWorld("pr-1")).rejects.toThrow("was made with");
    for (const name of ["default", "sale"]) expect(after.worlds.get(name).state.orderCount).toBe(2);
    expect(after.worlds.get("pr-1").state.orderCount).toBe(3);
  });

  test("the state after a reset, a drop, and the undoing of both", async () => {
    const sandbox = keeping();
    const { must } = sandbox;
    const countAfterKill = () => {
      const { worlds } = sandbox.kill();
      return ["a", "b"].map((name) => worlds.find(name)?.state.orderCount);
    };
    for (const name of ["a", "b"]) {
      await must(201, "PUT", `/worlds/${name}`);
      await must(201, "POST", `/worlds/${name}/orders`, order);
    }
    expect(countAfterKill()).toEqual([3, 3]);
    await must(200, "POST", "/worlds/a/reset");
    await must(204, "DELETE", "/worlds/b");
    expect(countAfterKill()).toEqual([2, undefined]);
    expect(namesOf(sandbox)).toEqual(["seeds-ID.json", "world-a.json"]);
    await must(200, "POST", "/worlds/a/restore");
    await must(200, "POST", "/worlds/b/restore");
    expect(countAfterKill()).toEqual([3, 3]);
    await must(201, "POST", "/worlds/b/orders", order);
    expect(countAfterKill()).toEqual([3, 4]);
  });

  test("nothing of a change of a world that was dropped, and made again", async () => {
    const sandbox = keeping();
    const old = await sandbox.world({ name: "w" });
    const { state } = sandbox.worlds.get("w");
    const world = sandbox.worlds.get("w");
    await old.drop();
    await sandbox.world({ name: "w" });
    world.change(state, { now: NOW, overlay: { settings: { listOrder: "oldest" } } });
    expect(sandbox.kill().worlds.get("w").settings.listOrder).toBe("newest");
  });

  test("the last requests only if the server stops by itself", async () => {
    const sandbox = keeping();
    await sandbox.world({ name: "w" });
    await sandbox.call("ping", { key: "mst_acme_full", world: "w" });
    const requests = () => sandbox.kill().worlds.get("w").journal.list().length;
    expect(requests()).toBe(0);
    sandbox.kept.saveAll();
    expect(requests()).toBe(1);
  });

  test("the counters of each world when the server stops, and writes no world that is saved already", async () => {
    const sandbox = keeping({
      seeds: SEEDS.replace("rateLimit: off", "rateLimit: { capacity: 5, refillPerSecond: 1 }"),
    });
    for (const name of ["called", "changed", "idle"]) await sandbox.world({ name });
    await sandbox.must(201, "POST", "/worlds/changed/orders", order);
    await sandbox.call("ping", { key: "mst_acme_full", world: "changed" });
    await sandbox.must(200, "PUT", "/worlds/changed/clock", { frozen: true });
    const saving = ({ kept, files }: Keeping) => {
      files.written.length = 0;
      kept.saveAll();
      return files.written;
    };
    expect(saving(sandbox)).toEqual([]);
    await sandbox.call("ping", { key: "mst_acme_full", world: "called" });
    expect(saving(sandbox)).toEqual(["world-called.json"]);
    expect(saving(sandbox)).toEqual([]);
    const after = sandbox.kill();
    expect(saving(after)).toEqual([]);
    await after.call("ping", { key: "mst_unknown", world: "idle" });
    expect(saving(after)).toEqual(["world-idle.json"]);
    expect(after.kill().worlds.get("called").save().buckets).toHaveProperty("mst_acme_full");
  });

  test("few requests with each change if they are long, and all of the last when it stops", async () => {
    const sandbox = keeping();
    await sandbox.world({ name: "w" });
    const headers = { "X-Long": "x".repeat(20_000) };
    for (let n = 0; n < 5; n++) await sandbox.call("ping", { world: "w", headers });
    await sandbox.must(201, "POST", "/worlds/w/orders", order);
    const requests = () => sandbox.kill().worlds.get("w").journal.list().length;
    expect(requests()).toBe(3);
    sandbox.kept.saveAll();
    expect(requests()).toBe(5);
    await sandbox.must(204, "DELETE", "/worlds/w/requests");
    expect(requests()).toBe(0);
  });

  test("what signs the forms of the checkout", () => {
    const files = memoryFiles();
    const secret = keepFormSecret(files);
    expect(secret).toHaveLength(26);
    expect(keepFormSecret(files)).toEqual(secret);
    files.write("form-secret", "cut");
    expect(keepFormSecret(files)).toHaveLength(26);
  });
});

describe("worlds that expire", () => {
  test("lose their files, while the server runs and when it starts", async () => {
    const sandbox = keeping();
    for (const ttl of ["1h", "2h"]) await sandbox.world({ name: ttl, ttl });
    sandbox.pass(3_600);
    expect(sandbox.worlds.names()).toEqual(["default", "2h"]);
    expect(namesOf(sandbox)).toEqual(["seeds-ID.json", "world-2h.json"]);
    const after = sandbox.kill({ now: NOW + 7_200_000 });
    expect([after.worlds.names(), namesOf(after)]).toEqual([["default"], []]);
  });
});

describe("a world keeps the seeds that it was made from", () => {
  const made = async (options: Parameters<typeof keeping>[0]) => {
    const sandbox = keeping(options);
    await sandbox.world({ name: "w" });
    await sandbox.world({ name: "over", seeds: { settings: { listOrder: "oldest" } } });
    return sandbox;
  };
  const shown = async (sandbox: Keeping, name = "w") => {
    await sandbox.must(200, "POST", `/worlds/${name}/reset`);
    return amounts(await sandbox.must(200, "GET", `/worlds/${name}/orders`));
  };

  test("after other seeds, also for a reset, and new worlds have the new ones", async () => {
    const sandbox = await made({});
    const after = sandbox.kill({ seeds: CHEAPER });
    expect(await shown(after)).toEqual(["120", "4900"]);
    expect(await shown(after, "over")).toEqual(["120", "4900"]);
    await after.world({ name: "new" });
    expect(await shown(after, "new")).toEqual(["120", "1"]);
    expect(namesOf(after).filter((name) => name === "seeds-ID.json")).toHaveLength(2);
    await after.must(204, "DELETE", "/worlds/new");
    const last = after.kill();
    expect(await shown(last)).toEqual(["120", "4900"]);
    expect(namesOf(last)).toEqual(["seeds-ID.json", "world-over.json", "world-w.json"]);
  });

  test("after an edit that is served at once", async () => {
    const sandbox = await made({});
    sandbox.reload(loadTexts(CHEAPER));
    await sandbox.world({ name: "new" });
    const after = sandbox.kill({ seeds: CHEAPER });
    expect(await shown(after)).toEqual(["120", "4900"]);
    expect(await shown(after, "new")).toEqual(["120", "1"]);
  });

  test("after another default scenario, and other flags", async () => {
    const scenarios = {
      sale: "orders: [{ id: 0de70000-0000-4000-8000-000000000001, remove: true }]",
    };
    const overrides = { rateLimit: { capacity: 9, refillPerSecond: 1 } };
    const sandbox = await made({ scenarios, scenario: "sale", overrides });
    const after = sandbox.kill({ scenario: undefined, overrides: {} });
    expect(await shown(after)).toEqual(["120"]);
    expect(after.worlds.get("w").settings.rateLimit).toEqual(overrides.rateLimit);
    expect(after.worlds.get("default").settings.rateLimit).toBe("off");
  });

  test("which worlds share in memory, and with the seeds that are served", async () => {
    const sandbox = keeping();
    for (const name of ["a", "b"]) await sandbox.world({ name });
    const { worlds } = sandbox.kill();
    expect(worlds.get("a").layer).toBe(worlds.get("default").layer);
    const others = sandbox.kill({ seeds: CHEAPER }).worlds;
    expect(others.get("a").layer).toBe(others.get("b").layer);
  });
});

describe("a file that cannot be read", () => {
  const world = async () => {
    const sandbox = keeping();
    for (const name of ["broken", "whole"]) await sandbox.world({ name });
    return sandbox;
  };
  const edit = (text: string, fields: object) => JSON.stringify({ ...JSON.parse(text), ...fields });
  const FILE = "world-broken.json";

  test.each<[string, (text: string) => string, string]>([
    ["is cut", (text) => text.slice(0, 40), "it is not JSON, or only a part of it"],
    ["is empty", () => "", "it is not JSON, or only a part of it"],
    ["is of another program", () => '{"version":1}', "`name` is missing"],
    [
      "is of a newer version",
      (text) => edit(text, { version: 2 }),
      "`version` must be 1, received 2. If another version wrote it, start that version. Otherwise delete it, and make the world again",
    ],
    ["has a field of another version", (text) => edit(text, { more: 1 }), "`more` is unknown"],
    [
      "has another type in a field",
      (text) => edit(text, { origin: { ...JSON.parse(text).origin, madeAt: "today" } }),
      '`origin.madeAt` must be number, received "today"',
    ],
    ["is of another world", (text) => edit(text, { name: "x" }), "it is the file of the world x"],
    ["has a part less", (text) => edit(text, { parts: {} }), "`record` is missing"],
    [
      "has no seeds",
      (text) => edit(text, { origin: { seeds: `seeds-${"0".repeat(36)}.json`, madeAt: 0 } }),
      "there is no such file",
    ],
    [
      "has a scenario that its seeds lack",
      (text) => edit(text, { origin: { ...JSON.parse(text).origin, scenario: "none" } }),
      "has no such scenario",
    ],
  ])(
    "because it %s, is left as it is, and all others are restored",
    async (_why, change, reason) => {
      const { files, kill } = await world();
      const text = change(files.read(FILE));
      files.write(FILE, text);
      const after = kill();
      expect(after.kept.leftOut).toEqual([{ file: FILE, reason: expect.stringContaining(reason) }]);
      expect(after.worlds.names()).toEqual(["default", "whole"]);
      expect(after.files.texts).toEqual(files.texts);
    },
  );

  test("is moved aside when a world of its name is made", async () => {
    const { files, kill } = await world();
    files.write(FILE, "{");
    const after = kill();
    await after.must(201, "PUT", "/worlds/broken");
    await after.must(201, "POST", "/worlds/broken/orders", order);
    expect(namesOf(after)).toEqual([
      ...["seeds-ID.json", "world-broken.json", "world-broken.json.ID.unread", "world-whole.json"],
    ]);
    const { kept } = after.kill();
    expect(kept.restored).toBe(2);
    expect(kept.leftOut[0]?.reason).toBe(
      "a new world has taken its name. Delete it when you no longer need it",
    );
  });

  test("keeps seeds that it may need", async () => {
    const { files, kill, must } = await world();
    files.write(FILE, "{");
    await must(204, "DELETE", "/worlds/whole");
    expect(namesOf(kill())).toEqual(["seeds-ID.json", FILE]);
  });

  test("keeps the seeds that it names, and no others", async () => {
    const { files, kill } = await world();
    const text = files.read(FILE);
    files.write(FILE, edit(text, { version: 2 }));
    files.write("notes.txt", "of somebody else");
    const other = kill({ seeds: CHEAPER });
    await other.world({ name: "new" });
    await other.must(201, "PUT", "/worlds/broken");
    for (const name of ["new", "broken", "whole"]) other.worlds.drop(name);
    const after = other.kill({ seeds: CHEAPER });
    expect(namesOf(after)).toEqual(["notes.txt", "seeds-ID.json", `${FILE}.ID.unread`]);
    expect(after.files.names()).toContain(JSON.parse(text).origin.seeds);
  });

  test("is one of somebody else's, too, except a hidden one", () => {
    const files = memoryFiles(
      new Map([
        ["notes.txt", "x"],
        [".DS_Store", ""],
        ["lock", "{}"],
      ]),
    );
    const { kept } = keeping({}, files);
    expect(kept.leftOut).toEqual([
      { file: "notes.txt", reason: "it is not a file of a sandbox. Move it elsewhere" },
    ]);
    expect(files.texts.size).toBe(3);
  });
});

describe("if a file cannot be written", () => {
  const failing = () => {
    let isFull = false;
    let count = 0;
    const files = memoryFiles();
    const write: Files["write"] = (name, text) => {
      count++;
      if (isFull) throw new Error("no space left on device");
      files.write(name, text);
    };
    const fill = (now: boolean) => {
      isFull = now;
    };
    const remove: Files["remove"] = (name) => {
      if (isFull) throw new Error("read-only file system");
      files.remove(name);
    };
    return { ...keeping({}, { ...files, write, remove }), fill, writes: () => count };
  };

  test("no world is made, and the next call can make it", async () => {
    const { must, fill, worlds, records } = failing();
    fill(true);
    expect(await must(500, "PUT", "/worlds/w")).toMatchObject({
      detail: "Cannot save the world w: no space left on device. Fix that, and try again.",
    });
    expect(records.at(-1)).toMatchObject({ status: 500, why: expect.stringContaining("no space") });
    expect(records.at(-1)?.stack).toBeUndefined();
    expect(worlds.names()).toEqual(["default"]);
    fill(false);
    await must(201, "PUT", "/worlds/w");
  });

  test("a change is not made, and the next call can make it", async () => {
    const { must, fill, kill, kept } = failing();
    await must(201, "PUT", "/worlds/w");
    fill(true);
    await must(500, "POST", "/worlds/w/orders", order);
    await must(500, "POST", "/worlds/w/reset");
    kept.saveAll();
    fill(false);
    await must(201, "POST", "/worlds/w/orders", order);
    expect(kill().worlds.get("w").state.orderCount).toBe(3);
  });

  test("a clock is not moved, and is saved once when it is", async () => {
    const { must, fill, kill, writes } = failing();
    await must(201, "PUT", "/worlds/w");
    const change = { now: "2030-01-01T00:00:00Z", frozen: true };
    fill(true);
    await must(500, "PUT", "/worlds/w/clock", change);
    await must(500, "PUT", "/worlds/w/clock", { frozen: true });
    await must(500, "POST", "/worlds/w/clock/advance", { by: "1d" });
    fill(false);
    const answer = await must(200, "GET", "/worlds/w/clock");
    expect(answer).toEqual({ now: new Date(NOW).toISOString(), frozen: false });
    const before = writes();
    await must(200, "PUT", "/worlds/w/clock", change);
    expect(writes()).toBe(before + 1);
    expect(kill().worlds.get("w").clock.now()).toBe(Date.parse(change.now));
  });

  test("a limit is not changed, and no bucket is emptied", async () => {
    const { must, fill } = failing();
    await must(201, "PUT", "/worlds/w");
    const before = await must(200, "GET", "/worlds/w/rate-limit");
    fill(true);
    const rateLimit = { capacity: 9, refillPerSecond: 1 };
    await must(500, "PUT", "/worlds/w/rate-limit", { rateLimit, tokens: 0 });
    await must(500, "PUT", "/worlds/w/rate-limit", { tokens: 0 });
    expect(await must(200, "GET", "/worlds/w/rate-limit")).toEqual(before);
  });

  test("a limit is saved once, also with the tokens of buckets", async () => {
    const { must, kill, writes } = failing();
    await must(201, "PUT", "/worlds/w");
    const before = writes();
    const rateLimit = { capacity: 9, refillPerSecond: 1 };
    await must(200, "PUT", "/worlds/w/rate-limit", { rateLimit, tokens: 4 });
    expect(writes()).toBe(before + 1);
    const limits = await kill().must(200, "GET", "/worlds/w/rate-limit");
    expect(limits).toMatchObject({ rateLimit });
    expect(JSON.stringify(limits)).toContain('"tokens":4');
  });

  test("a world is not dropped or brought back, and the next call can do it", async () => {
    const { must, fill, files } = failing();
    await must(201, "PUT", "/worlds/w");
    fill(true);
    await must(500, "DELETE", "/worlds/w");
    await must(200, "GET", "/worlds/w");
    fill(false);
    await must(204, "DELETE", "/worlds/w");
    fill(true);
    await must(500, "POST", "/worlds/w/restore");
    fill(false);
    await must(200, "POST", "/worlds/w/restore");
    expect(namesOf({ files })).toEqual(["seeds-ID.json", "world-w.json"]);
  });

  test("worlds expire, and the next start deletes their files", async () => {
    const { must, fill, pass, kept, worlds, kill } = failing();
    for (const name of ["a", "b"]) await must(201, "PUT", `/worlds/${name}`, { ttl: "1h" });
    fill(true);
    pass(3_600);
    await must(404, "GET", "/worlds/a");
    kept.saveAll();
    expect(worlds.names()).toEqual(["default"]);
    expect(namesOf(kill())).toEqual([]);
  });

  test("a form that is sent again pays only when the order is saved", async () => {
    const { must, fill, kill, hosted } = failing();
    await must(201, "PUT", "/worlds/w");
    const ask = async (path: string, init?: RequestInit) =>
      hosted.fetch(new Request(new URL(path, "http://127.0.0.1:4701"), init));
    const page = await (await ask(`/w/w/checkout/${IDS.atlas}`)).text();
    const { action, fields } = readForm(page);
    const body = `${new URLSearchParams(fields)}`;
    const pay = async () => (await ask(action, { method: "POST", body, headers: FORM })).status;
    fill(true);
    expect([await pay(), await pay()]).toEqual([500, 500]);
    fill(false);
    expect([await pay(), await pay()]).toEqual([303, 303]);
    expect(kill().worlds.get("w").state.orderCount).toBe(3);
  });
});
