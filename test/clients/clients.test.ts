// Clients that others' generators make from what the executable serves: each compiles strictly, and gets from
// it what its types promise.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RUNTIMES, type Spawned, spawnSandbox } from "../support/spawn-sandbox.ts";
import { GENERATORS } from "./generators.ts";

const ROOT = join(import.meta.dir, "../..");
const BINS = [join(import.meta.dir, "node_modules/.bin"), join(ROOT, "node_modules/.bin")];

const TSC = [
  ...[join(ROOT, "node_modules/.bin/tsc"), "--strict", "--noUncheckedIndexedAccess"],
  ...["--noEmit", "--allowImportingTsExtensions", "--target", "es2023", "--lib", "es2023,dom"],
  ...["--module", "esnext", "--moduleResolution", "bundler", "--types", "", "program.ts"],
];

/** What a program tells. The annotations hold for each client what its types must be. */
const TELL = `
const SEEN: readonly [
  merchantId: string | undefined,
  scopes: readonly ("catalog:read" | "orders:read" | "checkout:links")[] | undefined,
  liveEnabled: false | undefined,
  versions: readonly number[] | undefined,
  amounts: readonly string[] | undefined,
  environment: "SANDBOX" | undefined,
  checkoutUrl: string | undefined,
  code: string | undefined,
] = [
  ping?.merchantId,
  ping?.scopes,
  ping?.liveEnabled,
  products?.map(({ version }) => version).slice(0, 2),
  orders?.map(({ amountMinor }) => amountMinor).slice(0, 2),
  link?.environment,
  link?.checkoutUrl,
  refusal?.error.code,
];
console.log(JSON.stringify(SEEN));
`;

let sandbox: Spawned;
let directory: string;

beforeAll(async () => {
  sandbox = await spawnSandbox(RUNTIMES.executable ?? [], ["--log", "off"]);
  directory = await mkdtemp(join(tmpdir(), "merchant-sandbox-clients-"));
  await symlink(join(ROOT, "node_modules"), join(directory, "node_modules"));
});

afterAll(async () => {
  await sandbox.stop();
  await rm(directory, { recursive: true, force: true });
});

describe.each(GENERATORS)("a client of $name", ({ name, command, config, program }) => {
  test("compiles strictly, and gets what its types promise", async () => {
    const { baseUrl, hostedUrl, apiKey, merchantId } = sandbox.ready;
    const addresses = { baseUrl, openapiUrl: `${hostedUrl}/openapi.json` };
    const cwd = join(directory, name.replace("/", "-"));
    const head = `const BASE_URL = "${baseUrl}";\nconst KEY = "${apiKey}";\nconst UNKNOWN = crypto.randomUUID();\n`;
    await Bun.write(join(cwd, "program.ts"), head + program + TELL);
    if (config) await Bun.write(join(cwd, "orval.config.js"), config(addresses));

    expect(await run(command(addresses), cwd)).toMatchObject({ exitCode: 0 });
    expect(await run(TSC, cwd)).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    const { stdout, ...rest } = await run([process.execPath, "program.ts"], cwd);
    expect({ ...rest, seen: JSON.parse(stdout) }).toEqual({
      exitCode: 0,
      stderr: "",
      seen: [
        merchantId,
        ["catalog:read", "orders:read", "checkout:links"],
        false,
        [4, 2],
        ["4900", "1400"],
        "SANDBOX",
        `${hostedUrl}/checkout/a71a5000-0000-4000-8000-000000000001`,
        "product_not_found",
      ],
    });
  }, 60_000);
});

async function run(command: readonly string[], cwd: string) {
  const child = Bun.spawn([...command], {
    cwd,
    env: { PATH: [...BINS, process.env.PATH].join(":"), HOME: directory, CI: "1" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exitCode, stdout, stderr };
}
