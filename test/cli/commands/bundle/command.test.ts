import { describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { run } from "../../../../src/cli/run.ts";
import { RUNTIMES } from "../../../support/spawn-sandbox.ts";
import { fakeTerminal } from "../../fake-terminal.ts";
import { golden } from "../../serving.ts";
import { runWithSmallFiles } from "../../small-files.ts";
import { seedsWithKeys, temporaryDirectory } from "../../temporary-directory.ts";

const FILES = ["seeds.js", "worker.js", "wrangler.jsonc"];
const WRITTEN = [
  ".gitignore",
  "seeds.js",
  "storage",
  "worker.js",
  "workerd.capnp",
  "wrangler.jsonc",
];

describe("bundle", () => {
  test("writes the Worker, the seeds and a configuration, and says what to do next", async () => {
    await using directory = await temporaryDirectory();
    const out = join(directory.path, "a/b's bundle");
    const { code, stdout, stderr } = await bundle("--out", out);
    const quoted = `'${out.replace("'", "'\\''")}'`;
    const shown = stdout.replaceAll(quoted, "DIR").replaceAll(out, "DIR");
    expect({ code, shown: shown.replace(/\d+ kB/g, "0 kB"), stderr }).toEqual({
      code: 0,
      shown: await golden("bundle.txt"),
      stderr: "",
    });
    expect((await readdir(out)).toSorted()).toEqual(WRITTEN);
  });

  test("names the Worker, and binds each class of its that it makes", async () => {
    await using directory = await temporaryDirectory();
    const out = join(directory.path, "out");
    await bundle("--out", out, "--name", "shop-tests");
    const text = await read(out, "wrangler.jsonc");
    const { name, main, durable_objects, migrations } = parse(text.replace(/^\s*\/\/.*$/gm, ""));
    expect([name, main]).toEqual(["shop-tests", "worker.js"]);
    const bound = durable_objects.bindings.map(
      (binding: { class_name: string }) => binding.class_name,
    );
    expect(migrations).toEqual([{ tag: "v1", new_sqlite_classes: bound }]);
    const exported = /export\{([^}]*)\};?\s*$/.exec(await read(out, "worker.js"))?.[1] ?? "";
    const names = exported.split(",").map((part) => part.split(" as ").at(-1));
    expect(names.toSorted()).toEqual([...bound, "default"].toSorted());
  });

  test("names a set of seeds after its content", async () => {
    const hashOf = async (...keys: string[]) => {
      await using directory = await temporaryDirectory({ "seeds/a.yaml": seedsWithKeys(...keys) });
      const out = join(directory.path, "out");
      await bundle("--out", out, "--seeds", join(directory.path, "seeds"));
      return /HASH = "([\da-f]{64})"/.exec(await read(out, "seeds.js"))?.[1];
    };
    const [one, same, other] = [
      await hashOf("mst_one_full"),
      await hashOf("mst_one_full"),
      await hashOf("mst_two_full"),
    ];
    expect(one).toHaveLength(64);
    expect([one === same, one === other]).toEqual([true, false]);
  });

  test("prints warnings, and writes", async () => {
    await using directory = await temporaryDirectory({
      "seeds/a.yaml": "merchants:\n  - slug: idle\n",
    });
    const { code, stderr } = await bundle(
      ...["--out", join(directory.path, "out"), "--seeds", join(directory.path, "seeds")],
    );
    expect([code, stderr]).toEqual([0, expect.stringContaining("warning: ")]);
  });

  test("writes nothing of seeds with a mistake, and names it", async () => {
    await using directory = await temporaryDirectory({ "seeds/a.yaml": "shops: []\n" });
    const out = join(directory.path, "out");
    const { code, stdout, stderr } = await bundle(
      "--out",
      out,
      "--seeds",
      join(directory.path, "seeds"),
    );
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toStartWith(
      "merchant-sandbox: Cannot bundle the seeds. Nothing was written.\n\n",
    );
    expect(stderr).toContain("a.yaml:1:1 error: unknown field `shops`");
    expect(await readdir(directory.path)).toEqual(["seeds"]);
  });

  test("reports missing seeds", async () => {
    await using directory = await temporaryDirectory();
    const { code, stderr } = await bundle(
      ...["--out", join(directory.path, "out"), "--seeds", join(directory.path, "none")],
    );
    expect([code, stderr]).toEqual([1, expect.stringContaining("none")]);
    expect(await readdir(directory.path)).toEqual([]);
  });

  test("writes its own files again, and leaves the configuration as it is", async () => {
    await using directory = await temporaryDirectory({
      "seeds/a.yaml": seedsWithKeys("mst_one_full"),
    });
    const out = join(directory.path, "out");
    await bundle("--out", out);
    await Bun.write(join(out, "wrangler.jsonc"), "{ mine }");
    await Bun.write(join(out, "notes.txt"), "mine");
    const again = await bundle("--out", out, "--seeds", join(directory.path, "seeds"));
    expect(again.stdout).toContain("  wrangler.jsonc      unchanged, because it is yours\n");
    expect(await read(out, "wrangler.jsonc")).toBe("{ mine }");
    expect(await read(out, "notes.txt")).toBe("mine");
    expect(await read(out, "seeds.js")).toContain("mst_one_full");
  });

  test.each(["worker.js", "seeds.js"])("writes nothing if %s is not its own", async (name) => {
    await using directory = await temporaryDirectory({ [name]: "mine" });
    const { path } = directory;
    expect(await bundle("--out", path)).toEqual({
      code: 1,
      stdout: "",
      stderr: `merchant-sandbox: Cannot write the bundle to ${path}: ${name} in it was not written by bundle.\n  Choose another directory: merchant-sandbox bundle --out DIR\n`,
    });
    expect(await readdir(path)).toEqual([name]);
  });

  test.each(FILES)("writes nothing if %s is a directory", async (name) => {
    await using directory = await temporaryDirectory({ [`${name}/inside.txt`]: "mine" });
    const { path } = directory;
    const { code, stderr } = await bundle("--out", path);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`: ${name} in it is a directory.`)]);
    expect(await readdir(path)).toEqual([name]);
  });

  test("leaves the bundle as it was if the disk is full", async () => {
    const products = Array.from(
      { length: 4_000 },
      (_, n) =>
        `  - { publicCode: P${n}, merchant: acme, currency: EUR, title: ${"x".repeat(190)} }\n`,
    );
    await using directory = await temporaryDirectory({
      "seeds/a.yaml": seedsWithKeys("mst_one_full"),
      "large/a.yaml": `merchants: [{ slug: acme }]\nproducts:\n${products.join("")}`,
    });
    const out = join(directory.path, "out");
    const seeds = (name: string) => ["--seeds", join(directory.path, name)];
    await bundle("--out", out, ...seeds("seeds"));
    const before = await Promise.all(FILES.map((name) => read(out, name)));
    const { code, stderr } = await runWithSmallFiles(700, [
      "bundle",
      "--out",
      out,
      ...seeds("large"),
    ]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("EFBIG: file too large")]);
    expect(await Promise.all(FILES.map((name) => read(out, name)))).toEqual(before);
    expect((await readdir(out)).toSorted()).toEqual(WRITTEN);
  });

  test.each([
    [[], "bundle needs --out DIR."],
    [["--out", ""], "--out needs a value. Usage: --out DIR"],
    [["--out", "x", "y"], 'Unexpected argument "y"'],
    [
      ["--out", "x", "--name", "My Shop"],
      "--name must be lower-case letters, digits and hyphens, at most 63 characters",
    ],
  ])("%j is wrong usage", async (args: string[], message) => {
    const { code, stderr } = await bundle(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test("reports why it can't write", async () => {
    await using directory = await temporaryDirectory({ file: "" });
    const { code, stderr } = await bundle("--out", join(directory.path, "file/out"));
    expect([code, stderr]).toEqual([1, expect.stringContaining("Cannot write the bundle to ")]);
  });

  test.each(Object.entries(RUNTIMES))("writes the same under %s", async (_name, command) => {
    await using directory = await temporaryDirectory();
    const child = Bun.spawn([...command, "bundle", "--out=-theirs"], {
      cwd: directory.path,
      stderr: "inherit",
    });
    expect(await new Response(child.stdout).text()).toContain(
      "  cd ./-theirs && npx wrangler deploy\n",
    );
    expect(await child.exited).toBe(0);
    const ours = join(directory.path, "ours");
    await bundle("--out", ours);
    for (const name of FILES) {
      expect((await read(join(directory.path, "-theirs"), name)) === (await read(ours, name))).toBe(
        true,
      );
    }
  });
});

async function bundle(...args: readonly string[]) {
  const terminal = fakeTerminal();
  const code = await run(["bundle", ...args], terminal);
  return { code, ...terminal.written };
}

const read = (directory: string, name: string) => Bun.file(join(directory, name)).text();
