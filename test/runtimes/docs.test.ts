// The reference as its reader has it, in every way in which the sandbox is run: pages that open, lines that
// a shell runs, and forms that are answered, lost connections included.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { CONTROL_PATHS, openDocs } from "../pages/docs/read.ts";
import { RUNTIMES, type Spawned, spawnSandbox } from "../support/spawn-sandbox.ts";

setDefaultTimeout(60_000);

// Why: its response has no end.
const ENDLESS = "/requests/stream";
const CURL = Bun.which("curl");

describe.each(Object.entries(RUNTIMES))("the reference under %s", (_name, command) => {
  let spawned: Spawned;
  beforeAll(async () => {
    spawned = await spawnSandbox(command, ["--log", "json"]);
  });
  afterAll(async () => {
    await spawned.stop("SIGKILL");
  });

  /** Asks for a page as a browser does, or sends a form of it. */
  const open = (path: string, form?: Record<string, string>) => {
    const { hostedUrl } = spawned.ready;
    const fetchHosted = (request: Request) =>
      fetch(hostedUrl + new URL(request.url).pathname, {
        method: request.method,
        headers: { Origin: hostedUrl },
        ...(form && { body: new URLSearchParams(form) }),
      });
    return openDocs({ hosted: { fetch: fetchHosted } }, path, form);
  };

  async function paste(line: string): Promise<string> {
    const asked = `${line} --silent --output /dev/null --write-out '%{http_code}'`;
    return new Response(Bun.spawn(["sh", "-c", asked], { stderr: "inherit" }).stdout).text();
  }

  test("tries the API out", async () => {
    const form = { endpoint: "orders", key: "mst_ember_full" };
    expect((await open("/docs/try", form)).text).toContain("200 OK");
    const { text } = await open("/docs/try", { ...form, key: "mst_acme_links" });
    expect(text).toContain("403 Forbidden");
    expect(text).toContain("has no scope orders:read");
    expect((await open("/docs/try", { cause: "unauthorized-revoked" })).text).toContain(
      "is revoked",
    );
  });

  test("tries the control API out", async () => {
    const made = await open("/docs/try", { call: "makeWorld", body: '{ "name": "tried" }' });
    expect(made.text).toContain("201 Created");
    const dropped = await open("/docs/try", { call: "dropWorld", "path.world": "tried" });
    expect(dropped.text).toContain("204 No Content");
  });

  test.skipIf(CURL === null).each(["/docs", ...CONTROL_PATHS])(
    "has lines on %s that a shell runs",
    async (path) => {
      const { status, blocks } = await open(path);
      const lines = blocks.filter(
        // Why: one stops the sandbox, and the lines before another reset the world, which then has no request to replay.
        ({ language, text }) =>
          language === "curl" && ![ENDLESS, "/replay", "/stop"].some((part) => text.includes(part)),
      );
      expect([status, lines.length > 0]).toEqual([200, true]);
      for (const { text } of lines) {
        expect([text, await paste(text)]).toEqual([text, expect.stringMatching(/^20[014]$/)]);
      }
    },
  );

  test.each([
    ["before", "The connection was closed before a response arrived."],
    ["midway", "The connection was closed in the middle of the response."],
  ])("shows a connection that is closed %s a response", async (drop, said) => {
    const { controlUrl } = spawned.ready;
    await fetch(`${controlUrl}/worlds/flaky/faults`, {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify([{ drop }]),
    });
    const { text } = await open("/w/flaky/docs/try", { endpoint: "ping", key: "mst_ember_full" });
    expect(text).toContain(said);
  });
});
