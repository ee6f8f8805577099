// What `npm pack` holds, as a stranger's project meets it: what npm and each runtime make of it, and what
// TypeScript does. `npm run test:nodes` does so under other versions of Node, which it downloads.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };
import { type TemporaryDirectory, temporaryDirectory } from "./cli/temporary-directory.ts";
import { COMPILERS, checkTypes, install, type Pack, packPackage } from "./support/install.ts";

setDefaultTimeout(60_000);

/** A test of a stranger's that names the type of all that it meets, and makes two mistakes. */
const CONSUMER = `
import type * as sandboxes from "merchant-sandbox";
import { createSandbox, ListenError, startSandbox } from "merchant-sandbox";
import { connectSandbox, type RemoteWorldHandle } from "merchant-sandbox/client";
import { type Order as ContractOrder, OrderSchema } from "merchant-sandbox/contract";
import { type Loaded, loadSeeds } from "merchant-sandbox/seeds";

const file: sandboxes.SeedFile = { path: "seeds.yaml", text: "" };
const loaded: Loaded = loadSeeds({ files: [file] });
const found: readonly sandboxes.Diagnostic[] = loaded.diagnostics;
const code: sandboxes.DiagnosticCode | undefined = found[0]?.code;
const span: sandboxes.Span | undefined = found[0]?.span;

const overrides: sandboxes.SettingsOverrides = { rateLimit: "off" };
const systemTime: sandboxes.SystemTime = () => 0;
const made: sandboxes.Sandbox = createSandbox({ seeds: loaded, overrides, systemTime });
const api: sandboxes.App = made.api;
const worlds: sandboxes.Worlds = made.worlds;
const held: sandboxes.World = worlds.default;
const scenarios: readonly sandboxes.ScenarioSummary[] = made.scenarios;
const response: Response = await api.fetch(new Request("http://sandbox"));

const options: sandboxes.StartOptions = { port: 0, onReload: (_: sandboxes.Reload) => {} };
const running: sandboxes.RunningSandbox = await startSandbox(options);
await using disposed = await startSandbox();
const wanted: sandboxes.NewWorld = { scenario: "flaky" };
const world: sandboxes.WorldHandle = await running.world(wanted);
const change: sandboxes.ClockChange = { frozen: true };
world.clock.set(change);

const newKey: sandboxes.NewKey = { merchant: "acme", scopes: ["orders:read"] };
const key: sandboxes.KeyView = await world.keys.create(newKey);
const scope: sandboxes.Scope | undefined = key.scopes[0];
const seed: sandboxes.ProductSeed = { publicCode: "A-1", merchant: key.merchant, currency: "EUR" };
const product: sandboxes.ProductView = await world.products.add(seed);
const draft: sandboxes.ProductChange = { status: "DRAFT" };
await world.products.change(product.id, draft);
const newOrder: sandboxes.NewOrder = { product: product.id, amountMinor: "1" };
const order: sandboxes.Order = await world.orders.add(newOrder);
const checked = await OrderSchema["~standard"].validate(order);
const valid: ContractOrder | undefined = checked.issues ? undefined : checked.value;
const refund: sandboxes.OrderChange = { refundedMinor: "1" };
await world.orders.change(order.id, refund);
const rule: sandboxes.FaultSeed = { respond: 503 };
await world.faults.set([rule]);
const faults: sandboxes.FaultView[] = world.faults.list();
const hits: number | undefined = faults[0]?.hits;
const filter: sandboxes.RequestFilter = { status: 401 };
const entries: sandboxes.JournalEntry[] = world.requests(filter);
const endpoint: sandboxes.EndpointName | null | undefined = entries[0]?.endpoint;
const rateLimit: sandboxes.RateLimit = { capacity: 1, refillPerSecond: 1 };
const limit: sandboxes.LimitChange = { rateLimit };
const limits: sandboxes.LimitsView = await world.limit(limit);
const clock: sandboxes.ClockView = world.clock.freeze();
const refused = (error: sandboxes.InvalidInputError): sandboxes.InputPart => error.part;

const connected = await connectSandbox(running.controlUrl, { token: "a token" });
const remote: RemoteWorldHandle = await connected.world(wanted);
const either: RemoteWorldHandle | sandboxes.WorldHandle = remote;
const read: sandboxes.JournalEntry[] = await either.requests(filter);
const remoteClock: sandboxes.ClockView = await remote.clock.advance("91d");
const issues = (error: sandboxes.InvalidInputError): readonly sandboxes.InputIssue[] => error.issues;

const data: sandboxes.SeedData = {
  merchants: [{ slug: "acme" }],
  keys: [{ key: "mst_acme_full", merchant: "acme", scopes: ["orders:read"] }],
  settings: { rateLimit },
};
const ofData = createSandbox({ seeds: data });
await startSandbox({ seeds: "./seeds" });
await world.change({ settings: { rateLimit: "off" }, keys: [{ key: key.key, remove: true }] });

// @ts-expect-error: a length of time is a text.
world.clock.advance(91);
// @ts-expect-error: no such status is answered in place of the true one.
await world.faults.set([{ respond: 200 }]);
// @ts-expect-error: a field of a fault with a typo.
await world.faults.set([{ endpont: "orders" }]);
// @ts-expect-error: there is no such endpoint.
await world.faults.set([{ endpoint: "order" }]);
// @ts-expect-error: a section with a typo.
await running.world({ seeds: { merchant: [] } });
// @ts-expect-error: an option with a typo.
await running.world({ scenaro: "flaky" });
// @ts-expect-error: a field of a key with a typo.
await running.world({ seeds: { keys: [{ key: "mst_acme_full", expires: "now" }] } });
// @ts-expect-error: there is no such scope.
await running.world({ seeds: { keys: [{ key: "mst_acme_full", scopes: ["orders:write"] }] } });
// @ts-expect-error: there is no such status of a key.
await world.change({ keys: [{ key: "mst_acme_full", status: "disabled" }] });
// @ts-expect-error: a setting with a typo.
await world.change({ settings: { ratelimit: "off" } });
// @ts-expect-error: there is no such order of lists.
await world.change({ settings: { listOrder: "random" } });
// @ts-expect-error: the same over HTTP.
await remote.change({ settings: { listOrder: "random" } });
// @ts-expect-error: the same where the seeds are a value.
createSandbox({ seeds: { settings: { listOrder: "random" } } });
// @ts-expect-error: it reads no files.
createSandbox({ seeds: "./seeds" });

export { response, clock, code, disposed, endpoint, held, hits, issues, limits, ListenError, ofData, read, refused, remoteClock, scenarios, scope, span, valid };
`;

