// What a delayed response is, in every way in which the sandbox is run; what a dropped one is on the wire, wire.test.ts
// holds. Nothing here measures time: where something does not come, the test's own deadline ends it.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ENDPOINTS } from "../../src/contract/endpoints.ts";
import { bodyOf, openWire, statusOf } from "../runtime/spawn.ts";
import { bodyFor, IDS } from "../support/sandbox.ts";
import { copySeeds, RUNTIMES, type Spawned, spawnSandbox } from "../support/spawn-sandbox.ts";

setDefaultTimeout(30_000);

const FAULTS = `faults:
  - { key: mst_acme_noscope, endpoint: ping, delay: 300ms }
  - { key: mst_acme_expiring, endpoint: checkout-links, delay: 100ms }
  - { key: mst_acme_limited, delay: 100ms, drop: before }
`;
const [DELAYED, SPARED] = ["mst_acme_noscope", "mst_acme_links"];

/** A request as the control API lists it. */
interface Seen {
  readonly key: string;
  readonly ms: number | null;
  readonly status: number | null;
  readonly dropped: "before" | "midway" | null;
}

describe.each(Object.entries(RUNTIMES))("a fault under %s", (_name, command) => {
  let seeds: string;
  let spawned: Spawned;

  beforeAll(async () => {
    seeds = await copySeeds("settings:\n  rateLimit: off\n");
    await writeFile(join(seeds, "faults.yaml"), FAULTS);
    spawned = await spawnSandbox(command, ["--log", "json", "--seeds", seeds]);
  });
  afterAll(async () => {
    await spawned.stop("SIGKILL");
    await rm(seeds, { recursive: true, force: true });
  });

  const port = () => Number(new URL(spawned.ready.baseUrl).port);

  function requestTo(path: string, key: string, method = "GET", body?: string): string {
    const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n`;
    if (body === undefined) return `${head}\r\n`;
    return `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  }

  test("goes on if a client disconnects before its response, and logs that response", async () => {
    const link = requestTo(
      ENDPOINTS["checkout-links"].path,
      "mst_acme_expiring",
      "POST",
      bodyFor(IDS.atlas),
    );
    const impatient = [
      await openWire(port(), link),
      await openWire(port(), requestTo(ENDPOINTS.ping.path, "mst_acme_limited")),
    ];
    // Why: by the response to a later request, the earlier ones have come in.
    const spared = await openWire(port(), requestTo(ENDPOINTS.ping.path, SPARED));
    expect(statusOf(await spared.until("\r\n\r\n"))).toBe(200);
    for (const { socket } of impatient) socket.destroy();
    const statuses = async () => {
      const response = await fetch(`${spawned.ready.controlUrl}/worlds/default/requests`);
      const requests: Seen[] = await response.json();
      const keys = ["mst_acme_expiring", "mst_acme_limited"];
      return keys.map((key) => requests.find((one) => one.key === key));
    };
    let seen = await statuses();
    while (seen.some((one) => one === undefined || one.ms === null)) seen = await statuses();
    expect(seen.map((one) => [one?.status, one?.dropped])).toEqual([
      [201, null],
      [null, "before"],
    ]);
  });

  test("sends a delayed response while it stops, and prints nothing itself", async () => {
    const slow = await openWire(port(), requestTo(ENDPOINTS.ping.path, DELAYED));
    // Why: by the response to a later request, the earlier one has come in.
    const spared = await openWire(port(), requestTo(ENDPOINTS.ping.path, SPARED));
    expect(statusOf(await spared.until("\r\n\r\n"))).toBe(200);
    const stopping = spawned.stop();
    const response = await slow.ended();
    expect([statusOf(response), JSON.parse(bodyOf(response)).scopes]).toEqual([200, []]);
    const { exitCode, stderr } = await stopping;
    expect(exitCode).toBe(0);
    const events = stderr
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).event);
    expect(new Set(events)).toEqual(new Set(["request"]));
  });
});
