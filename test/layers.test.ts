// Holds the plan of the house: who may import whom, and the five laws. A line that breaks one is named
// with its file and number.
import { describe, expect, test } from "bun:test";
import { Glob } from "bun";

const CORE = [
  "shared",
  "contract",
  "model",
  "seeds",
  "world",
  "persist",
  "api",
  "control",
  "pages",
];

const DATA = ["shared", "contract", "model", "seeds"];

/** What each room of src/ may import besides itself. Rooms are folders, or files at the top. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  shared: [],
  runtime: ["shared"],
  version: [],
  contract: ["shared"],
  model: ["shared", "contract"],
  seeds: ["shared", "contract", "model"],
  world: DATA,
  persist: [...DATA, "world"],
  api: [...DATA, "world"],
  control: [...DATA, "world"],
  pages: [...DATA, "world"],
  conform: ["shared", "contract"],
  vary: [...DATA, "world"],
  // Why: of the pages it takes the list of guides, of the control API only types.
  mcp: [...DATA, "world", "api", "control", "pages", "conform", "client", "version"],
  // Why: of the tools for agents it takes only a type, because they would not fit into the program at the edge.
  program: ["mcp", "pages"],
  sandbox: [...CORE, "program", "version"],
  reload: ["seeds", "world", "runtime", "sandbox"],
  start: [...DATA, "world", "persist", "runtime", "sandbox", "reload", "mcp", "program"],
  library: [...DATA, "world", "api", "control", "client", "vary", "sandbox", "start", "version"],
  // Why: of the server it takes only types, because it may be loaded without one.
  client: [...DATA, "world", "control", "runtime"],
  cli: [
    ...[...DATA, "world", "client", "conform", "vary", "mcp"],
    ...["runtime", "start", "reload", "version"],
  ],
  index: [...DATA, "world", "sandbox", "start", "library", "client", "reload", "runtime"],
  main: ["cli", "runtime"],
  build: ["shared", "model", "seeds", "world", "runtime"],
  // Why: another root beside main, of which the core knows nothing.
  edge: [...DATA, "world", "persist", "control", "sandbox"],
};

interface Law {
  readonly name: string;
  /** Where the pattern is at home. */
  readonly allowed: (room: string, path: string) => boolean;
  readonly pattern: RegExp;
}

