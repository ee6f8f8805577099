// A request as code: run, it is the same request, and as a test it expects the same response.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ENDPOINTS } from "../../../src/contract/endpoints.ts";
import { type RunningSandbox, startSandbox } from "../../../src/index.ts";
import { formatAs } from "../../../src/pages/dashboard/copy-as.ts";

setDefaultTimeout(60_000);

const python = Bun.which("python3");
const hasPython =
  python !== null && Bun.spawnSync([python, "-c", "import requests"]).exitCode === 0;
const BODY = '{"productId":"a71a5000-0000-4000-8000-000000000001","text":"ä 📚 \\u0007 \'"}';

describe("a request as code", () => {
  let running: RunningSandbox;
  let directory: string;

  beforeAll(async () => {
    running = await startSandbox({ port: 0 });
    directory = await mkdtemp(join(tmpdir(), "copy-as-"));
  });
  afterAll(async () => {
    await running.close(0);
    await rm(directory, { recursive: true });
  });

  /** Sends a request to a world of its own, and returns it as code, with the world. */
  async function send(method: "GET" | "POST", key = "mst_acme_full") {
    const handle = await running.world();
    const { path } = method === "POST" ? ENDPOINTS["checkout-links"] : ENDPOINTS.ping;
    const headers = {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      "X-Own": "1",
    };
    const init = { method, headers, ...(method === "POST" && { body: BODY }) };
    await (await fetch(handle.baseUrl + path, init)).text();
    return { handle, code: codeOf(handle) };
  }

  function codeOf({ name, baseUrl }: Awaited<ReturnType<RunningSandbox["world"]>>) {
    const world = running.sandbox.worlds.get(name);
    const [entry] = world.journal.list();
    const exchange = world.journal.find(entry?.id ?? "");
    if (exchange === undefined) throw new TypeError("the request is not there");
    return Object.fromEntries(
      formatAs({ world, baseUrl }, exchange).map(({ name, text }) => [name, text]),
    );
  }

  async function run(...command: string[]) {
    const child = Bun.spawn(command, { stdout: "ignore", stderr: "pipe" });
    return [await child.exited, await new Response(child.stderr).text()] as const;
  }

  for (const method of ["GET", "POST"] as const) {
    test(`is the same ${method} in JavaScript`, async () => {
      const { handle, code } = await send(method);
      expect(await run(process.execPath, "-e", code.fetch ?? "")).toEqual([0, ""]);
      expectTwice(handle);
    });

    test.skipIf(!hasPython)(`is the same ${method} in Python`, async () => {
      const { handle, code } = await send(method);
      expect(await run(python ?? "", "-c", code.Python ?? "")).toEqual([0, ""]);
      expectTwice(handle);
    });

    test(`is a test of the same ${method}, which fails once the response is another`, async () => {
      const { handle, code } = await send(method);
      const file = join(directory, `${method}.test.mjs`);
      await Bun.write(file, code.test ?? "");
      expect((await run(process.execPath, "test", file))[0]).toBe(0);
      expectTwice(handle);
      await handle.keys.revoke("mst_acme_full");
      expect((await run(process.execPath, "test", file))[0]).toBe(1);
    });
  }

  test("expects a connection that a fault closed", async () => {
    const handle = await running.world();
    await handle.faults.set([{ drop: "before" }]);
    const headers = { Authorization: "Bearer mst_acme_full" };
    await fetch(handle.baseUrl + ENDPOINTS.ping.path, { headers }).catch(() => {});
    const file = join(directory, "dropped.test.mjs");
    await Bun.write(file, codeOf(handle).test ?? "");
    expect((await run(process.execPath, "test", file))[0]).toBe(0);
    await handle.faults.set([]);
    expect((await run(process.execPath, "test", file))[0]).toBe(1);
  });

  test("has a place for a key that is not of the world", async () => {
    const { code } = await send("GET", "sk_live_0123456789abcdef");
    expect(Object.values(code).filter((text) => text.includes("sk_live"))).toEqual([]);
    expect(code.Python).toContain('"authorization": "Bearer YOUR_KEY"');
  });

  test("has no secret of the path, and a function for each method", async () => {
    const handle = await running.world();
    const url = `${handle.baseUrl}/keys/sk_live_0123456789abcdef`;
    await fetch(url, { method: "PROPFIND" });
    const code = codeOf(handle);
    expect(Object.values(code).filter((text) => text.includes("sk_live_0123"))).toEqual([]);
    expect(code.Python).toContain('requests.request(\n    "PROPFIND",\n');
  });

  function expectTwice({ requests }: Awaited<ReturnType<RunningSandbox["world"]>>): void {
    const told = requests().map(({ method, path, status, key, request }) => {
      const { authorization, "x-own": own } = request.headers;
      return { method, path, status, key, authorization, own, body: request.body };
    });
    expect(told).toHaveLength(2);
    expect(told[1]).toEqual(told[0]);
  }
});
