// What becomes of edits that nobody hears of, or that come together.
import { expect, test } from "bun:test";
import { rename, rm, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type LiveReloadOptions, startLiveReload } from "../../src/reload/live-reload.ts";
import { createSandbox } from "../../src/sandbox.ts";
import { seedsWithKeys, temporaryDirectory } from "../cli/temporary-directory.ts";
import { reloads } from "../support/reloads.ts";
import { loadTexts, NOW } from "../support/sandbox.ts";

const [OLD, NEW] = [seedsWithKeys("mst_number_1"), seedsWithKeys("mst_number_2")];

/** Writes a file in one step, so that it is not seen half-written. */
async function save(path: string, text: string): Promise<void> {
  const draft = `${path}.draft`;
  await writeFile(draft, text);
  await rename(draft, path);
}

/** Waits for nobody. */
const settle = async () => {};

/** Follows a directory as if its file had said `OLD` when it was read. */
async function following(
  directory: string,
  options: Pick<LiveReloadOptions, "onReload" | "settle">,
) {
  const path = join(directory, "keys.yaml");
  const loaded = loadTexts(OLD);
  if (loaded.seeds === undefined) throw new Error("the seeds of this test have a mistake");
  const sandbox = createSandbox({ seeds: loaded });
  const watcher = await startLiveReload({
    ...options,
    path: directory,
    poll: false,
    sandbox,
    seeds: loaded.seeds,
    files: [{ path, text: OLD }],
    diagnostics: [],
    overrides: undefined,
    systemTime: () => NOW,
  });
  return { path, sandbox, [Symbol.dispose]: () => watcher.close() };
}

test("an edit between the first reading and the watching is served", async () => {
  await using seeds = await temporaryDirectory({ "keys.yaml": NEW });
  const { onReload, next } = reloads();
  using followed = await following(seeds.path, { onReload });
  expect(await next()).toMatchObject({
    outcome: "served",
    files: [{ path: followed.path, edit: "changed" }],
  });
  expect(followed.sandbox.worlds.default.advertisedKey()?.key).toBe("mst_number_2");
});

test("a save that changes nothing reloads nothing", async () => {
  await using seeds = await temporaryDirectory({ "keys.yaml": OLD });
  const { onReload, next } = reloads();
  using followed = await following(seeds.path, { onReload });
  await save(followed.path, OLD);
  await save(join(seeds.path, "notes.md"), "no seeds");
  await save(join(seeds.path, "more.yaml"), "settings: {}");
  expect(await next()).toMatchObject({
    files: [{ path: join(seeds.path, "more.yaml"), edit: "added" }],
  });
});

test("a file that looks like seeds and is not read is a warning", async () => {
  await using seeds = await temporaryDirectory({ "keys.yaml": OLD });
  await using other = await temporaryDirectory({ "old/more.yaml": NEW });
  const { onReload, next } = reloads();
  using _followed = await following(seeds.path, { onReload });
  await rename(join(other.path, "old"), join(seeds.path, "old"));
  expect(await next()).toMatchObject({
    outcome: "served",
    files: [{ path: join(seeds.path, "old"), edit: "added" }],
    warnings: [{ code: "unread-file" }],
  });
});

test("an edit that reverts a mistake is served, even though nothing changed", async () => {
  await using seeds = await temporaryDirectory({ "keys.yaml": OLD });
  const { onReload, next } = reloads();
  using followed = await following(seeds.path, { onReload });
  await save(followed.path, "keys: none");
  expect(await next()).toMatchObject({ outcome: "refused" });
  await save(followed.path, OLD);
  expect(await next()).toMatchObject({ outcome: "served" });
});

test.skipIf(process.platform === "win32")(
  "a pipe among the seeds is an error, and does not end the reloads",
  async () => {
    await using seeds = await temporaryDirectory({ "keys.yaml": OLD });
    const { onReload, next } = reloads();
    using followed = await following(seeds.path, { onReload, settle });
    const pipe = join(seeds.path, "pipe.yaml");
    expect(Bun.spawnSync(["mkfifo", pipe]).exitCode).toBe(0);
    expect(await next()).toMatchObject({
      outcome: "refused",
      files: [{ path: pipe, edit: "added" }],
    });
    await unlink(pipe);
    expect(await next()).toMatchObject({
      outcome: "served",
      files: [{ path: pipe, edit: "removed" }],
    });
    await save(followed.path, NEW);
    expect(await next()).toMatchObject({
      outcome: "served",
      files: [{ path: followed.path, edit: "changed" }],
    });
  },
);

test("a file that is still being written is read again before its errors are reported", async () => {
  await using seeds = await temporaryDirectory({ "keys.yaml": OLD });
  const { onReload, next } = reloads();
  // The writer pauses twice, each time for as long as errors are waited for.
  const steps = [NEW.slice(0, -20), NEW];
  const write = () => writeFile(followed.path, steps.shift() ?? NEW);
  using followed = await following(seeds.path, { onReload, settle: write });
  await save(followed.path, NEW.slice(0, -25));
  expect(await next()).toMatchObject({ outcome: "served", fixed: false });
  expect(steps).toEqual([]);
  expect(followed.sandbox.worlds.default.advertisedKey()?.key).toBe("mst_number_2");
});

test("each edit is reported by its own file, whichever file is broken", async () => {
  await using seeds = await temporaryDirectory({ "keys.yaml": OLD });
  const { onReload, next } = reloads();
  using _ = await following(seeds.path, { onReload, settle });
  const [good, bad] = ["good", "bad"].map((name) => join(seeds.path, `${name}.yaml`)) as [
    string,
    string,
  ];
  await save(bad, "keys: none");
  const diagnostics = [{ span: { file: { path: bad } } }];
  const rejected = { outcome: "refused", error: { diagnostics } };
  expect(await next()).toMatchObject({ ...rejected, files: [{ path: bad, edit: "added" }] });
  await save(good, "settings: { listOrder: oldest }");
  expect(await next()).toMatchObject({ ...rejected, files: [{ path: good, edit: "added" }] });
  await rm(bad);
  expect(await next()).toMatchObject({
    outcome: "served",
    fixed: true,
    files: [{ path: good, edit: "added" }],
  });
  await rm(good);
  expect(await next()).toMatchObject({ files: [{ path: good, edit: "removed" }] });
});