const LAWS: readonly Law[] = [
  {
    name: "law 1: no module but those of world/ keeps state",
    allowed: (room) => room === "world" || room === "main",
    // Why: a WeakMap from a value that never changes to what was made of it is not state: without it, the
    // same would be made again.
    pattern:
      /^(?:export )?(?:let|var) |^(?:export )?const \w+(?:: (?!Readonly)[^=]+)? = (?:new (?:Map|Set|WeakSet)|\[\];)/,
  },
  {
    name: "law 2: only world/clock.ts asks the system for the time",
    allowed: (_room, path) => path === "world/clock.ts",
    pattern: /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|\bTemporal\.Now\b/,
  },
  {
    name: "law 3: nothing outside is trusted by a cast",
    allowed: () => false,
    pattern: /\bas (?:any|unknown as)\b|\.json\(\) as\b|JSON\.parse\([^)]*\) as\b|: any\b/,
  },
  {
    name: "law 4: sandbox.ts is the one composition root",
    allowed: (room) => room === "sandbox",
    pattern: /(?<!function )\bcreate(?:Api|Hosted|Control|Worlds|Dashboard|Docs)\(/,
  },
  {
    name: "law 4: sandboxes are made by start.ts, and at the edge; a sandbox makes copies of itself",
    allowed: (room) => ["start", "library", "edge", "sandbox"].includes(room),
    pattern: /(?<!function )\bcreateSandbox\(/,
  },
  {
    name: "law 5: the core names no runtime",
    allowed: (room) => !CORE.includes(room) && room !== "conform",
    pattern: /["']node:|\bBun\.|\bDeno\.|\bBuffer\b|\brequire\(|["']bun["']/,
  },
  {
    name: "only edge/ names its engine, whose objects are classes",
    allowed: (room) => room === "edge",
    pattern: /["']cloudflare:|\bextends DurableObject\b/,
  },
  {
    name: "main.ts alone touches the process, and what ends a group of them",
    allowed: (room, path) =>
      room === "main" ||
      [
        ...["runtime/spawn.ts", "runtime/environment.ts"],
        // Why: it writes programs that do.
        "pages/code/snippets.ts",
      ].includes(path),
    pattern: /\bprocess\.|["']node:process["']/,
  },
  {
    name: "only runtime/ names a runtime, and cli/ a part of Node that all have",
    allowed: (room) => room === "runtime" || room === "main",
    pattern: /\bBun\.|\bDeno\.|["']node:(?!util["'])/,
  },
  {
    name: "only cli/ prints",
    // Why: the code that the reference shows prints as well, where it is pasted, and the engine at the edge
    // keeps as its log what is printed there.
    allowed: (room, path) =>
      room === "cli" || room === "main" || ["pages/code/snippets.ts", "edge/log.ts"].includes(path),
    pattern: /\bconsole\./,
  },
];

/** Finds every line of a file in src/ that breaks the plan. */
function findBreaches(path: string, text: string): string[] {
  const room = roomOf(path);
  const known = MAY_IMPORT[room];
  if (known === undefined) return [`src/${path}:1 is in no room of the house`];
  return withoutComments(text)
    .split("\n")
    .flatMap((line, index) =>
      [...breachesOfImports(path, line, [room, ...known]), ...breachesOfLaws(path, line)].map(
        (breach) => `src/${path}:${index + 1} ${breach}`,
      ),
    );
}

function breachesOfImports(path: string, line: string, allowed: readonly string[]): string[] {
  const target = /(?:from |import\(|import )["'](\.[^"']+)["']/.exec(line)?.[1];
  if (target === undefined) return [];
  const { pathname } = new URL(target, `file:///src/${path}`);
  if (/^\/seeds\/.*\.yaml$/.test(pathname)) {
    return path === "seeds/write/starter.ts"
      ? []
      : ["only seeds/write/starter.ts carries the texts of the seeds"];
  }
  if (pathname === "/package.json") return [];
  if (pathname.endsWith(".md")) {
    return path === "pages/docs/guides/guides.ts" ? [] : ["only the guide carries pages of docs/"];
  }
  if (pathname === "/dist/edge/worker.js") {
    return path === "cli/commands/bundle/worker.ts"
      ? []
      : ["only cli/commands/bundle/worker.ts carries the Worker"];
  }
  const room = roomOf(pathname.replace("/src/", ""));
  return allowed.includes(room) ? [] : [`may not import ${room}`];
}

function breachesOfLaws(path: string, line: string): string[] {
  return LAWS.filter(
    ({ allowed, pattern }) => !allowed(roomOf(path), path) && pattern.test(line),
  ).map(({ name }) => name);
}

function importsOf(path: string, text: string): string[] {
  const targets = withoutComments(text).matchAll(/(?:from |import\(|import )["'](\.[^"']+)["']/g);
  return Array.from(targets, ([, target = ""]) =>
    new URL(target, `file:///src/${path}`).pathname.replace("/src/", ""),
  );
}

/** Finds the circles in a graph of imports, each as the way around it. */
function findCircles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]) => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(" → "));
    if (done.has(path)) return;
    done.add(path);
    for (const next of imports.get(path) ?? []) visit(next, [...way, path]);
  };
  for (const path of imports.keys()) visit(path, []);
  return circles;
}

/** Counts how many files of one room import each other in a row, at most, for their values. */
function countLevels(source: readonly (readonly [path: string, text: string])[]): number {
  const imports = new Map(
    source.map(([path, text]) => {
      const values = text.replaceAll(/^(?:import|export) type [^;]*;/gm, "");
      const own = importsOf(path, values).filter((target) => roomOf(target) === roomOf(path));
      return [path, own];
    }),
  );
  const levels = new Map<string, number>();
  const levelOf = (path: string): number => {
    const level = levels.get(path) ?? 1 + Math.max(0, ...(imports.get(path) ?? []).map(levelOf));
    levels.set(path, level);
    return level;
  };
  return Math.max(...source.map(([path]) => levelOf(path)));
}

function roomOf(path: string): string {
  return path.split("/")[0]?.replace(/\.tsx?$/, "") ?? "";
}

// Why: line breaks stay, so that line numbers stay true.
function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ""))
    .replace(/(^|\s)\/\/.*$/gm, "$1");
}