const PROGRAM = `
import * as library from "merchant-sandbox";
import { startSandbox } from "merchant-sandbox";
import { connectSandbox } from "merchant-sandbox/client";
import { ENDPOINT_NAMES } from "merchant-sandbox/contract";
import { loadSeeds } from "merchant-sandbox/seeds";
if (ENDPOINT_NAMES.length !== 4) throw new Error(ENDPOINT_NAMES);
const { baseUrl, apiKey, close, controlUrl } = await startSandbox({ port: 0 });
const world = await (await connectSandbox(controlUrl)).world();
await world.clock.freeze();
const conflict = await world.keys.create({ key: apiKey, merchant: "acme" }).catch((error) => error);
if (!(conflict instanceof library.WorldError)) throw conflict;
const headers = { Authorization: "Bearer " + apiKey };
const { status } = await fetch(baseUrl + "/api/v1/integration/ping", { headers });
await close();
const { diagnostics } = loadSeeds({ files: [{ path: "a.yaml", text: "shops: []" }] });
const errors = Object.entries(library).filter(([name]) => name.endsWith("Error"));
// What Node calls an error goes by its class.
console.log(status, diagnostics[0].code, errors.map(([, { name }]) => name).toSorted().join());
`;

/** An app of a stranger's, with the API in it: twice, and by a request. */
const HONO = `
import { Hono } from "hono";
import { createSandbox } from "merchant-sandbox";
const { api } = createSandbox();
const ping = "/api/v1/integration/ping";
const headers = { Authorization: "Bearer mst_acme_full" };
const app = new Hono().route("/routed", api).mount("/mounted", api.fetch);
const answers = [api.request(ping, { headers }), app.request("/routed" + ping, { headers })];
const mounted = app.request("/mounted/w/flaky" + ping, { headers });
const statuses = (await Promise.all([...answers, mounted])).map(({ status }) => status);
console.log(statuses.join());
`;

/** What a stranger's project may have the compiler do. */
const SETTINGS = {
  node16: ["--module", "node16", "--lib", "es2022,dom"],
  bundler: ["--module", "esnext", "--moduleResolution", "bundler", "--lib", "es2022,dom"],
  "nodenext with the types of Node": ["--module", "nodenext", "--lib", "es2022", "--types", "node"],
};

const RUNTIMES: readonly (readonly [name: string, command: readonly string[]])[] = [
  ["bun", [process.execPath]],
  ["node", ["node"]],
  ["deno", [join(import.meta.dir, "../node_modules/.bin/deno"), "run", "-A", "--no-prompt"]],
  ...(process.env.NODES?.split(",") ?? []).map(
    (version) =>
      [`node ${version}`, ["npx", "--yes", `--package=node@${version}`, "--", "node"]] as const,
  ),
];

