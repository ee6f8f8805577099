// What closing a listener does on each runtime. Nothing here measures time: where something does not
// come, the test's own deadline ends it.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  type Build,
  bodyOf,
  buildFixture,
  get,
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

describe.each(["bun", "node", "deno"] as const)("closing a listener on %s", (runtime) => {
  // Why: far beyond the deadline of a test, so that a close that waits for it fails.
  const FOREVER = 600_000;

  async function withServer(run: (server: Server) => Promise<void>): Promise<void> {
    const server = await startServer(build.command(runtime));
    try {
      await run(server);
    } finally {
      expect((await server.end()).stderr).toBe("");
    }
  }

  test("does not wait for connections that are idle, unused or half a request", () =>
    withServer(async (server) => {
      const idle = await openWire(server.port, `${get("/echo")}\r\n`);
      await idle.until("}");
      await openWire(server.port);
      await openWire(server.port, "GET /ec");
      server.say(`close ${FOREVER}`);
      expect(await server.hear("closed")).toBe(true);
      expect(statusOf(await idle.ended())).toBe(200);
    }));

  test.each([`${FOREVER}`, "Infinity", `${2 ** 31}`])(
    "lets a request in flight finish for %s ms, and takes no new connection",
    (grace) =>
      withServer(async (server) => {
        const slow = await openWire(server.port, `${get("/slow")}\r\n`);
        await server.hear("entered");
        server.say(`close ${grace}`);
        await server.hear("closing");
        await refused(server.port);
        server.say("release");
        expect(await server.hear("closed")).toBe(true);
        const response = await slow.ended();
        expect([statusOf(response), bodyOf(response)]).toEqual([200, "slow"]);
      }),
  );

  test.each(["-1", "NaN"])("does not wait if it may wait for %s ms", (grace) =>
    withServer(async (server) => {
      await openWire(server.port, `${get("/slow")}\r\n`);
      await server.hear("entered");
      server.say(`close ${grace}`);
      expect(await server.hear("closed")).toBe(true);
    }),
  );

  test("cuts what is in flight when the grace is over, even that of an earlier call", () =>
    withServer(async (server) => {
      const slow = await openWire(server.port, `${get("/slow")}\r\n`);
      await server.hear("entered");
      const events = await openWire(server.port, `${get("/events")}\r\n`);
      await events.until(": first");
      server.say(`close ${FOREVER}`);
      await server.hear("closing");
      server.say("close 0");
      expect([await server.hear("closed"), await server.hear("closed")]).toEqual([true, true]);
      expect(await slow.ended()).not.toContain("200 OK");
      expect(await events.ended()).not.toEndWith("\r\n0\r\n\r\n");
    }));

  test("does not wait for the rest of a body once the grace is over", () =>
    withServer(async (server) => {
      const head = "POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n";
      await openWire(server.port, `${head}the beginning`);
      await server.hear("entered");
      server.say("close 0");
      expect(await server.hear("closed")).toBe(true);
    }));

  // Why: on some runtimes the port closes a moment after the call; what is taken until then is let go.
  async function refused(port: number): Promise<void> {
    for (;;) {
      const wire = await openWire(port).catch(() => undefined);
      if (wire === undefined) return;
      wire.socket.destroy();
    }
  }
});