async function readSource(): Promise<[path: string, text: string][]> {
  const root = `${import.meta.dir}/../src`;
  const paths = await Array.fromAsync(new Glob("**/*.{ts,tsx}").scan(root));
  return Promise.all(
    paths
      .toSorted()
      .map(async (path) => [path, await Bun.file(`${root}/${path}`).text()] as [string, string]),
  );
}

describe("the architecture", () => {
  test("has no line that breaks an import rule", async () => {
    const source = await readSource();
    expect(source.length).toBeGreaterThan(50);
    expect(source.flatMap(([path, text]) => findBreaches(path, text))).toEqual([]);
  });

  test("has no imports that run in a circle", async () => {
    const source = await readSource();
    expect(
      findCircles(new Map(source.map(([path, text]) => [path, importsOf(path, text)]))),
    ).toEqual([]);
  });

  test("finds a circle of imports, types among them", () => {
    const circle = new Map([
      ["a.ts", ["b.ts"]],
      ["b.ts", ["c.ts"]],
      ["c.ts", ["b.ts"]],
    ]);
    expect(findCircles(circle)).toEqual(["b.ts → c.ts → b.ts"]);
  });

  test("has at most 8 levels of imports in a folder", async () => {
    const source = await readSource();
    expect(countLevels(source)).toBeLessThanOrEqual(8);
    const chain = Array.from({ length: 8 }, (_, at) => `import { x } from "./${at + 1}.ts";`);
    const deep = chain.map((text, at) => [`seeds/${at}.ts`, text] as const);
    expect(countLevels(deep)).toBe(9);
  });

  test("has no file over 250 lines, and each opens with a comment", async () => {
    const source = await readSource();
    const long = source.filter(([, text]) => text.trimEnd().split("\n").length > 250);
    const mute = source.filter(([, text]) => !/^(?:#!.*\n)?(?:\/\*\* @jsx.*\n)?\/\/ /.test(text));
    expect(long.map(([path]) => path)).toEqual([]);
    expect(mute.map(([path]) => path)).toEqual([]);
  });

  test.each([
    ["contract/x.ts", 'import { World } from "../world/world.ts";', "may not import world"],
    ["seeds/x.ts", 'import { World } from "../world/world.ts";', "may not import world"],
    ["api/x.ts", 'import { page } from "../pages/shop/index-page.ts";', "may not import pages"],
    ["conform/x.ts", 'import { createApi } from "../api/app.ts";', "may not import api"],
    ["cli/x.ts", 'import { createApi } from "../api/app.ts";', "may not import api"],
    ["shared/x.ts", 'import { ERRORS } from "../contract/errors.ts";', "may not import contract"],
    ["runtime/x.ts", 'import { World } from "../world/world.ts";', "may not import world"],
    ["main.ts", 'import { startSandbox } from "./start.ts";', "may not import start"],
    [
      "world/x.ts",
      'import keys from "../../seeds/keys.yaml";',
      "only seeds/write/starter.ts carries",
    ],
    ["utils/x.ts", "export const x = 1;", "is in no room of the house"],
    ["api/x.ts", "let count = 0;", "law 1"],
    ["seeds/x.ts", "const cache = new Map<string, string>();", "law 1"],
    ["api/x.ts", "  const now = Date.now();", "law 2"],
    ["world/world.ts", "  const now = new Date();", "law 2"],
    ["control/x.ts", "  const body = (await request.json()) as any;", "law 3"],
    ["cli/x.ts", "  const api = createApi({});", "law 4"],
    ["cli/x.ts", "  const sandbox = createSandbox();", "law 4"],
    ["world/x.ts", 'import { readFile } from "node:fs";', "law 5"],
    ["api/x.ts", "  return Bun.serve({});", "law 5"],
    ["cli/x.ts", "  process.exit(1);", "main.ts alone touches the process"],
    ["start.ts", "  Deno.serve({});", "only runtime/ names a runtime"],
    ["world/x.ts", 'import { WorldObject } from "../edge/worker.ts";', "may not import edge"],
    ["edge/x.ts", 'import { startSandbox } from "../start.ts";', "may not import start"],
    ["edge/x.ts", 'import { readFile } from "node:fs";', "only runtime/ names a runtime"],
    ["control/x.ts", 'import { DurableObject } from "cloudflare:workers";', "only edge/ names"],
    [
      "cli/x.ts",
      'import worker from "../../dist/edge/worker.js";',
      "only cli/commands/bundle/worker.ts",
    ],
    ["api/x.ts", "  console.log(1);", "only cli/ prints"],
    ["edge/x.ts", "  console.log(1);", "only cli/ prints"],
  ])("%s: finds `%s`", (path, line, breach) => {
    const [found = "none"] = findBreaches(path, `// A header.\n\n${line}\n`);
    expect(found).toStartWith(path === "utils/x.ts" ? `src/${path}:1` : `src/${path}:3`);
    expect(found).toContain(breach);
  });

  test("ignores comments, constants and the process's own measurements", () => {
    const text = [
      "// Date.now() and Bun.serve are only named here.",
      "const SCOPES: ReadonlySet<string> = new Set([]);",
      "/* process.exit(1)\n console.log() */",
      "const started = performance.now();",
      "const written = new WeakMap<Key, string>();",
    ].join("\n");
    expect(findBreaches("api/x.ts", text)).toEqual([]);
  });
});

/**
 * Names that still mean two things, until the folders that export them give one of the two another name.
 * Nothing is added here.
 */
const AMBIGUOUS: ReadonlySet<string> = new Set([
  // The library gives the names of sandbox.ts and start.ts to the same things with handles.
  ...["Sandbox", "RunningSandbox", "createSandbox", "startSandbox"],
  // And so it does for what they take.
  ...["SandboxOptions", "StartOptions", "LoadOptions", "loadSeeds"],
]);

/** Finds the names that two files export. A name that is exported again from elsewhere is not counted. */
function findAmbiguous(source: readonly (readonly [path: string, text: string])[]): string[] {
  const homes = new Map<string, Set<string>>();
  for (const [path, text] of source) {
    const exported = text.matchAll(
      /^export (?:default )?(?:async )?(?:abstract )?(?:class|const|function\*?|interface|let|type) (\w+)/gm,
    );
    for (const [, name = ""] of exported) homes.set(name, (homes.get(name) ?? new Set()).add(path));
  }
  return [...homes].flatMap(([name, paths]) =>
    paths.size > 1 ? [`${name}: ${[...paths].join(", ")}`] : [],
  );
}

describe("an exported name", () => {
  test("means one thing", async () => {
    const found = findAmbiguous(await readSource());
    expect(found.filter((line) => !AMBIGUOUS.has(line.replace(/:.*/, "")))).toEqual([]);
  });

  test("is found if two files export it, but not if one re-exports it", () => {
    const source = [
      [
        "a.ts",
        "export interface Call {}\nexport function read(): void;\nexport function read() {}",
      ],
      ["b.ts", "export async function* Call() {}"],
      ["c.ts", 'export { read } from "./a.ts";\nexport type { Call } from "./a.ts";'],
    ] as const;
    expect(findAmbiguous(source)).toEqual(["Call: a.ts, b.ts"]);
  });
});

describe("a folder", () => {
  test("has at most 20 files", async () => {
    const folders = new Map<string, number>();
    for (const path of await Array.fromAsync(new Glob("**/*").scan(`${import.meta.dir}/../src`))) {
      const folder = path.replace(/[^/]*$/, "");
      folders.set(folder, (folders.get(folder) ?? 0) + 1);
    }
    expect([...folders].filter(([, count]) => count > 20)).toEqual([]);
  });
});
