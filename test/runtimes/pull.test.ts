// `pull` as its users run it: the executable pulls from the executable, in every scenario, and what it wrote
// is served. What each runtime makes of a server that does not respond is here too.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EMBEDDED } from "../../src/seeds/embedded.ts";
import { freePort } from "../cli/ports.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../cli/temporary-directory.ts";
import { RUNTIMES, type Spawned, spawnSandbox } from "../support/spawn-sandbox.ts";

setDefaultTimeout(30_000);

const KEY = "mst_acme_full";
const PATH = "/api/v1/integration";
const NAMES = ["ping", "products", "orders"] as const;

/** What is said in each scenario; nothing where the seeds respond all the same. */
const SAID: Readonly<Record<string, string>> = {
  "expired-key": "it responds with 401 to GET /api/v1/integration/ping",
  "revoked-key": "it responds with 401 to GET /api/v1/integration/ping",
  "sandbox-closed": "it responds with 403 to GET /api/v1/integration/ping",
  "gateway-errors": "it responds with 504 to GET /api/v1/integration/ping",
  slow: "it gives no complete response to GET /api/v1/integration/ping within 0.2 s",
};
const PULLED = EMBEDDED.scenarios
  .map(({ name }) => name)
  .filter((name) => !Object.hasOwn(SAID, name) && name !== "flaky");

describe("pull", () => {
  let source: Spawned;
  let directory: TemporaryDirectory;

  beforeAll(async () => {
    directory = await temporaryDirectory();
    source = await spawnSandbox(RUNTIMES.executable ?? [], ["--no-watch"]);
  });
  afterAll(async () => {
    await source.stop();
    await directory[Symbol.asyncDispose]();
  });

  const addressOf = (world: string) => `${source.ready.baseUrl}/w/${world}`;
  const pull = async (world: string, out: string, key = KEY, flags: readonly string[] = []) => {
    const line = ["pull", "--base-url", addressOf(world), "--out", join(directory.path, out)];
    return runProgram([...(RUNTIMES.executable ?? []), ...line, ...flags], key);
  };

  test.each(["default", ...PULLED])("writes seeds that respond as the world %s", async (world) => {
    const { code, stderr } = await pull(world, world);
    // Why: with what it left out, it has not done all that it was told to.
    expect({ code, stderr }).toEqual({ code: world === "missing-scope" ? 1 : 0, stderr: "" });
    // Why: each key of this one has three requests, and they are spent.
    const like = world === "rate-limited" ? "default" : world;
    const theirs = await answersOf(addressOf(like), KEY);
    const ours = await serveAnd(join(directory.path, world), answersOf);
    const inOrder = world === "shuffled-lists" ? byTime : (response: Answer) => response;
    expect(ours).toEqual(theirs.map(inOrder));
  });

  test.each(["mst_acme_readonly", "mst_acme_links", "mst_acme_noscope", "mst_ember_full"])(
    "writes seeds that respond as they do to %s, without the key",
    async (key) => {
      const out = key.replace("mst", "seeds");
      const { code, stdout, stderr } = await pull("default", out, key);
      const lacksScope = key === "mst_acme_links" || key === "mst_acme_noscope";
      expect({ code, stderr }).toEqual({ code: lacksScope ? 1 : 0, stderr: "" });
      expect(stdout).not.toContain(key);
      expect(textsIn(join(directory.path, out)).filter((text) => text.includes(key))).toEqual([]);
      const ours = await serveAnd(join(directory.path, out), answersOf);
      expect(ours).toEqual(await answersOf(addressOf("default"), key));
    },
  );

  test.each(Object.entries(SAID))("reports what %s is, and writes nothing", async (world, said) => {
    const flags = world === "slow" ? ["--timeout", "200ms"] : [];
    const { code, stdout, stderr } = await pull(world, world, KEY, flags);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toStartWith(`merchant-sandbox: Cannot pull from ${addressOf(world)}: ${said}`);
    expect(existsSync(join(directory.path, world))).toBe(false);
  });

  test("succeeds in the end if a server is flaky", async () => {
    const failed = await pull("flaky", "flaky");
    const dropped = await pull("flaky", "flaky");
    const pulled = await pull("flaky", "flaky");
    expect([failed.code, dropped.code, pulled.code]).toEqual([1, 1, 0]);
    expect(failed.stderr).toContain(
      `: it responds with 500 to GET ${PATH}/products, which is an error of the server.`,
    );
    expect(dropped.stderr).toContain(": it closes the connection without a response.\n");
    const ours = await serveAnd(join(directory.path, "flaky"), answersOf);
    expect(ours).toEqual(await answersOf(addressOf("default"), KEY));
  });

  test.each(Object.entries(RUNTIMES))(
    "under %s writes and prints the same",
    async (name, program) => {
      await using own = await temporaryDirectory();
      const line = ["pull", "--base-url", addressOf("frozen-clock"), "--out", own.path];
      const ran = await runProgram([...program, ...line], KEY);
      const one = await pull("frozen-clock", `as-${name}`);
      const expected = join(directory.path, `as-${name}`);
      expect({ ...ran, stdout: ran.stdout.replaceAll(own.path, expected) }).toEqual(one);
      expect(textsIn(own.path)).toEqual(textsIn(expected));
    },
  );
});

