// What becomes of edits that nobody is told of, or that come together.
import { expect, test } from "bun:test";
import { unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type LiveReloadOptions, startLiveReload } from "../../src/reload/live-reload.ts";
import { createSandbox } from "../../src/sandbox.ts";
import { seedsWithKeys, temporaryDirectory } from "../cli/temporary-directory.ts";
import { reloads } from "../support/reloads.ts";
import { loadTexts, NOW } from "../support/sandbox.ts";

const [OLD, NEW] = [seedsWithKeys("mst_number_1"), seedsWithKeys("mst_number_2")];

/** Follows a directory as if its file had said `OLD` when it was read. */
async function following(directory: string, told: Pick<LiveReloadOptions, "onReload">) {
  const path = join(directory, "keys.yaml");
  const loaded = loadTexts(OLD);
  if (loaded.seeds === undefined) throw new Error("the seeds of this test have a mistake");
  const sandbox = createSandbox({ seeds: loaded });
  const watcher = await startLiveReload({
    ...told,
    path: directory,
    poll: false,
    sandbox,
    seeds: loaded.seeds,
    files: [{ path, text: OLD }],
    overrides: undefined,
    systemTime: () => NOW,
  });
  return { path, sandbox, [Symbol.dispose]: () => watcher.close() };
}

test("an edit between the first reading and the watching is served", async () => {
  await using seeds = await temporaryDirectory({ "keys.yaml": NEW });
  const { onReload, next } = reloads();
  using followed = await following(seeds.path, { onReload });
  expect(await next()).toMatchObject({ outcome: "served", files: [followed.path] });
  expect(followed.sandbox.worlds.default.advertisedKey()?.key).toBe("mst_number_2");
});

test("a save that changes nothing reloads nothing", async () => {
  await using seeds = await temporaryDirectory({ "keys.yaml": OLD });
  const { onReload, next } = reloads();
  using followed = await following(seeds.path, { onReload });
  await writeFile(followed.path, OLD);
  await writeFile(join(seeds.path, "notes.md"), "no seeds");
  await writeFile(join(seeds.path, "more.yaml"), "settings: {}");
  expect(await next()).toMatchObject({ files: [join(seeds.path, "more.yaml")] });
});

test("an edit that takes back a mistake is served, though nothing is other than before", async () => {
  await using seeds = await temporaryDirectory({ "keys.yaml": OLD });
  const { onReload, next } = reloads();
  using followed = await following(seeds.path, { onReload });
  await writeFile(followed.path, "keys: none");
  expect(await next()).toMatchObject({ outcome: "refused" });
  await writeFile(followed.path, OLD);
  expect(await next()).toMatchObject({ outcome: "served" });
});

test.skipIf(process.platform === "win32")(
  "a pipe among the seeds is an error, and does not end the reloads",
  async () => {
    await using seeds = await temporaryDirectory({ "keys.yaml": OLD });
    const { onReload, next } = reloads();
    using followed = await following(seeds.path, { onReload });
    const pipe = join(seeds.path, "pipe.yaml");
    expect(Bun.spawnSync(["mkfifo", pipe]).exitCode).toBe(0);
    expect(await next()).toMatchObject({ outcome: "refused", files: [pipe] });
    await unlink(pipe);
    expect(await next()).toMatchObject({ outcome: "served", files: [pipe] });
    await writeFile(followed.path, NEW);
    expect(await next()).toMatchObject({ outcome: "served", files: [followed.path] });
  },
);