describe("the package", () => {
  let pack: Pack;
  let project: TemporaryDirectory;
  const installed = () => join(project.path, "node_modules", manifest.name);

  beforeAll(async () => {
    pack = await packPackage();
    project = await temporaryDirectory({
      "package.json": JSON.stringify({ type: "module" }),
      "consumer.ts": CONSUMER,
      "program.js": PROGRAM,
      "required.cjs": 'console.log(typeof require("merchant-sandbox").startSandbox);',
    });
    await install(pack, project.path, ["@types/node"]);
  });
  afterAll(async () => {
    await project[Symbol.asyncDispose]();
    await pack[Symbol.asyncDispose]();
  });

  describe.each(RUNTIMES)("under %s", (_name, command) => {
    const run = (...words: string[]) => outputOf([...command, ...words], project.path);

    test("is a library after installation", async () => {
      const errors =
        "InvalidChangeError,InvalidInputError,InvalidSeedsError,ListenError,StateError,WorldError";
      expect(await run("program.js")).toEqual([`200 unknown-field ${errors}\n`, 0]);
    });

    test("can be required by a CommonJS program", async () => {
      expect(await run("required.cjs")).toEqual(["function\n", 0]);
    });

    test("is a program that starts a sandbox for a command", async () => {
      const print = 'echo "$SANDBOX_API_KEY"; exit 7';
      const main = join(installed(), "main.js");
      expect(await run(main, "exec", "--", "sh", "-c", print)).toEqual(["mst_acme_full\n", 7]);
    });
  });

  test("is run by npx in an empty directory, with nothing but itself to download", async () => {
    await using empty = await temporaryDirectory();
    await using cache = await temporaryDirectory();
    const npx = [
      "npx",
      "--offline",
      "--no-update-notifier",
      "--yes",
      "--cache",
      cache.path,
      "--package",
      pack.path,
      "--",
    ];
    const printed = await outputOf([...npx, manifest.name, "schema"], empty.path);
    const served = await outputOf([...npx, manifest.name, "exec", "--", "true"], empty.path);
    expect([printed[1], served]).toEqual([0, ["", 0]]);
    expect(await readdir(empty.path)).toEqual([]);
  });

  test("is installed by npm, which puts nothing next to it", async () => {
    await using empty = await temporaryDirectory({ "package.json": "{}" });
    const quiet = ["--offline", "--no-update-notifier", "--no-audit", "--no-fund", "--silent"];
    const [, exitCode] = await outputOf(["npm", "install", ...quiet, pack.path], empty.path);
    const names = await readdir(join(empty.path, "node_modules"));
    expect([exitCode, names.filter((name) => !name.startsWith("."))]).toEqual([0, [manifest.name]]);
  });

  test("shows its users in the editor what its functions do", async () => {
    const types = await Bun.file(join(installed(), "index.d.ts")).text();
    expect(types).toMatch(
      / \* Starts a sandbox\. .+ \* @example\n.+ \*\/\nexport declare function startSandbox/s,
    );
  });

  describe("with Hono next to it", () => {
    let withHono: TemporaryDirectory;
    beforeAll(async () => {
      const manifestText = JSON.stringify({ type: "module" });
      withHono = await temporaryDirectory({
        "package.json": manifestText,
        "app.ts": HONO,
        "app.js": HONO,
      });
      await install(pack, withHono.path, ["@types/node", "hono"]);
    });
    afterAll(() => withHono[Symbol.asyncDispose]());

    test.each(RUNTIMES)("the API is a part of another app, under %s", async (_name, command) => {
      expect(await outputOf([...command, "app.js"], withHono.path)).toEqual(["200,200,200\n", 0]);
    });

    test.each(Object.entries(COMPILERS))(
      "the API is an app by its type, by %s",
      async (_name, compiler) => {
        const flags = ["--strict", "--target", "es2022", ...SETTINGS.bundler];
        expect(await checkTypes(withHono.path, ["app.ts"], flags, compiler)).toBe("");
      },
    );
  });

  describe.each(Object.entries(COMPILERS))("by %s", (_name, compiler) => {
    test.each(Object.entries(SETTINGS))(
      "has types that pass in strict projects, under %s",
      async (_name, settings) => {
        const strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"];
        const flags = [...strict, "--target", "es2022", "--skipLibCheck", "false", ...settings];
        expect(await checkTypes(project.path, ["consumer.ts"], flags, compiler)).toBe("");
      },
    );
  });
});

async function outputOf(command: readonly string[], cwd: string): Promise<[string, number]> {
  const child = Bun.spawn([...command], { cwd, stderr: "inherit" });
  return [await new Response(child.stdout).text(), await child.exited];
}