describe.each(Object.entries(RUNTIMES))("pull under %s reports", (_name, program) => {
  /** What is said of a server on a port. */
  const pullFrom = async (port: number, flags: readonly string[] = []) => {
    await using directory = await temporaryDirectory();
    const url = `http://127.0.0.1:${port}`;
    const line = [...program, "pull", "--base-url", url, "--out", directory.path, ...flags];
    const { code, stdout, stderr } = await runProgram(line, KEY);
    expect({ code, stdout, files: textsIn(directory.path) }).toEqual({
      code: 1,
      stdout: "",
      files: [],
    });
    return stderr.split("\n")[0]?.replace(url, "URL");
  };
  const socketThat = (response: (socket: { end(text: string): void; terminate(): void }) => void) =>
    Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: { data: (socket) => void response(socket) },
    });
  const said = (met: string) => `merchant-sandbox: Cannot pull from URL: ${met}.`;

  test("a closed port", async () => {
    expect(await pullFrom(freePort())).toBe(said("nothing listens there"));
  });

  test("a connection that is closed before and within a response", async () => {
    using rude = socketThat((socket) => socket.terminate());
    expect(await pullFrom(rude.port)).toBe(said("it closes the connection without a response"));
    const half = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{";
    using brief = socketThat((socket) => socket.end(half));
    expect(await pullFrom(brief.port)).toBe(said(`its response to GET ${PATH}/ping ends early`));
  });

  test("silence", async () => {
    using silent = socketThat(() => {});
    expect(await pullFrom(silent.port, ["--timeout", "100ms"])).toBe(
      said(`it gives no complete response to GET ${PATH}/ping within 0.1 s`),
    );
  });

  test("a redirect, which it does not follow", async () => {
    using server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: () => Response.redirect("/there"),
    });
    expect(await pullFrom(server.port ?? 0)).toBe(
      said(`it responds with 302 to GET ${PATH}/ping, which leads to \`/there\``),
    );
  });
});

type Answer = readonly [status: number, text: string];

/** What ping and the lists respond to a key; of a refusal only the status, as the rest tells of the request. */
function answersOf(baseUrl: string, key: string): Promise<Answer[]> {
  const headers = { Authorization: `Bearer ${key}` };
  const asked = NAMES.map(async (name): Promise<Answer> => {
    const response = await fetch(`${baseUrl}${PATH}/${name}`, { headers });
    const text = await response.text();
    return [response.status, response.ok ? text : ""];
  });
  return Promise.all(asked);
}

/** A response with its orders, if it is a list of them, the newest first; none was made with another. */
function byTime([status, text]: Answer): Answer {
  const items = JSON.parse(text);
  if (!Array.isArray(items) || items[0].createdAt === undefined) return [status, text];
  return [status, JSON.stringify(items.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1)))];
}

/** Serves seeds, and asks for something with the key that they hold. */
async function serveAnd<Result>(
  seeds: string,
  ask: (baseUrl: string, key: string) => Promise<Result>,
): Promise<Result> {
  const { ready, stop } = await spawnSandbox(RUNTIMES.executable ?? [], ["--seeds", seeds]);
  try {
    const [, key = ""] = /key: (\S+)/.exec(readFileSync(join(seeds, "keys.yaml"), "utf8")) ?? [];
    return await ask(ready.baseUrl, key);
  } finally {
    await stop();
  }
}

async function runProgram(line: readonly string[], key: string) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, MERCHANT_SANDBOX_KEY: key };
  const child = Bun.spawn([...line], { env, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, stdout, stderr };
}

function textsIn(directory: string): string[] {
  const names = readdirSync(directory).toSorted();
  return names.map((name) => readFileSync(join(directory, name), "utf8"));
}
