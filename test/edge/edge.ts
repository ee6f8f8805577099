// A shared sandbox as it would be deployed: `bundle` writes a folder, and the engine runs what is in it, as its
// wrangler.jsonc says. probe.js comes before it: tests use it to move the clock and to remove objects from memory.
import { join } from "node:path";
import type { Readable } from "node:stream";
import { Miniflare } from "miniflare";
import * as v from "valibot";
import { parse } from "yaml";
import { run } from "../../src/cli/run.ts";
import { fakeTerminal } from "../cli/fake-terminal.ts";
import { temporaryDirectory } from "../cli/temporary-directory.ts";
import { type Made, MadeSchema } from "./made.ts";

export const TOKEN = "token-of-the-tests";
export const OTHER_TOKEN = "token-of-somebody-else";

const ConfigurationSchema = v.object({
  name: v.string(),
  main: v.string(),
  compatibility_date: v.string(),
  durable_objects: v.object({
    bindings: v.array(v.object({ name: v.string(), class_name: v.string() })),
  }),
  migrations: v.tuple([v.object({ new_sqlite_classes: v.array(v.string()) })]),
  vars: v.record(v.string(), v.union([v.string(), v.number()])),
});

/** What the engine does at any time, and what is in a world's storage. */
export type Probe = "ring" | "due" | "bytes" | "kept" | "damage" | "derange" | "evict";

export interface EdgeOptions {
  /** Seeds as texts by their paths. Default: the embedded ones. */
  readonly seeds?: Readonly<Record<string, string>>;
  /** Variables in the place of the configuration's. */
  readonly vars?: Readonly<Record<string, string | number>>;
}

export interface Edge extends AsyncDisposable {
  readonly url: string;
  /** Asks a path, or a whole address. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Makes a world. Throws if that is rejected. */
  make(body?: object, token?: string): Promise<Made>;
  /** A call of the control API about a world, with its secret. */
  control(world: Made, path?: string, init?: { method: string; body?: unknown }): Promise<Response>;
  /** Does something to a world's object. */
  probe(name: Probe, world: Made): Promise<unknown>;
  /** What the engine has printed so far. */
  printed(): string;
  /** Moves the system's clock of the Worker. */
  pass(ms: number): Promise<void>;
  /** Ends the engine, and starts it on what it has stored, with other seeds maybe. */
  deploy(options?: EdgeOptions): Promise<void>;
}

/** Starts a shared sandbox. */
export async function startEdge(options: EdgeOptions = {}): Promise<Edge> {
  const storage = await temporaryDirectory();
  const printed: string[] = [];
  const print = (text: string) => printed.push(text);
  let engine = await startEngine(options, storage.path, print);
  let url = await addressOf(engine);

  const ask: Edge["ask"] = (path, init) =>
    fetch(path.startsWith("http") ? path : url + path, { redirect: "manual", ...init });

  const probe: Edge["probe"] = async (probed, { name }) =>
    (await ask(`/__test/${probed}/${name}`)).json();

  return {
    get url() {
      return url;
    },
    ask,
    probe,
    async make(body = {}, token = TOKEN) {
      const response = await ask("/_sandbox/worlds", writing("POST", body, token));
      if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
      return v.parse(MadeSchema, await response.json());
    },
    control: ({ name, secret }, path = "", { method, body } = { method: "GET" }) =>
      ask(`/_sandbox/worlds/${name}${path}`, writing(method, body, secret)),
    printed: () => printed.join(""),
    async pass(ms) {
      await ask(`/__test/pass/${ms}`);
    },
    async deploy(others = options) {
      await engine.dispose();
      engine = await startEngine(others, storage.path, print);
      url = await addressOf(engine);
    },
    async [Symbol.asyncDispose]() {
      await engine.dispose();
      await storage[Symbol.asyncDispose]();
    },
  };
}

/** What sends a body as JSON, with a token. */
export function writing(method: string, body: unknown, token?: string): RequestInit {
  const headers = {
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(method !== "GET" && { "Content-Type": "application/json" }),
  };
  return { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
}

async function startEngine(
  { seeds, vars }: EdgeOptions,
  storage: string,
  print: (text: string) => void,
): Promise<Miniflare> {
  await using directory = await temporaryDirectory(seeds);
  const folder = join(directory.path, "bundle");
  const flags = seeds === undefined ? [] : ["--seeds", directory.path];
  const terminal = fakeTerminal();
  const code = await run(["bundle", "--out", folder, ...flags], terminal);
  if (code !== 0) throw new Error(terminal.written.stderr);
  const read = (path: string) => Bun.file(join(folder, path)).text();
  const written = v.parse(ConfigurationSchema, parse(asYaml(await read("wrangler.jsonc"))));
  const [{ new_sqlite_classes: classes }] = written.migrations;
  const modules = [
    { path: "probe.js", contents: await Bun.file(join(import.meta.dir, "probe.js")).text() },
    { path: written.main, contents: await read(written.main) },
    { path: "seeds.js", contents: await read("seeds.js") },
  ];
  return new Miniflare({
    name: written.name,
    host: "127.0.0.1",
    port: 0,
    compatibilityDate: written.compatibility_date,
    modules: modules.map((module) => ({ type: "ESModule", ...module })),
    bindings: { ...written.vars, CONTROL_TOKENS: `${TOKEN}, ${OTHER_TOKEN}`, ...vars },
    durableObjects: Object.fromEntries(
      written.durable_objects.bindings.map(({ name, class_name: className }) => [
        name,
        { className, useSQLite: classes.includes(className) },
      ]),
    ),
    durableObjectsPersist: storage,
    // Why: it also reports each response that a fault drops.
    handleRuntimeStdio(stdout: Readable, stderr: Readable) {
      for (const stream of [stdout, stderr]) stream.on("data", (data) => print(String(data)));
    },
  });
}

async function addressOf(engine: Miniflare): Promise<string> {
  return (await engine.ready).origin;
}

// Why: except for its comments, it is YAML.
const asYaml = (text: string) => text.replace(/^\s*\/\/.*$/gm, "");
