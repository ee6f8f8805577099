// What `npm pack` and `deno publish` would send, file by file: exactly what is meant to be there, found by those
// who go by package.json, and no heavier than it should be.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { Archive } from "bun";
import { publint } from "publint";
import jsr from "../../jsr.json" with { type: "json" };
import manifest from "../../package.json" with { type: "json" };
import { type Pack, packPackage } from "../support/install.ts";

setDefaultTimeout(60_000);

const ROOT = join(import.meta.dir, "../..");

const EXPORTS = Object.values(manifest.exports).flatMap((target) =>
  typeof target === "string" ? [] : [target],
);
const inPackage = (path: string) => path.replace("./dist/", "");
/** All of it except the pages of docs/ and the JavaScript with its maps. */
const FILES = [
  "LICENSE",
  "README.md",
  "package.json",
  "third-party-licences.txt",
  ...EXPORTS.map(({ types }) => inPackage(types)),
];
const ENTRY_POINTS = ["main.js", "reload/worker.js", ...EXPORTS.map((it) => inPackage(it.default))];
const TRANSPILER = new Bun.Transpiler({ loader: "js" });
const isPage = (path: string) => /^docs\/[\w-]+\.md$/.test(path);
const isScript = (path: string) => /\.js(?:\.map)?$/.test(path);

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

  test("has these files, and no chunk that nothing loads", () => {
    const paths = [...files.keys()].toSorted();
    expect(paths.filter((path) => !isScript(path) && !isPage(path))).toEqual(FILES.toSorted());
    expect(paths).toContain("docs/seeds.md");
    const loaded = [...files].flatMap(([path, text]) =>
      path.endsWith(".js") ? importsOf(text).map((name) => join(path, "..", name)) : [],
    );
    const scripts = paths.filter((path) => path.endsWith(".js"));
    expect(scripts.filter((path) => ![...loaded, ...ENTRY_POINTS].includes(path))).toEqual([]);
  });

  test("has modules under the paths that they have in src/, and those of packages together", async () => {
    const names = [...files.keys()].flatMap((path) => /^(.*)\.js$/.exec(path)?.[1] ?? []);
    const unknown = names.filter((name) => {
      const path = name.replace(/\d$/, "");
      const isSource = [".ts", ".tsx"].some((end) => existsSync(join(ROOT, "src", path + end)));
      return !isSource && path !== "rolldown/runtime" && !path.startsWith("packages/");
    });
    expect(unknown).toEqual([]);
    expect(names).toContain("pages/dashboard/app");
  });

  test("maps each of its own modules to its source, with the text, and nothing else", () => {
    const maps = [...files].filter(([path]) => path.endsWith(".js.map"));
    const texts = maps.flatMap(([, map]) => {
      const { sources, sourcesContent } = JSON.parse(map);
      return sources.flatMap((source: string, at: number) =>
        sourcesContent[at] === null ? [] : source,
      );
    });
    expect(texts.filter((source) => !/^(?:\.\.\/)+src\/[\w./-]+\.tsx?$/.test(source))).toEqual([]);
    expect(texts).toContain("../src/sandbox.ts");
    const named = [...files].flatMap(([path, text]) => {
      const [, name] = /^\/\/# sourceMappingURL=(.*)$/m.exec(text.slice(-200)) ?? [];
      return name === undefined ? [] : join(path, "..", name);
    });
    expect(named.toSorted()).toEqual(maps.map(([path]) => path).toSorted());
  });

  test("has a package.json with what users need", () => {
    const published = JSON.parse(files.get("package.json") ?? "");
    expect(Object.keys(published)).toEqual([
      "name",
      "version",
      "description",
      "license",
      "type",
      "engines",
      "sideEffects",
      "bin",
      "exports",
      "files",
      "peerDependencies",
      "peerDependenciesMeta",
    ]);
    const paths = JSON.stringify([published.bin, published.exports, published.sideEffects]);
    const named = paths.match(/[\w/-]+\.(?:d\.ts|js|json)\b/g) ?? [];
    expect(named.filter((path) => !files.has(path.replace(/^\//, "")))).toEqual([]);
    expect(named.length).toBeGreaterThan(8);
  });

  test("is under 1.6 MB packed, 6 MB unpacked and 250 files", () => {
    const unpacked = [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    expect(tarball.byteLength).toBeLessThan(1_600_000);
    expect(unpacked).toBeLessThan(6_000_000);
    expect(files.size).toBeLessThan(250);
  });

  test("needs no other package, in its code as in its types", () => {
    const peers = Object.keys(manifest.peerDependencies);
    const optional = Object.fromEntries(peers.map((name) => [name, { optional: true }]));
    expect<object>(manifest.peerDependenciesMeta).toEqual(optional);
    const scripts = [...files].filter(([path]) => path.endsWith(".js"));
    const imported = scripts.flatMap(([, text]) => importsOf(text));
    const named = imported.filter((path) => !path.startsWith("."));
    expect(named.length).toBeGreaterThan(10);
    const others = named.filter((name) => !isBuiltin(name));
    // Why: who imports the fixtures of a test tool has that tool.
    expect(others.toSorted()).toEqual(["@playwright/test", "msw", "vitest"]);
    const types = [...files].filter(([path]) => path.endsWith(".d.ts"));
    const foreign = types.flatMap(
      ([, text]) => text.match(/(?<=\b(?:from |import\()")[^.][^"]*/g) ?? [],
    );
    // Why: the type of the API is Hono's own, where there is one.
    expect(peers).toEqual(expect.arrayContaining([...new Set(foreign)]));
  });

  test("has types that read like an API, with nothing of the libraries in them", () => {
    const types = [...files].filter(([path]) => path.endsWith(".d.ts"));
    const withSchemas = types.filter(([, text]) => /\wSchema\b|valibot/.test(text));
    // Why: there the schemas are what is asked for.
    expect(withSchemas.map(([path]) => path)).toEqual(["contract/index.d.ts"]);
    expect(files.get("index.d.ts")).toMatch(
      /\/\*\* The bearer token that clients send, .+ \*\/\n {2}readonly key: string;\n/,
    );
  });

  test("pins each tool and library, and lets two of them run a script", () => {
    const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    const allowed = Object.entries(manifest.allowScripts).filter(([, runs]) => runs);
    expect(allowed.map(([name]) => name)).toEqual(["bun", "deno"]);
  });

  test("runs nothing during installation", () => {
    const hooks = ["preinstall", "install", "postinstall", "prepare", "prepublish"];
    expect(hooks.filter((hook) => hook in manifest.scripts)).toEqual([]);
  });

  test("carries the licence of each package that is built in", () => {
    const text = files.get("third-party-licences.txt") ?? "";
    const names = [...text.matchAll(/^(\S+) \d+\.\d+\.\d+$/gm)].map(([, name]) => name);
    expect(names).toEqual(Object.keys(manifest.dependencies).filter((name) => name !== "bun"));
    expect(text.match(/^Copyright /gm)?.length).toBeGreaterThanOrEqual(names.length);
  });

  test("has nothing that publint would fix", async () => {
    expect((await publint({ pack: { tarball }, strict: true })).messages).toEqual([]);
  });

  test("has types that every resolver finds, but those that know no `exports`", async () => {
    const found = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
    const problems = found.types === false ? ["no types"] : found.problems;
    // Why: what Node 20.19 and later can require is a module all the same, and reported as one.
    const reported = problems.map((problem) =>
      typeof problem === "string" || !("entrypoint" in problem)
        ? problem
        : `${problem.kind} ${problem.entrypoint} ${problem.resolutionKind}`,
    );
    expect(reported).toEqual([
      "CJSResolvesToESM . node16-cjs",
      "CJSResolvesToESM ./client node16-cjs",
      "CJSResolvesToESM ./contract node16-cjs",
      "NoResolution ./msw node10",
      "CJSResolvesToESM ./msw node16-cjs",
      "NoResolution ./playwright node10",
      "CJSResolvesToESM ./playwright node16-cjs",
      "NoResolution ./seeds node10",
      "CJSResolvesToESM ./seeds node16-cjs",
      "NoResolution ./vary node10",
      "CJSResolvesToESM ./vary node16-cjs",
      "NoResolution ./vitest node10",
      "CJSResolvesToESM ./vitest node16-cjs",
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
    expect(sent.toSorted()).toEqual([...expected.map(placeOf), "jsr.json"].toSorted());
  });
});

/** What a module imports, at its start or later. */
function importsOf(text: string): string[] {
  return TRANSPILER.scanImports(text.replace(/^#!.*/, "")).map(({ path }) => path);
}

/** Where a file of the package is in a clone. */
function placeOf(path: string): string {
  return /\.md$|^LICENSE$/.test(path) ? path : `dist/${path}`;
}
