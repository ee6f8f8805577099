// Runs each example as a new user does: copied, with the package installed, by its test tool. Then again with a mistake
// in the client, which its tests must find.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import { Glob } from "bun";
import manifest from "../../package.json" with { type: "json" };
import { freePort } from "../cli/ports.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../cli/temporary-directory.ts";
import { CHROMIUM } from "../support/chromium.ts";
import { checkTypes, install, type Pack, packPackage } from "../support/install.ts";
import { readMarkdown } from "../support/markdown.ts";

setDefaultTimeout(60_000);

interface Example {
  readonly name: string;
  /** What its package.json asks for, and the types that its TypeScript needs. */
  readonly packages: readonly string[];
  readonly types?: string;
  readonly browser?: true;
  /** Finds in the report how many tests passed. */
  readonly passed: RegExp;
  readonly tests: number;
  readonly mistake: { readonly file: string; readonly from: string; readonly to: string };
  /** What the report of the failed test shows of its requests. */
  readonly shown?: RegExp;
}

const EXAMPLES: readonly Example[] = [
  {
    name: "bun-test",
    packages: ["bun", "bun-types"],
    types: "bun-types",
    passed: /^ (\d+) pass$/m,
    tests: 5,
    mistake: { file: "orders.ts", from: "answer.status === 429 ||", to: "" },
    shown: /^ *GET \/api\/v1\/integration\/orders → 429 in \d+ ms\n +why: .+/m,
  },
  {
    name: "node-test",
    packages: [],
    passed: /^[#ℹ] pass (\d+)$/m,
    tests: 5,
    mistake: { file: "checkout.js", from: "ask().catch(ask)", to: "ask()" },
  },
  {
    name: "msw",
    packages: ["msw"],
    passed: /^[#ℹ] pass (\d+)$/m,
    tests: 3,
    mistake: { file: "stock.js", from: ".catch(() => undefined)", to: "" },
  },
  {
    name: "jest",
    packages: ["jest", "@jest/globals"],
    passed: /^Tests: .*\b(\d+) passed/m,
    tests: 3,
    mistake: { file: "catalog.js", from: "status === 401", to: "status === 400" },
    shown: /^ *GET \/api\/v1\/integration\/products → 401 in \d+ ms\n +why: .+/m,
  },
  {
    name: "vitest",
    packages: ["vitest", "@types/node"],
    types: "node",
    passed: /^ +Tests .*\b(\d+) passed/m,
    tests: 5,
    mistake: { file: "takings.ts", from: "The key may not read orders.", to: "No." },
    shown:
      /^GET \/api\/v1\/integration\/orders → 403 in \d+ ms\n {2}why: .+ has no scope orders:read/m,
  },
  {
    name: "playwright",
    packages: ["@playwright/test", "@types/node"],
    types: "node",
    browser: true,
    passed: /^ +(\d+) passed/m,
    tests: 4,
    mistake: { file: "shop.ts", from: 'return "<p>The checkout', to: 'throw "<p>The checkout' },
    shown: /^ *POST \/api\/v1\/integration\/checkout-links → 503 in \d+ ms\n +why: .+/m,
  },
  {
    name: "shell",
    packages: [],
    passed: /^(\d+) passed/m,
    tests: 4,
    mistake: { file: "export-orders.sh", from: "exit 77", to: "exit 75" },
    shown: /^# .+ 401 .+\n# +why: .+ is revoked/m,
  },
];

let pack: Pack;
beforeAll(async () => {
  pack = await packPackage();
});
afterAll(() => pack[Symbol.asyncDispose]());

describe.each(EXAMPLES.map((example) => [example.name, example] as const))(
  "the example %s",
  (name, { packages, browser, passed, tests, mistake, shown = /(?:)/ }) => {
    const withTool = test.skipIf(browser === true && CHROMIUM === undefined);
    let project: TemporaryDirectory;

    beforeAll(async () => {
      project = await copyOf(name, packages);
    });
    afterAll(() => project[Symbol.asyncDispose]());

    withTool("passes", async () => {
      const { exitCode, report } = await runTests(project.path, browser);
      const count = passed.exec(report)?.[1];
      expect({ exitCode, count }, report).toEqual({ exitCode: 0, count: `${tests}` });
    });

    withTool("fails in one test if the client has a mistake", async () => {
      const path = join(project.path, mistake.file);
      const text = await Bun.file(path).text();
      expect(text).toContain(mistake.from);
      await Bun.write(path, text.replace(mistake.from, mistake.to));
      const { exitCode, report } = await runTests(project.path, browser);
      await Bun.write(path, text);
      const count = passed.exec(report)?.[1];
      expect({ exitCode, count }, report).toEqual({ exitCode: 1, count: `${tests - 1}` });
      expect(report).toMatch(shown);
    });

    test("requires the versions of the tools that test it", async () => {
      const { devDependencies = {} } = await Bun.file(join(project.path, "package.json")).json();
      expect({ ...manifest.dependencies, ...manifest.devDependencies }).toMatchObject(
        devDependencies,
      );
    });
  },
);

test.each(
  EXAMPLES.flatMap(({ name, packages, types }) =>
    types ? [[name, packages, types] as const] : [],
  ),
)("the example %s has types that pass in a strict project", async (name, packages, types) => {
  await using project = await copyOf(name, packages);
  const files = await Array.fromAsync(new Glob("*.ts").scan(project.path));
  const strict = ["--strict", "--noUncheckedIndexedAccess", "--skipLibCheck"];
  const flags = [...strict, "--allowImportingTsExtensions", "--types", types];
  expect(await checkTypes(project.path, files, flags)).toBe("");
});

test("with Vitest, the report of a test that is tried again has the requests of each attempt once", async () => {
  await using project = await copyOf("vitest", ["vitest"]);
  const source = `
    import { test } from "merchant-sandbox/vitest";
    test("fails", { retry: 1 }, async ({ world, task }) => {
      const attempt = "attempt-" + task.result.retryCount;
      await fetch(world.baseUrl + "/" + attempt);
      throw new Error(attempt);
    });`;
  await Bun.write(join(project.path, "takings.test.ts"), source);
  const { report } = await runTests(project.path);
  for (const attempt of ["attempt-0", "attempt-1"]) {
    expect(report.split(`GET /${attempt} → 404`), report).toHaveLength(2);
  }
});

test("the docs name every example, and each is tested here", async () => {
  const { text } = await readMarkdown("docs/library.md");
  const folders = (await readdir(import.meta.dir)).filter((name) => !name.endsWith(".ts"));
  // Why: these two are run without npm, by containers.test.ts and pytest.test.ts.
  const held = [...EXAMPLES.map(({ name }) => name), "containers", "pytest"];
  expect(held.toSorted()).toEqual(folders.toSorted());
  expect(EXAMPLES.filter(({ name }) => !text.includes(`\`${name}\``))).toEqual([]);
});

/** Copies an example, and installs the package beside it. */
async function copyOf(name: string, packages: readonly string[]): Promise<TemporaryDirectory> {
  const project = await temporaryDirectory();
  await cp(join(import.meta.dir, name), project.path, { recursive: true });
  await install(pack, project.path, packages);
  return project;
}

/** Runs the tests of a project as its package.json says, with hardly an environment. */
async function runTests(directory: string, browser = false) {
  // Why: npm puts the programs that are installed here in front of it.
  const path = process.env.PATH?.split(":").filter((part) => !part.includes("node_modules"));
  const env = { PATH: path?.join(":"), HOME: process.env.HOME, CI: "1", NO_COLOR: "1" };
  const ports = {
    MERCHANT_SANDBOX_PORT: `${freePort()}`,
    MERCHANT_SANDBOX_HOSTED_PORT: `${freePort()}`,
  };
  const child = Bun.spawn(["npm", "test", "--silent"], {
    cwd: directory,
    env: browser ? { ...env, ...ports, CHROMIUM } : env,
    stdout: "pipe",
    stderr: "pipe",
  });
  const streams = [child.stdout, child.stderr].map((stream) => new Response(stream).text());
  return { report: (await Promise.all(streams)).join(""), exitCode: await child.exited };
}
