// A sandbox with its two listeners, as the library starts it.
import { describe, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  InvalidSeedsError,
  ListenError,
  type RequestRecord,
  StateError,
  startSandbox,
} from "../src/index.ts";
import { writeWhole } from "../src/runtime/files.ts";
import { createFromFiles } from "../src/start.ts";
import { canListenOn, freePort } from "./cli/ports.ts";
import { seedsWithKeys, temporaryDirectory } from "./cli/temporary-directory.ts";
import { reloads } from "./support/reloads.ts";

describe("startSandbox", () => {
  test("responds at both of its addresses once it resolves", async () => {
    await using sandbox = await startSandbox({ port: 0 });
    const { name, baseUrl, hostedUrl, controlUrl, apiKey, merchantId } = sandbox;
    expect({ name, baseUrl, hostedUrl, controlUrl, apiKey }).toEqual({
      name: "default",
      baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/),
      hostedUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/),
      controlUrl: `${hostedUrl}/_sandbox`,
      apiKey: "mst_acme_full",
    });
    expect(await (await ping(sandbox)).json()).toMatchObject({ merchantId });
    expect((await fetch(`${controlUrl}/health`)).status).toBe(200);
  });

  test("serves a directory of seeds, with the settings and the listener it was given", async () => {
    await using seeds = await temporaryDirectory({ "keys.yaml": seedsWithKeys("mst_of_mine") });
    const records: RequestRecord[] = [];
    await using sandbox = await startSandbox({
      port: 0,
      seeds: seeds.path,
      overrides: { now: 0, frozen: true, rateLimit: { capacity: 1, refillPerSecond: 1 } },
      onRequest: (record) => void records.push(record),
    });
    expect(sandbox.apiKey).toBe("mst_of_mine");
    expect([(await ping(sandbox)).status, (await ping(sandbox)).status]).toEqual([200, 429]);
    expect(records.map(({ status, worldTime }) => [status, worldTime])).toEqual([
      [200, 0],
      [429, 0],
    ]);
  });

  test("keeps worlds in a directory, which is its own until it is closed", async () => {
    await using directory = await temporaryDirectory();
    const options = { port: 0, state: directory.path };
    const first = await startSandbox(options);
    const world = await first.ensureWorld("pr-12", { scenario: "empty-catalog" });
    const { key } = await world.keys.create({ merchant: "acme" });
    await expect(startSandbox(options)).rejects.toThrow(StateError);
    const taken = { port: Number(new URL(first.baseUrl).port), state: `${directory.path}/b` };
    await expect(startSandbox(taken)).rejects.toThrow(ListenError);
    await first.close();

    await using second = await startSandbox(options);
    expect(second.kept).toMatchObject({ restored: 1, leftOut: [] });
    const again = await second.ensureWorld("pr-12", { scenario: "empty-catalog" });
    expect(again.keys.list().map((one) => one.key)).toContain(key);
    await using third = await startSandbox({ port: 0, state: `${directory.path}/b` });
    expect(third.kept?.restored).toBe(0);
  });

  test("returns no key if none has all scopes", async () => {
    await using seeds = await temporaryDirectory({ "all.yaml": "merchants: [{ slug: acme }]\n" });
    await using sandbox = await startSandbox({ port: 0, seeds: seeds.path });
    expect([sandbox.apiKey, sandbox.merchantId]).toEqual(["", ""]);
  });

  test("advertises the given addresses, without a trailing slash", async () => {
    const urls = { baseUrl: "https://api.test/", hostedUrl: "https://shop.test/box//" };
    await using sandbox = await startSandbox({ port: 0, ...urls });
    const { name, baseUrl, hostedUrl } = await sandbox.world();
    expect([sandbox.baseUrl, sandbox.hostedUrl]).toEqual([
      "https://api.test",
      "https://shop.test/box",
    ]);
    expect([baseUrl, hostedUrl]).toEqual([
      `https://api.test/w/${name}`,
      `https://shop.test/box/w/${name}`,
    ]);
  });

  test("starts any number side by side", async () => {
    const sandboxes = await Promise.all(Array.from({ length: 5 }, () => startSandbox({ port: 0 })));
    const urls = sandboxes.flatMap(({ baseUrl, hostedUrl }) => [baseUrl, hostedUrl]);
    expect(new Set(urls).size).toBe(10);
    await sandboxes[0]?.close();
    const answers = await Promise.all(sandboxes.slice(1).map(ping));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await Promise.all(sandboxes.map(({ close }) => close()));
  });
});

