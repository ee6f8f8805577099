// `requests` and `why`: what a world was asked, and why it said no.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { run } from "../../../../src/cli/run.ts";
import { temporaryDirectory } from "../../temporary-directory.ts";
import { openShell, ping, type Shell } from "./sandbox.ts";

let shell: Shell;
beforeAll(async () => {
  shell = await openShell();
});
afterAll(() => shell[Symbol.asyncDispose]());

const REASON = "why: key mst_acme_links of acme (keys.yaml";

describe("requests", () => {
  test("are printed as in the log of serve, and as the control API lists them", async () => {
    const world = await shell.sandbox.world({ name: "listed" });
    expect(await shell.prints("requests --world listed")).toBe("No request in the world listed.\n");
    const id = await ping(world.baseUrl);
    const rejected = await ping(world.baseUrl, "mst_acme_links", "orders");
    const printed = await shell.prints("requests --world listed");
    const [first, second, reason] = printed.split("\n");
    const line = "200  GET   [listed] /api/v1/integration/ping  mst_acme_full acme  0.0 ms";
    expect(first?.replace(/^\S+ {2}/, "").replace(/[\d.]+ ms/, "0.0 ms")).toBe(`${line}  ${id}`);
    expect(second).toMatch(new RegExp(`^\\S+  403  GET   .*  ${rejected}$`));
    expect(reason).toStartWith(`          ${REASON}`);
    const json = JSON.parse(await shell.prints("requests --world listed --json"));
    expect(json).toEqual(world.requests());
  });

  test.each([
    ["--status 4xx", ["orders"]],
    ["--status 200", ["ping"]],
    ["--endpoint ping", ["ping"]],
    ["--key mst_acme_links", ["orders"]],
    ["--q scope", ["orders"]],
    ["--method POST", []],
    ["--status 4xx --method GET", ["orders"]],
  ])("are filtered by %s", async (flags, endpoints) => {
    const world = await shell.sandbox.world();
    await ping(world.baseUrl);
    await ping(world.baseUrl, "mst_acme_links", "orders");
    const printed = JSON.parse(
      await shell.prints(`requests --world ${world.name} --json ${flags}`),
    );
    expect(printed.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual(endpoints);
  });

  test("are saved as an HTTP archive", async () => {
    await using directory = await temporaryDirectory();
    const world = await shell.sandbox.world({ name: "archived" });
    await ping(world.baseUrl);
    const file = join(directory.path, "requests.har");
    expect(await shell.prints(`requests --world archived --har ${file}`)).toBe(`Wrote ${file}\n`);
    const { log } = await Bun.file(file).json();
    expect([log.version, log.entries.length]).toEqual(["1.2", 1]);
    const nowhere = join(directory.path, "no", "directory");
    expect(await shell.fails(`requests --har ${nowhere}`)).toStartWith(
      `1 merchant-sandbox: Cannot write ${nowhere}: ENOENT: no such file or directory.\n`,
    );
  });

  test("show whether a connection was dropped, and which are without a response", async () => {
    const seeds = { faults: [{ endpoint: "ping", drop: "before" } as const] };
    const world = await shell.sandbox.world({ name: "dropped", seeds });
    await ping(world.baseUrl).catch(() => undefined);
    expect(await shell.prints("requests --world dropped")).toContain("  dropped before  GET   ");
  });

  test("are followed from now on, over a reset of the world, until Ctrl-C", async () => {
    const world = await shell.sandbox.world({ name: "followed" });
    const earlier = await ping(world.baseUrl);
    const { following, terminal, untilPrinted } = follow("requests --follow --world followed");
    const first = await untilPrinted(() => ping(world.baseUrl));
    expect(terminal.written.stdout).toMatch(new RegExp(`  200  GET .*  ${first}\n`));
    world.reset();
    await untilPrinted(() => ping(world.baseUrl));
    terminal.stop();
    expect([await following, terminal.written.stderr]).toEqual([130, ""]);
    expect(terminal.written.stdout).not.toContain(earlier);
  });

  test("are followed as one line of JSON each, until nobody reads them", async () => {
    const world = await shell.sandbox.world({ name: "piped" });
    const line = "requests --follow --json --status 4xx --world piped";
    const { following, terminal, untilPrinted } = follow(line);
    const id = await untilPrinted(async () => {
      await ping(world.baseUrl);
      return ping(world.baseUrl, "mst_acme_links", "orders");
    });
    const [printed = ""] = terminal.written.stdout.split("\n");
    expect(world.requests({ status: "4xx" })).toContainEqual(JSON.parse(printed));
    expect(terminal.written.stdout).toContain(id);
    terminal.closeReader();
    expect([await following, terminal.written.stderr]).toEqual([0, ""]);
  });

  test("are followed until the world is dropped, which is an error", async () => {
    const world = await shell.sandbox.world({ name: "gone" });
    const { following, terminal, untilPrinted } = follow("requests --follow --world gone");
    await untilPrinted(() => ping(world.baseUrl));
    world.drop();
    expect(await following).toBe(1);
    expect(terminal.written.stderr).toStartWith(
      'merchant-sandbox: There is no world called "gone".',
    );
  });

  function follow(line: string) {
    const terminal = shell.terminal();
    const following = run(line.split(" "), terminal);
    /** Sends requests until one is printed, and returns its id. */
    const untilPrinted = async (send: () => Promise<string>) => {
      const ids: string[] = [];
      for (;;) {
        const printed = ids.find((id) => terminal.written.stdout.includes(id));
        if (printed !== undefined) return printed;
        ids.push(await send());
      }
    };
    return { terminal, following, untilPrinted };
  }
});

describe("why", () => {
  test("explains a request by its id, in any world", async () => {
    const world = await shell.sandbox.world({ name: "red" });
    const id = await ping(world.baseUrl, "mst_acme_links", "orders");
    const printed = await shell.prints(`why ${id}`);
    expect(printed).toMatch(/^\S+ {2}403 {2}GET {3}\[red\] \/api\/v1\/integration\/orders/);
    expect(printed).toContain(`\n          ${REASON}`);
    expect(await shell.prints(`why ${id} --world red`)).toBe(printed);
    expect(JSON.parse(await shell.prints(`why ${id} --json`))).toEqual(world.requests({ id })[0]);
    const other = await shell.fails(`why ${id}`, { SANDBOX_WORLD: "flaky" });
    expect(other).toBe(`0 ${printed}`);
    const gone = await shell.fails(`why ${id}`, { SANDBOX_WORLD: "gone" });
    expect(gone).toBe(`0 ${printed}`);
  });

  test("needs only the secret of the world of the request", async () => {
    await using secured = await openShell({ controlToken: "a-token-of-sixteen-or-more" });
    const { baseUrl, secret = "" } = await secured.sandbox.world({ name: "mine" });
    const id = await ping(baseUrl, "mst_acme_links", "orders");
    const env = { SANDBOX_CONTROL_TOKEN: secret, SANDBOX_WORLD: "mine" };
    expect(await secured.fails(`why ${id}`, env)).toStartWith("0 ");
    expect(await secured.fails("why req_0_00001", env)).toStartWith(
      "1 merchant-sandbox: There is no request req_0_00001 in any world that the token opens.\n",
    );
  });

  test("says so if a request was not rejected", async () => {
    const id = await ping(shell.sandbox.baseUrl);
    expect(await shell.prints(`why ${id}`)).toContain("\n          It was not rejected.\n");
  });

  test("needs the id of a request that is there", async () => {
    expect(await shell.fails("why req_0_00001")).toStartWith(
      "1 merchant-sandbox: There is no request req_0_00001 in any world.\n",
    );
  });
});
