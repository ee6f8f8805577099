// What a client gets on the wire, by raw sockets and by ordinary clients, in every way in which the sandbox is run.
// Nothing here measures time: where something does not come, the test's own deadline ends it.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ENDPOINTS } from "../../src/contract/endpoints.ts";
import { startEdge } from "../edge/edge.ts";
import { openWire } from "../runtime/spawn.ts";
import { copySeeds, RUNTIMES, spawnSandbox } from "../support/spawn-sandbox.ts";
import {
  COLUMNS,
  type Column,
  FACTS,
  formatTable,
  isWhole,
  KEYS,
  NEXT,
  OVERLAY,
  outcomeOf,
} from "./wire-facts.ts";

setDefaultTimeout(60_000);

const ORDERS = ENDPOINTS.orders.path;
const DENO = RUNTIMES.deno?.[0] ?? "";

interface Target {
  readonly api: URL;
  readonly hosted: URL;
  stop(): Promise<unknown>;
}

async function start(name: string): Promise<Target> {
  if (name === "edge") {
    const edge = await startEdge();
    const { baseUrl, hostedUrl } = await edge.make({ seeds: OVERLAY });
    const stop = async () => {
      // Why: a response that is dropped is no failure of the Worker.
      expect(edge.printed()).not.toContain('"event":"failure"');
      await edge[Symbol.asyncDispose]();
    };
    return { api: new URL(baseUrl), hosted: new URL(hostedUrl), stop };
  }
  const seeds = await copySeeds("");
  await rm(join(seeds, "settings.yaml"));
  await writeFile(join(seeds, "overlay.yaml"), JSON.stringify(OVERLAY));
  const { ready, stop } = await spawnSandbox(RUNTIMES[name] ?? [], ["--seeds", seeds]);
  return {
    api: new URL(ready.baseUrl),
    hosted: new URL(ready.hostedUrl),
    stop: async () => {
      await stop("SIGKILL");
      await rm(seeds, { recursive: true });
    },
  };
}

/**
 * A client: asks an address with each of the methods and keys at once, reads the responses to their ends, and prints
 * each method with the status, or that it failed. It accepts compressed ones.
 */
const CLIENTS: readonly (readonly [name: string, command: readonly string[]])[] = (
  [
    ["fetch of Bun", [process.execPath, "-e", fetching("process.argv.slice(1)")]],
    ["fetch of Node", ["node", "-e", fetching("process.argv.slice(1)")]],
    ["fetch of Deno", [DENO, "eval", "--no-lock", fetching("Deno.args")]],
    [
      "curl",
      [
        "sh",
        "-c",
        `url=$1; shift
         ask() {
           [ $1 = HEAD ] && flags=--head
           status=$(curl --silent --compressed $flags --output /dev/null --write-out %{http_code} -H "Authorization: Bearer $2" $url) || status=failed
           echo $1 $status
         }
         while [ $# -gt 0 ]; do ask $1 $2 & shift 2; done
         wait`,
        "curl",
      ],
    ],
    [
      "urllib of Python",
      [
        "python3",
        "-c",
        `import sys, threading, urllib.request, urllib.error, http.client
url, *asked = sys.argv[1:]
def ask(method, key):
    headers = {"Authorization": "Bearer " + key, "Accept-Encoding": "gzip"}
    try:
        try:
            response = urllib.request.urlopen(urllib.request.Request(url, method=method, headers=headers))
        except urllib.error.HTTPError as error:
            response = error
        response.read()
        outcome = response.status
    except (http.client.HTTPException, OSError):
        outcome = "failed"
    sys.stdout.write(f"{method} {outcome}\\n")
for pair in zip(asked[::2], asked[1::2]):
    threading.Thread(target=ask, args=pair).start()`,
      ],
    ],
  ] as const
).filter(([, [program = ""]]) => Bun.which(program) !== null);

function fetching(args: string): string {
  return `const [url, ...asked] = ${args};
    while (asked.length > 0) {
      const [method, key] = asked.splice(0, 2);
      fetch(url, { method, headers: { Authorization: "Bearer " + key } })
        .then(async (response) => { await response.text(); return response.status; })
        .catch(() => "failed").then((outcome) => console.log(method, outcome));
    }`;
}

describe.each(["executable", ...COLUMNS])("on the wire of %s", (name) => {
  const column: Column = COLUMNS.find((one) => one === name) ?? "bun";
  let target: Target;

  beforeAll(async () => {
    target = await start(name);
  });
  afterAll(() => target.stop());

  test.concurrent.each(FACTS)("a client that sends $what", async ({ at, request, outcome }) => {
    const { host, port, pathname } = target[at ?? "api"];
    const place = { host, prefix: pathname.replace(/\/$/, "") };
    const bytes = request(place);
    const [method = ""] = bytes.split(" ");
    const wire = await openWire(Number(port), bytes);
    while (!isWhole(wire.received(), method) && !wire.socket.destroyed) await wire.more();
    const received = wire.received();
    // Why: a connection that goes on has a response to the next request, too.
    wire.socket.write(NEXT({ host, prefix: target.api.pathname.replace(/\/$/, "") }));
    while (wire.received() === received && !wire.socket.destroyed) await wire.more();
    const isClosed = wire.received() === received;
    wire.socket.destroy();
    expect(outcomeOf(received, method, isClosed)).toBe(
      typeof outcome === "string" ? outcome : outcome[column],
    );
  });

  // Why: the executable is Bun, too, which takes seconds to close what it drops after a HEAD.
  test.concurrent.each(name === "bun" ? [] : CLIENTS)(
    "%s notices that a response is dropped",
    async (_client, command) => {
      const url = `${target.api.href.replace(/\/$/, "")}${ORDERS}`;
      const asked = ["GET", "HEAD"].flatMap((method) =>
        [KEYS.before, KEYS.midway].flatMap((key) => [method, key]),
      );
      const child = Bun.spawn([...command, url, ...asked], { stdout: "pipe", stderr: "ignore" });
      const printed = (await new Response(child.stdout).text()).trim().split("\n");
      // Runtime: Deno and the engine at the edge send a head in any case; it must not look like a success.
      const head = column === "deno" || column === "edge" ? "HEAD 503" : "HEAD failed";
      expect(printed.toSorted()).toEqual(["GET failed", "GET failed", head, head]);
    },
  );

  test.concurrent.each(["/_sandbox/health", "/p/ATLAS-1", "/nothing", "/openapi.json"])(
    "HEAD of %s has the length that GET has",
    async (path) => {
      const url = target.hosted.href.replace(/\/$/, "") + path;
      const [head, got] = await Promise.all([fetch(url, { method: "HEAD" }), fetch(url)]);
      const length = (await got.arrayBuffer()).byteLength;
      expect(head.status).toBe(got.status);
      // Why: the health check has a time in it, which may have a digit more.
      expect(Math.abs(Number(head.headers.get("Content-Length")) - length)).toBeLessThan(5);
    },
  );
});

test("docs/http.md shows this list", async () => {
  const page = await Bun.file(join(import.meta.dir, "../../docs/http.md")).text();
  expect(page).toContain(formatTable());
});
