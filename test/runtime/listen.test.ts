// What holds of a listener on each runtime. Nothing here measures time: where something does not
// come, the test's own deadline ends it.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createServer } from "node:net";
import { ListenError, listen } from "../../src/runtime/listen.ts";
import {
  type Build,
  bodyOf,
  buildFixture,
  get,
  last,
  openWire,
  type Server,
  startServer,
  statusOf,
} from "./spawn.ts";

setDefaultTimeout(30_000);

let build: Build;
beforeAll(async () => {
  build = await buildFixture();
});
afterAll(() => build.remove());

describe.each(["bun", "node", "deno"] as const)("a listener on %s", (runtime) => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer(build.command(runtime));
  });
  // Why: every test's requests are over by now, so whatever the runtime printed of them is here.
  afterAll(async () => {
    expect(await server.end()).toEqual({ unheard: [], stderr: "" });
  });

  const ask = async (bytes: string) => (await openWire(server.port, bytes)).ended();

  test("has a real port if port 0 was requested", () => {
    expect(server.port).toBeGreaterThan(0);
  });

  test("responds to a request", async () => {
    const url = `http://127.0.0.1:${server.port}/echo?a=b%20c`;
    const response = await fetch(url, { method: "POST", body: "hello" });
    expect(await response.json()).toEqual({ method: "POST", url, body: "hello" });
  });

  test("sends the length of a response", async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/echo`);
    const length = (await response.arrayBuffer()).byteLength;
    expect(response.headers.get("content-length")).toBe(String(length));
  });

  test.each(["//a", "/%70ing", "/A/?x=%7e", "/w//"])(
    "passes on the path %s unchanged",
    async (path) => {
      const { url } = JSON.parse(bodyOf(await ask(get(path) + last)));
      expect(url).toBe(`http://localhost${path}`);
    },
  );

  test("rejects a port that is taken, and takes no other", async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
    const address = holder.address();
    const held = typeof address === "object" ? address?.port : undefined;
    // Why: the second is held by a listener of ours, and Bun would share it.
    for (const port of [held, server.port]) {
      server.say(`listen ${JSON.stringify({ hostname: "127.0.0.1", port })}`);
      expect(await server.hear("refusal")).toEqual({
        name: "ListenError",
        code: "EADDRINUSE",
        hostname: "127.0.0.1",
        port,
        message: `Cannot listen on host 127.0.0.1, port ${port}: the port is taken; use another one, or 0 for any free port.`,
      });
    }
    holder.close();
  });

  test.each(["192.0.2.1", "", "["])(
    "rejects %p, which is not an address of this machine",
    async (hostname) => {
      server.say(`listen ${JSON.stringify({ hostname, port: 0 })}`);
      expect(await server.hear("refusal")).toMatchObject({
        code: "EADDRNOTAVAIL",
        hostname,
        port: 0,
      });
    },
  );

  test.each([
    ["[", 400],
    ["a b", 400],
    ["a/b", 400],
    ["user@a", 400],
    ["%", 400],
    ["999.1.1.1", 400],
    ["a:99999", 400],
    ["", 200],
    ["LOCALHOST:80", 200],
    ["my_service.test:4700", 200],
    ["[::1]:4700", 200],
  ])("responds to a request whose host is %p", async (host, status) => {
    const response = await ask(`${get("/echo", `Host: ${host}\r\n`)}${last}`);
    expect(statusOf(response)).toBe(status);
    if (status === 200) expect(URL.canParse(JSON.parse(bodyOf(response)).url)).toBe(true);
  });

  test("rejects an invalid host after a valid one with the same beginning", async () => {
    const sound = ["localhost", "localhost:9"];
    for (const host of [
      "localhost:9",
      "localhost:99999",
      "localhost",
      "localhost%",
      "localhost b",
    ]) {
      const response = await ask(`${get("/echo", `Host: ${host}\r\n`)}${last}`);
      expect([host, statusOf(response)]).toEqual([host, sound.includes(host) ? 200 : 400]);
    }
  });

  test("never fails at a host that is missing, not ASCII, or repeated", async () => {
    expect(statusOf(await ask(get("/echo", "") + last))).toBe(400);
    expect([200, 400]).toContain(statusOf(await ask(get("/echo", "Host: \xff\r\n") + last)));
    for (const twice of ["Host: a\r\nHost: b\r\n", "Host: localhost\r\nHost: localhost\r\n"]) {
      expect(statusOf(await ask(get("/echo", twice) + last))).toBe(400);
    }
    // Runtime: Deno does not say which version it is, and so a missing host is an error in HTTP/1.0 as well.
    const old = await ask("GET /echo HTTP/1.0\r\n\r\n");
    expect(statusOf(old)).toBe(runtime === "deno" ? 400 : 200);
  });

  test.each(["/throw", "/reject"])(
    "responds with 500 if the app throws, and goes on: %s",
    async (path) => {
      const response = await ask(get(path) + last);
      expect(statusOf(response)).toBe(500);
      expect(response).not.toContain("by the app");
      expect(statusOf(await ask(get("/echo") + last))).toBe(200);
    },
  );

  test("closes the connection if a response body fails", async () => {
    await expect(
      fetch(`http://127.0.0.1:${server.port}/drop`).then((r) => r.text()),
    ).rejects.toThrow();
    const midway = await ask(get("/midway") + last);
    expect(midway).toContain(": first\n\n");
    expect(midway).not.toEndWith("\r\n0\r\n\r\n");
  });

  test("sends a stream's chunks as they come, and cancels it if the client disconnects", async () => {
    const wire = await openWire(server.port, `${get("/events")}\r\n`);
    expect(await wire.until(": first\n\n")).toContain(": first\n\n");
    wire.socket.destroy();
    expect(await server.hear("cancelled")).toBe(true);
  });

  describe("a long body that the app leaves unread", () => {
    const body = new Uint8Array(3_000_000);
    const url = (path: string) => `http://127.0.0.1:${server.port}${path}`;

    test.each(["/refuse", "/sip", "/cancel"])("is returned to fetch: %s", async (path) => {
      const whole = await fetch(url(path), { method: "POST", body });
      expect([whole.status, await whole.text()]).toEqual([400, "refused"]);
      const chunked = await fetch(url(path), { method: "POST", body: new Blob([body]).stream() });
      expect([chunked.status, await chunked.text()]).toEqual([400, "refused"]);
    });

    test.skipIf(Bun.which("curl") === null).each([
      ["Content-Length", "Expect: 100-continue"],
      ["Content-Length", "Expect:"],
      ["chunked", "Expect: 100-continue"],
      ["chunked", "Expect:"],
    ])("is returned to curl: %s, %s", async (framing, expectation) => {
      const flags = framing === "chunked" ? ["--header", "Transfer-Encoding: chunked"] : [];
      for (const path of ["/refuse", "/sip"]) {
        const curl = Bun.spawn(
          ["curl", "--silent", "--show-error", "--include", "--data-binary", "@-"].concat(
            ["--header", expectation, "--header", "Content-Type: text/plain"],
            [...flags, url(path)],
          ),
          { stdin: body, stdout: "pipe", stderr: "pipe" },
        );
        const [output, errors] = await Promise.all([
          new Response(curl.stdout).text(),
          new Response(curl.stderr).text(),
        ]);
        expect(errors).toBe("");
        expect(output).toContain("HTTP/1.1 400 ");
        expect(output).toEndWith("refused");
      }
    });

    test.each(["Content-Length: 1000000000000", "Transfer-Encoding: chunked"])(
      "is cut if it does not end: %s",
      async (framing) => {
        for (const method of ["POST", "GET"]) {
          const head = `${method} /refuse HTTP/1.1\r\nHost: localhost\r\n${framing}\r\n\r\n`;
          const wire = await openWire(server.port, head);
          const chunk = "x".repeat(65_536);
          const bytes = framing.startsWith("Content") ? chunk : `10000\r\n${chunk}\r\n`;
          const more = () => {
            if (!wire.socket.destroyed) wire.socket.write(bytes, () => setImmediate(more));
          };
          more();
          await wire.ended();
        }
      },
    );

    test("gets a response if it does not arrive at all", async () => {
      const head = "POST /refuse HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3000000\r\n\r\n";
      const wire = await openWire(server.port, head);
      expect(statusOf(await wire.until("\r\n\r\n"))).toBe(400);
      wire.socket.destroy();
    });

    test("is cut if it arrives too slowly", async () => {
      const head = "POST /refuse HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n";
      const wire = await openWire(server.port, head);
      const drops = setInterval(() => wire.socket.write("x"), 10);
      expect(statusOf(await wire.ended())).toBe(400);
      clearInterval(drops);
    });
  });
});

describe("listen", () => {
  test("rejects with its own error, whose cause is the runtime's", async () => {
    const first = await listen({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
    const error: unknown = await listen({ ...first, fetch: () => new Response() }).catch((e) => e);
    expect(error).toBeInstanceOf(ListenError);
    expect(error).toMatchObject({ code: "EADDRINUSE", port: first.port, hostname: "127.0.0.1" });
    expect((error as ListenError).cause).toBeInstanceOf(Error);
    await first.close();
  });

  test("has the port free again once it is closed", async () => {
    const first = await listen({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
    await first.close();
    const second = await listen({ ...first, fetch: () => new Response("again") });
    expect(await (await fetch(`http://127.0.0.1:${second.port}`)).text()).toBe("again");
    await second.close();
  });
});