describe("startSandbox that can't start", () => {
  test("rejects with a RangeError if its control token is short", () => {
    expect(startSandbox({ port: 0, controlToken: "a-token-of-15-c" })).rejects.toThrow(
      "controlToken must have 16 characters or more, received 15",
    );
  });

  test("rejects with the diagnostics of bad seeds", async () => {
    await using seeds = await temporaryDirectory({ "keys.yaml": "kyes: []\n" });
    const error = await startSandbox({ port: 0, seeds: seeds.path }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(InvalidSeedsError);
    expect(error.diagnostics).toMatchObject([{ severity: "error", code: "unknown-field" }]);
    expect(error.message).toContain(`${seeds.path}/keys.yaml:1:1`);
  });

  test("rejects with the diagnostics of missing seeds", async () => {
    const error = await startSandbox({ port: 0, seeds: "./nowhere" }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(InvalidSeedsError);
    expect(error.diagnostics).toMatchObject([{ code: "no-seeds" }]);
  });

  test("rejects with a ListenError if the port is taken", async () => {
    await using first = await startSandbox({ port: 0 });
    const port = Number(new URL(first.baseUrl).port);
    const error = await startSandbox({ port, hostedPort: 0 }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ListenError);
    expect(error).toMatchObject({ code: "EADDRINUSE", hostname: "127.0.0.1", port });
  });

  test("closes the first listener if the second fails", async () => {
    await using first = await startSandbox({ port: 0 });
    const hostedPort = Number(new URL(first.hostedUrl).port);
    const port = freePort();
    const error = await startSandbox({ port, hostedPort }).catch((thrown) => thrown);
    expect(error).toMatchObject({ name: "ListenError", port: hostedPort });
    expect(canListenOn("127.0.0.1", port)).toBe(true);
  });
});

describe("startSandbox that watches its seeds", () => {
  test("serves a valid edit, reports an invalid one, and ends with the sandbox", async () => {
    await using seeds = await temporaryDirectory({ "keys.yaml": seedsWithKeys("mst_number_1") });
    const keys = join(seeds.path, "keys.yaml");
    const { onReload, next } = reloads();
    await using sandbox = await startSandbox({ port: 0, seeds: seeds.path, watch: true, onReload });
    const world = await sandbox.world();
    expect(sandbox.apiKey).toBe("mst_number_1");

    await writeWhole(keys, seedsWithKeys("mst_number_2"));
    expect(await next()).toMatchObject({
      outcome: "served",
      files: [{ path: keys, edit: "changed" }],
      warnings: [],
    });
    expect([sandbox.apiKey, world.apiKey]).toEqual(["mst_number_2", "mst_number_1"]);
    expect([(await ping(sandbox)).status, (await ping(world)).status]).toEqual([200, 200]);

    await writeWhole(keys, "keys: [{ key: short }]");
    expect(await next()).toMatchObject({
      outcome: "refused",
      error: { name: "InvalidSeedsError" },
    });
    expect((await ping(sandbox)).status).toBe(200);
    const health = await (await fetch(`${sandbox.controlUrl}/health`)).json();
    expect(health).toMatchObject({
      seeds: { revision: 2, lastError: expect.stringMatching(/keys\.yaml:1:15 bad-value$/) },
    });

    await rm(keys);
    expect(await next()).toMatchObject({
      outcome: "refused",
      error: { message: expect.stringContaining("there is no .yaml or .yml file") },
    });
    expect((await ping(sandbox)).status).toBe(200);
  });
});

test("a process that closes its sandbox ends, whatever response is delayed", async () => {
  await using seeds = await temporaryDirectory({
    "keys.yaml": `${seedsWithKeys("mst_number_1")}faults: [{ delay: 1d }]\n`,
  });
  const program = `
    import { startSandbox } from "${join(import.meta.dir, "../dist/index.js")}";
    const sandbox = await startSandbox({ port: 0, seeds: ${JSON.stringify(seeds.path)} });
    const { faults } = sandbox.sandbox.worlds.default;
    const headers = { Authorization: "Bearer " + sandbox.apiKey };
    fetch(sandbox.baseUrl + "/api/v1/integration/ping", { headers }).catch(() => {});
    while (faults.list()[0].hits === 0) await new Promise(setImmediate);
    await sandbox.close(0);
  `;
  const child = Bun.spawn(["node", "--input-type=module", "-e", program]);
  expect(await child.exited).toBe(0);
});

describe("world", () => {
  test("creates a separate world under the same addresses", async () => {
    await using sandbox = await startSandbox({ port: 0, overrides: ONE_REQUEST });
    const world = await sandbox.world({ name: "mine" });
    expect(world).toMatchObject({
      name: "mine",
      baseUrl: `${sandbox.baseUrl}/w/mine`,
      hostedUrl: `${sandbox.hostedUrl}/w/mine`,
      apiKey: sandbox.apiKey,
      merchantId: sandbox.merchantId,
    });
    expect([(await ping(sandbox)).status, (await ping(sandbox)).status]).toEqual([200, 429]);
    expect([(await ping(world)).status, (await ping(world)).status]).toEqual([200, 429]);
  });

  test("finds a free name if none is given, whatever the others are called", async () => {
    await using sandbox = await startSandbox({ port: 0 });
    const names = await Promise.all([
      sandbox.world({ name: "w2" }),
      sandbox.world({}),
      sandbox.world(),
    ]);
    expect(new Set(names.map(({ name }) => name)).size).toBe(3);
  });

  test.each(["default", "mine", "", "a/b", "Ä", "."])("rejects the name %p", async (name) => {
    await using sandbox = await startSandbox({ port: 0 });
    await sandbox.world({ name: "mine" });
    await expect(sandbox.world({ name })).rejects.toThrow(RangeError);
  });
});

describe("close", () => {
  test("waits for no follower of requests, even if it connects again", async () => {
    const sandbox = await startSandbox({ port: 0 });
    const connected = Promise.withResolvers<void>();
    const follow = async () => {
      for (;;) {
        const { body } = await fetch(`${sandbox.controlUrl}/worlds/default/requests/stream`);
        connected.resolve();
        for await (const _chunk of body ?? []);
      }
    };
    const refused = follow().catch(() => "refused");
    await connected.promise;
    await sandbox.close(Number.POSITIVE_INFINITY);
    expect(await refused).toBe("refused");
  });

  test("frees both ports, and may be called again", async () => {
    const sandbox = await startSandbox({ port: 0 });
    const ports = [sandbox.baseUrl, sandbox.hostedUrl].map((url) => Number(new URL(url).port));
    await Promise.all([sandbox.close(), sandbox.close()]);
    await sandbox.close(0);
    expect(ports.map((port) => canListenOn("127.0.0.1", port))).toEqual([true, true]);
  });

  test("is what a scope does at its end", async () => {
    let port = 0;
    {
      await using sandbox = await startSandbox({ port: 0 });
      port = Number(new URL(sandbox.baseUrl).port);
      expect(canListenOn("127.0.0.1", port)).toBe(false);
    }
    expect(canListenOn("127.0.0.1", port)).toBe(true);
  });
});

describe("createFromFiles", () => {
  test("makes a sandbox of files that are on no disk", async () => {
    const files = [{ path: "keys.yaml", text: seedsWithKeys("mst_of_mine") }];
    const { api } = await createFromFiles(files);
    const headers = { Authorization: "Bearer mst_of_mine" };
    const request = new Request("http://sandbox/api/v1/integration/products", { headers });
    expect(await (await api.fetch(request)).json()).toEqual([]);
  });

  test("rejects with their errors", async () => {
    const making = createFromFiles([{ path: "keys.yaml", text: "keys: [{ key: mst_of_mine }]" }]);
    await expect(making).rejects.toThrow(InvalidSeedsError);
    await expect(making).rejects.toThrow(
      "keys.yaml:1:8 error: missing field `merchant` in this key",
    );
  });
});

const ONE_REQUEST = { frozen: true, rateLimit: { capacity: 1, refillPerSecond: 1 } };

function ping({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): Promise<Response> {
  const headers = { Authorization: `Bearer ${apiKey}` };
  return fetch(`${baseUrl}/api/v1/integration/ping`, { headers });
}
