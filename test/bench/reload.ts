// How long answers stop while 10 000 orders are reloaded: one client asks without a break, and the
// longest wait for an answer around each of some edits is shown beside the longest without an edit.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, writeOrders } from "./orders.ts";

const ORDERS = 10_000;
const EDITS = 9;
const QUIET_REQUESTS = 2_000;

const directory = await mkdtemp(join(tmpdir(), "merchant-sandbox-bench-"));
const path = join(directory, "orders.yaml");
const text = writeOrders(ORDERS);
await writeFile(path, text);
const server = Bun.spawn(
  [
    ...(process.argv[2]?.split(" ") ?? [process.execPath, "src/main.ts"]),
    ...["--seeds", directory, "--port", "0", "--hosted-port", "0", "--log", "json"],
    ...["--rate-limit", "off"],
  ],
  { stdout: "pipe", stderr: "pipe" },
);
const reloads = countReloads(server.stderr);
const { value } = await server.stdout.getReader().read();
const { baseUrl, apiKey } = JSON.parse(new TextDecoder().decode(value));
const headers = { Authorization: `Bearer ${apiKey}` };

const waits: number[] = [];
const quiet: number[] = [];
await longestWait((count) => count >= QUIET_REQUESTS);
for (let edit = 1; edit <= EDITS; edit++) {
  quiet.push(await longestWait((count) => count >= QUIET_REQUESTS));
  await writeFile(path, `${text}# edit ${edit}\n`);
  waits.push(await longestWait(() => reloads.count >= edit));
}
server.kill("SIGTERM");
await server.exited;
await rm(directory, { recursive: true });
process.stdout.write(
  `${ORDERS} orders: longest wait for an answer during a reload ` +
    `${median(waits).toFixed(0)} ms (${Math.min(...waits).toFixed(0)}–${Math.max(...waits).toFixed(0)} of ${EDITS}), ` +
    `without one ${median(quiet).toFixed(0)} ms (${Math.min(...quiet).toFixed(0)}–${Math.max(...quiet).toFixed(0)})\n`,
);

/** Asks one thing after the other until it is enough. */
async function longestWait(isEnough: (count: number) => boolean): Promise<number> {
  let longest = 0;
  for (let count = 0; !isEnough(count); count++) {
    const started = performance.now();
    const answer = await fetch(`${baseUrl}/api/v1/integration/ping`, { headers });
    await answer.arrayBuffer();
    longest = Math.max(longest, performance.now() - started);
  }
  return longest;
}

function countReloads(stderr: ReadableStream<Uint8Array>) {
  const counter = { count: 0 };
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of stderr) {
      counter.count += decoder.decode(chunk).split('{"event":"reload"').length - 1;
    }
  };
  void read();
  return counter;
}
