// What a start costs, in counts that are the same on every machine: modules and bytes.
// The built ones need `npm run build` before.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Glob, Transpiler } from "bun";
import { RUNTIMES, spawnSandbox } from "../support/spawn-sandbox.ts";

const ROOT = join(import.meta.dir, "../..");
const DIST = join(ROOT, "dist");
const EDGE = "edge/worker.js";
const CODE = /\.(?:tsx?|m?js)$/;

/** Lists what is loaded from the start to the end after one response: modules, and what they import of the runtime. */
export async function listModules(flags: readonly string[]): Promise<string[]> {
  const [bun = "bun", main = ""] = RUNTIMES.bun ?? [];
  const preload = join(import.meta.dir, "note-modules.ts");
  const paths = await noteStart([bun, "--preload", preload, main], flags);
  const loaded = paths.filter((path) => path !== preload);
  const builtins = await Promise.all(loaded.filter((path) => CODE.test(path)).map(findBuiltins));
  const names = loaded.map((path) => path.replace(`${ROOT}/`, "").replace(/^.*node_modules\//, ""));
  return [...new Set([...names, ...builtins.flat()])].sort();
}

// Why: whoever loads these loads what they import, which in Bun takes a millisecond and more for each.
async function findBuiltins(path: string): Promise<string[]> {
  const loader = path.endsWith(".ts") ? "ts" : "tsx";
  const imports = new Transpiler({ loader }).scanImports(await Bun.file(path).text());
  return imports
    .filter((found) => found.kind === "import-statement" && isBuiltin(found.path))
    .map((found) => `node:${found.path.replace(/^node:/, "")}`);
}

/** Adds up the bytes of JavaScript that are built, by what they are for. */
export async function measureSizes(): Promise<Record<string, number>> {
  const [node = "node", main = ""] = RUNTIMES.node ?? [];
  const preload = join(import.meta.dir, "note-loads.js");
  const loaded = await noteStart([node, "--import", preload, main], []);
  const all = await Array.fromAsync(new Glob("**/*.js").scan(DIST));
  const forNode = all.filter((path) => path !== EDGE);
  const minified = await bundle();
  const client = await Bun.build({
    entrypoints: [join(ROOT, "src/client/index.ts")],
    target: "browser",
    minify: true,
  });
  return {
    "loaded by a start of Node": sizeOf(loaded.filter(isBuilt).map((url) => fileURLToPath(url))),
    "built for Node": sizeOf(forNode.map((path) => join(DIST, path))),
    "built for the edge": sizeOf([join(DIST, EDGE)]),
    "built into the executable": minified.outputs.reduce((sum, { size }) => sum + size, 0),
    "the client in a web page": client.outputs.reduce((sum, { size }) => sum + size, 0),
  };
}

/** Counts the files of the executable that a start of `serve` loads. */
export async function countStartFiles(): Promise<number> {
  const { outputs } = await bundle();
  const texts = await Promise.all(
    outputs.map(async (file) => [basename(file.path), await file.text()] as const),
  );
  const imports = new Map(texts.map(([name, text]) => [name, importsIn(text)]));
  const serve = texts.find(([, text]) => /\bas SERVE[,}]/.test(text))?.[0] ?? "";
  const reached = new Set(["main.js", serve]);
  // Why: a set yields what is added to it on the way.
  for (const name of reached) for (const next of imports.get(name) ?? []) reached.add(next);
  return reached.size;
}

const importsIn = (text: string) =>
  new Transpiler({ loader: "js" })
    .scanImports(text.replace(/^#!.*/, ""))
    .filter(({ kind, path }) => kind === "import-statement" && path.startsWith("./"))
    .map(({ path }) => basename(path));

/** Bundles the program as the executable has it, except its machine code. */
const bundle = () =>
  Bun.build({
    entrypoints: [join(ROOT, "src/main.ts"), join(ROOT, "src/reload/worker.ts")],
    target: "bun",
    minify: true,
    splitting: true,
  });

/** Counts the bytes of the Worker as its engine counts them: compressed. */
export async function measureWorker(): Promise<number> {
  return Bun.gzipSync(await Bun.file(join(DIST, EDGE)).bytes()).length;
}

/** Starts a sandbox, asks for one ping, stops it, and reads what was noted. */
async function noteStart(command: readonly string[], flags: readonly string[]): Promise<string[]> {
  const directory = await mkdtemp(join(tmpdir(), "merchant-sandbox-notes-"));
  const notes = join(directory, "notes");
  try {
    const started = await spawnSandbox(["env", `NOTES=${notes}`, ...command], flags, directory);
    const { baseUrl, apiKey } = started.ready;
    const headers = { Authorization: `Bearer ${apiKey}` };
    const { status } = await fetch(`${baseUrl}/api/v1/integration/ping`, { headers });
    if (status !== 200) throw new Error(`the ping was answered ${status}`);
    await started.stop();
    return (await readFile(notes, "utf8")).trimEnd().split("\n");
  } finally {
    await rm(directory, { recursive: true });
  }
}

const isBuilt = (url: string) => url.startsWith(`file://${DIST}/`);

function sizeOf(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + Bun.file(path).size, 0);
}
