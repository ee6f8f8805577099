// Live reload, as `serve` does it by itself wherever it runs: a good edit is served, a bad one named.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "../../src/runtime/files.ts";
import { copySeeds, RUNTIMES, type Spawned, spawnSandbox } from "../support/spawn-sandbox.ts";

describe.each(Object.entries(RUNTIMES))("the seeds under %s", (_name, command) => {
  let seeds: string;
  let keys: string;
  let text: string;
  let spawned: Spawned;

  beforeAll(async () => {
    seeds = await copySeeds("settings:\n  rateLimit: off\n");
    keys = join(seeds, "keys.yaml");
    text = await readFile(keys, "utf8");
    spawned = await spawnSandbox(command, ["--log", "json", "--seeds", seeds]);
  }, 60_000);

  afterAll(async () => {
    const { exitCode, stderr } = await spawned.stop();
    await rm(seeds, { recursive: true, force: true });
    expect(exitCode).toBe(0);
    for (const line of stderr.trimEnd().split("\n")) expect(() => JSON.parse(line)).not.toThrow();
  });

  const ping = async (world = "") => {
    const { baseUrl } = spawned.ready;
    const headers = { Authorization: "Bearer mst_acme_full" };
    return (await fetch(`${baseUrl}${world}/api/v1/integration/ping`, { headers })).status;
  };

  test("are served after an atomic save", async () => {
    expect(await ping()).toBe(200);
    await writeFile(`${keys}.tmp`, `${text}  - { key: mst_acme_other, merchant: acme }\n`);
    await rename(`${keys}.tmp`, keys);
    expect(await spawned.events("reload", 1)).toEqual([
      {
        event: "reload",
        files: [keys],
        message: `${keys} changed; reloaded: key added: mst_acme_other`,
      },
    ]);
    expect(await ping()).toBe(200);
  });

  test("stay as they were after a bad save in place, which is named", async () => {
    await writeWhole(keys, text.replace("merchant: acme", "merchant: acne"));
    const [refused] = await spawned.events("reload-refused", 1);
    expect(refused?.message).toContain("unknown merchant `acne`");
    expect(refused?.message).toContain("Did you mean `acme`?");
    expect(await ping()).toBe(200);
  });

  test("are served once the mistake is fixed", async () => {
    const key = "- key: mst_acme_full\n    merchant: acme\n";
    expect(text).toContain(key);
    await writeWhole(keys, text.replace(key, `${key}    status: revoked\n`));
    const [, reload] = await spawned.events("reload", 2);
    expect(reload?.message).toBe(
      `${keys} changed; reloaded: key revoked: mst_acme_full, key removed: mst_acme_other`,
    );
    expect(await ping()).toBe(401);
  });

  test("gain a world with a new scenario", async () => {
    expect(await ping("/w/mine")).toBe(404);
    const scenario = join(seeds, "scenarios", "mine.yaml");
    await writeWhole(scenario, "keys: [{ key: mst_acme_full, status: active }]\n");
    const [, , reload] = await spawned.events("reload", 3);
    expect(reload?.message).toBe(`${scenario} added; reloaded: scenario added: mine`);
    expect(await ping("/w/mine")).toBe(200);
    expect(await ping()).toBe(401);
  });

  test("stay as they were next to a pipe, which does not prevent stopping", async () => {
    const pipe = join(seeds, "pipe.yaml");
    expect(Bun.spawnSync(["mkfifo", pipe]).exitCode).toBe(0);
    const [, refused] = await spawned.events("reload-refused", 2);
    expect(refused?.message).toContain("it is a directory, a pipe or a device");
    expect(await ping("/w/mine")).toBe(200);
  });
});
