// What a client at the edge sees of each fault, and who follows the journal of it: the engine is between
// them and the world.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { bodyOf, get, openWire } from "../runtime/spawn.ts";
import { type Edge, startEdge } from "./edge.ts";
import type { Made } from "./made.ts";

setDefaultTimeout(30_000);

const ORDERS = "/api/v1/integration/orders";

describe("at the edge", () => {
  let edge: Edge;

  beforeAll(async () => {
    edge = await startEdge();
  });
  afterAll(() => edge[Symbol.asyncDispose]());

  const make = (fault: object) => edge.make({ seeds: { faults: [fault] } });
  const bearer = ({ apiKey }: Made) => ({ Authorization: `Bearer ${apiKey}` });
  const ask = (world: Made) => edge.ask(world.baseUrl + ORDERS, { headers: bearer(world) });

  /** All that comes over the wire. */
  async function listen(world: Made): Promise<string> {
    const { port, host, pathname } = new URL(world.baseUrl + ORDERS);
    const lines = `Host: ${host}\r\nAuthorization: Bearer ${world.apiKey}\r\n\r\n`;
    return (await openWire(Number(port), get(pathname, lines))).ended();
  }

  test("a fault responds in place of the world", async () => {
    const response = await ask(await make({ respond: 503 }));
    expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "1"]);
  });

  test("a fault delays a response", async () => {
    const world = await make({ delay: "20ms" });
    expect((await ask(world)).status).toBe(200);
    const [{ hints }] = await (await edge.control(world, "/requests")).json();
    expect(hints).toEqual([
      "fault 1 (made by its world's overlay) delayed the response by 20 ms (hit 1)",
      "the list was limited to 50 of 96 orders",
    ]);
  });

  test("a fault that drops a response midway closes the connection there", async () => {
    const world = await make({ drop: "midway", times: 1 });
    const wire = await listen(world);
    const whole = await (await ask(world)).text();
    expect(wire).toStartWith("HTTP/1.1 200 OK\r\n");
    expect(wire).toContain(`\r\nContent-Length: ${Buffer.byteLength(whole)}\r\n`);
    expect(bodyOf(wire)).toBe(whole.slice(0, whole.length >> 1));
  });

  test("a reader of the journal's stream is notified of requests, until the world ends", async () => {
    const world = await make({ respond: 503 });
    const stream = await edge.control(world, "/requests/stream");
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    await reader?.read();
    const id = (await ask(world)).headers.get("X-Request-Id");
    expect((await reader?.read())?.value).toStartWith(`id: ${id}\ndata: {`);
    await edge.control(world, "", { method: "DELETE" });
    expect((await reader?.read())?.done).toBe(true);
  });
});
