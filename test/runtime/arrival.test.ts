// How long a request may take to arrive, on each runtime that lets us say so. Nothing here measures time:
// what is not limited is begun before what is, and must outlast it.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type Build, bodyOf, buildFixture, get, openWire, startServer, statusOf } from "./spawn.ts";

setDefaultTimeout(30_000);

// Runtime: Bun rounds it up to some four seconds.
const ARRIVAL_MS = "500";

let build: Build;
beforeAll(async () => {
  build = await buildFixture();
});
afterAll(() => build.remove());

const post = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`;

/** Sends a letter now and then, until the connection ends. */
async function drip(port: number, bytes: string): Promise<string> {
  const wire = await openWire(port, bytes);
  const drops = setInterval(() => wire.socket.write("x"), 50);
  return wire.ended().finally(() => clearInterval(drops));
}

describe.each(["bun", "node"] as const)("a listener on %s", (runtime) => {
  test("cuts a request that does not arrive, but not a slow response", async () => {
    const server = await startServer([...build.command(runtime), ARRIVAL_MS]);
    const slow = await openWire(server.port, `${get("/slow")}\r\n`);
    const late = await openWire(server.port, `${post("/slow", 3)}abc`);
    const events = await openWire(server.port, `${get("/events")}\r\n`);
    await events.until(": first");
    await server.hear("entered");
    await server.hear("entered");
    const begun = `${get("/echo")}\r\n`;
    const cut = await Promise.all([
      drip(server.port, post("/echo", 10_000)),
      drip(server.port, `${begun}GET /ec`),
      drip(server.port, `${begun}${post("/echo", 10_000)}`),
      drip(server.port, post("/echo", 1_000_000)),
    ]);
    // What was whole was answered before.
    expect(cut.map((text) => text.split("200 OK").length - 1)).toEqual([0, 1, 1, 0]);
    server.say("release");
    for (const wire of [slow, late]) {
      const response = await wire.until("slow");
      expect([statusOf(response), bodyOf(response)]).toEqual([200, "slow"]);
      wire.socket.destroy();
    }
    expect(events.socket.destroyed).toBe(false);
    events.socket.destroy();
    expect(await server.hear("cancelled")).toBe(true);
    expect(await server.end()).toEqual({ unheard: [], stderr: "" });
  });
});

describe.each(["bun", "node", "deno"] as const)("a listener on %s", (runtime) => {
  test("notifies an app that reads a long body that it does not arrive", async () => {
    const server = await startServer([...build.command(runtime), ARRIVAL_MS]);
    const wire = await openWire(server.port, `${post("/echo", 1_000_000)}the beginning`);
    // The app does not mind, and fails; Node is quicker than it.
    expect([500, 408]).toContain(statusOf(await wire.until("\r\n\r\n")));
    wire.socket.destroy();
    expect(await server.end()).toEqual({ unheard: [], stderr: "" });
  });
});
