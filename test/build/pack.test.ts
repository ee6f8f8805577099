// What `npm pack` and `deno publish` would send, file by file: exactly what is meant to be there, found by those
// who go by package.json, and no heavier than it should be.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { Archive } from "bun";
import { publint } from "publint";
import jsr from "../../jsr.json" with { type: "json" };
import manifest from "../../package.json" with { type: "json" };
import { BUILT_IN } from "../support/built-in.ts";
import { type Pack, packPackage } from "../support/install.ts";

setDefaultTimeout(60_000);

const ROOT = join(import.meta.dir, "../..");

/** All of it except the pages of docs/, and the chunks, whose names the bundler makes of their content. */
const FILES = [
  "LICENSE",
  "README.md",
  "dist/index.d.ts",
  "dist/index.js",
  "dist/library/vary.d.ts",
  "dist/library/vary.js",
  "dist/main.js",
  "dist/reload/worker.js",
  "dist/seeds/load.d.ts",
  "dist/seeds/load.js",
  "dist/third-party-licences.txt",
  "package.json",
];
const TRANSPILER = new Bun.Transpiler({ loader: "js" });
const isPage = (path: string) => /^docs\/[\w-]+\.md$/.test(path);
const isChunk = (path: string) => /^dist\/[\w-]+-[a-z0-9]{8}\.js$/.test(path);

describe("the package that would be published", () => {
  let pack: Pack;
  let tarball: ArrayBuffer;
  let files: Map<string, string>;

  beforeAll(async () => {
    pack = await packPackage();
    tarball = await Bun.file(pack.path).arrayBuffer();
    const entries = [...(await new Archive(tarball).files())];
    files = new Map(
      await Promise.all(
        entries.map(
          async ([path, file]) => [path.replace("package/", ""), await file.text()] as const,
        ),
      ),
    );
  });
  afterAll(() => pack[Symbol.asyncDispose]());

  test("holds these files, and no chunk that nothing loads", () => {
    const paths = [...files.keys()].toSorted();
    expect(paths.filter((path) => !isChunk(path) && !isPage(path))).toEqual(FILES);
    expect(paths).toContain("docs/seeds.md");
    const scripts = [...files].filter(([path]) => path.endsWith(".js"));
    const isLoaded = (chunk: string) =>
      scripts.some(([path, text]) => path !== chunk && text.includes(chunk.replace("dist/", "./")));
    expect(paths.filter((path) => isChunk(path) && !isLoaded(path))).toEqual([]);
  });

  test("is under 850 kB packed, 3.3 MB unpacked and 130 files", () => {
    const unpacked = [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    expect(tarball.byteLength).toBeLessThan(850_000);
    expect(unpacked).toBeLessThan(3_300_000);
    expect(files.size).toBeLessThan(130);
  });

  test("needs no other package, in its code as in its types", () => {
    expect(Object.keys(manifest)).not.toContain("dependencies");
    expect(manifest.peerDependenciesMeta).toEqual({ hono: { optional: true } });
    expect(Object.keys(manifest.peerDependencies)).toEqual(["hono"]);
    const scripts = [...files].filter(([path]) => path.endsWith(".js"));
    const imported = scripts.flatMap(([, text]) =>
      TRANSPILER.scanImports(text.replace(/^#!.*/, "")),
    );
    const named = imported.map(({ path }) => path).filter((path) => !path.startsWith("."));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !isBuiltin(name))).toEqual([]);
    const types = [...files].filter(([path]) => path.endsWith(".d.ts"));
    const foreign = types.flatMap(([, text]) => text.match(/\b(?:from |import\()"[^.].*/g) ?? []);
    // Why: the type of the API is Hono's own, where there is one.
    expect(foreign).toEqual(['from "hono";']);
  });

  test("pins each tool and library, and lets two of them run a script", () => {
    const versions = Object.values(manifest.devDependencies);
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    const allowed = Object.entries(manifest.allowScripts).filter(([, runs]) => runs);
    expect(allowed.map(([name]) => name)).toEqual(["bun", "deno"]);
  });

  test("runs nothing where it is installed", () => {
    const hooks = ["preinstall", "install", "postinstall", "prepare", "prepublish"];
    expect(hooks.filter((hook) => hook in manifest.scripts)).toEqual([]);
  });

  test("carries the licence of each package that is built in", () => {
    const text = files.get("dist/third-party-licences.txt") ?? "";
    const names = [...text.matchAll(/^(\S+) \d+\.\d+\.\d+$/gm)].map(([, name]) => name);
    expect(names).toEqual([...BUILT_IN]);
    expect(text.match(/^Copyright /gm)?.length).toBeGreaterThanOrEqual(names.length);
  });

  test("has nothing that publint would mend", async () => {
    expect((await publint({ pack: { tarball }, strict: true })).messages).toEqual([]);
  });

  test("has types that every resolver finds, but those that know no `exports`", async () => {
    const found = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
    const problems = found.types === false ? ["no types"] : found.problems;
    // Why: what Node 20.19 and later can require is a module all the same, and told as one.
    const told = problems.map((problem) =>
      typeof problem === "string" || !("entrypoint" in problem)
        ? problem
        : `${problem.kind} ${problem.entrypoint} ${problem.resolutionKind}`,
    );
    expect(told).toEqual([
      "NoResolution . node10",
      "CJSResolvesToESM . node16-cjs",
      "NoResolution ./seeds node10",
      "CJSResolvesToESM ./seeds node16-cjs",
      "NoResolution ./vary node10",
      "CJSResolvesToESM ./vary node16-cjs",
    ]);
  });

  test("would be taken by `deno publish`, as the same files", async () => {
    expect(jsr).toMatchObject({ version: manifest.version, license: manifest.license });
    const deno = join(ROOT, "node_modules/.bin/deno");
    const child = Bun.spawn([deno, "publish", "--dry-run", "--allow-dirty"], {
      cwd: ROOT,
      env: { ...process.env, NO_COLOR: "1" },
      stdout: "pipe",
      stderr: "pipe",
    });
    const report = (
      await Promise.all([child.stdout, child.stderr].map((stream) => new Response(stream).text()))
    ).join("");
    expect([await child.exited, report.includes("Dry run complete")], report).toEqual([0, true]);
    const sent = [...report.matchAll(/^ +file:\/\/(\S+) \(/gm)].map(([, path = ""]) =>
      path.slice(ROOT.length + 1),
    );
    const expected = [...files.keys()].filter((path) => path !== "package.json");
    expect(sent.toSorted()).toEqual([...expected, "jsr.json"].toSorted());
  });
});
