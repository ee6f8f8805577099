// Resident memory, at each tenth of very many requests, and of very many worlds that are made and dropped; and
// what clients of the live log leave behind.
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { residentOf } from "../../bench/memory.ts";
import { requestsFor } from "../../bench/requests.ts";
import { median } from "../../bench/statistics.ts";
import { load } from "../../bench/wrk.ts";
import { HOST } from "../inputs/input.ts";
import { type Attack, count, type Part, type Row } from "../part.ts";
import { type ProgramName, startTarget, type Target } from "../target.ts";

const REQUESTS = 1_000_000;
const WORLDS = 100_000;
const STREAMS = 10_000;
const AT_ONCE = 16;
const BATCH = 250;
const TENTHS = 10;
const READINGS = 5;
/** How often it is asked until what clients left behind should be gone. */
const MOST_TURNS = 200;
const MOST_GROWTH = 1.1;
const SLICE_MS = 400;

export const memory: Part = {
  title: "Memory",
  summary: "a million requests, 100 000 worlds made and dropped, 10 000 clients of the live log",
  run: async (attack) => [
    await measureRequests(attack),
    await measureWorlds(attack),
    ...(await measureStreams(attack)),
  ],
};

async function measureRequests({ program, directory, say }: Attack): Promise<Row> {
  say(`${count(REQUESTS)} requests`);
  await using target = await startTarget(program, { flags: ["--rate-limit", "off"] });
  const requests = Object.values(await requestsFor(target));
  let sent = 0;
  const tenths = await inTenths(target, REQUESTS, async (until) => {
    while (sent < until) {
      for (const request of requests) {
        sent += (await load(target.baseUrl, request, { ms: SLICE_MS, directory })).requests;
      }
    }
  });
  return describeTenths(`${count(sent)} requests`, tenths);
}

async function measureWorlds({ program, say }: Attack): Promise<Row> {
  say(`${count(WORLDS)} worlds`);
  await using target = await startTarget(program);
  let made = 0;
  const work = async (until: number) => {
    while (made < until) {
      made++;
      await makeAndDrop(target, `m${made}`);
    }
  };
  const tenths = await inTenths(target, WORLDS, async (until) => {
    await Promise.all(Array.from({ length: AT_ONCE }, () => work(until)));
  });
  return describeTenths(`${count(made)} worlds, each made, asked once, and dropped`, tenths);
}

async function makeAndDrop(target: Target, name: string): Promise<void> {
  const made = await target.control("POST", "/worlds", { name });
  await made.arrayBuffer();
  const headers = { Authorization: `Bearer ${target.apiKey}` };
  const asked = await fetch(`${target.baseUrl}/w/${name}/api/v1/integration/ping`, { headers });
  await asked.arrayBuffer();
  const dropped = await target.control("DELETE", `/worlds/${name}`);
  const statuses = [made.status, asked.status, dropped.status];
  if (statuses.join() !== "201,200,204") throw new Error(`a world was answered ${statuses}`);
}

/** The resident memory in each tenth of the way, in MB: the median of some readings, as garbage comes and goes. */
export async function inTenths(
  { pid }: Target,
  total: number,
  goOn: (until: number) => Promise<void>,
): Promise<number[]> {
  const tenths: number[] = [];
  for (let tenth = 1; tenth <= TENTHS; tenth++) {
    const readings: number[] = [];
    for (let step = READINGS - 1; step >= 0; step--) {
      await goOn((total * (tenth - step / READINGS)) / TENTHS);
      readings.push(residentOf(pid));
    }
    tenths.push(median(readings));
  }
  return tenths;
}

/** Flat: no tenth has a tenth more than the first has; of the last it is told, too, once it has settled. */
export function describeTenths(what: string, tenths: readonly number[]): Row {
  const [first = Number.NaN] = tenths;
  const most = Math.max(...tenths);
  const figure = `${tenths.map((mb) => mb.toFixed(0)).join(", ")} MB; at most ${(most / first).toFixed(2)} of the first of these`;
  return { what, figure, held: most < first * MOST_GROWTH };
}

async function measureStreams({ program, say }: Attack): Promise<Row[]> {
  say(`${count(STREAMS)} clients of the live log`);
  return comeAndGo(program, STREAMS);
}

/** Has clients of the live log come and go, some at a time, and looks what they leave behind. */
export async function comeAndGo(program: ProgramName, clients: number): Promise<Row[]> {
  await using target = await startTarget(program, { flags: ["--rate-limit", "off"] });
  // Why: what the first few load stays.
  for (let batch = 0; batch < 2; batch++) await comeAndGoAtOnce(target, BATCH);
  const before = await openFiles(target, 0);
  const memory: number[] = [];
  for (let gone = 0; gone < clients; gone += BATCH) {
    await comeAndGoAtOnce(target, Math.min(BATCH, clients - gone));
    await target.probe();
    memory.push(residentOf(target.pid));
  }
  const after = await openFiles(target, before);
  const at = [0, 0.25, 0.5, 0.75, 1].map((part) => memory[Math.floor(part * (memory.length - 1))]);
  return [
    {
      what: `${count(clients)} clients of the live log, ${BATCH} at a time`,
      figure: `${after - before} open files more than before; ${at.map((mb) => mb?.toFixed(0)).join(", ")} MB`,
      held: after <= before,
    },
  ];
}

/** How many files it has open, once it has had time to close those of clients that left. */
async function openFiles({ pid, probe }: Target, wanted: number): Promise<number> {
  const now = () => readdirSync(`/proc/${pid}/fd`).length;
  for (let turn = 0; turn < MOST_TURNS && now() > wanted; turn++) await probe();
  return now();
}

async function comeAndGoAtOnce({ ports }: Target, clients: number): Promise<void> {
  await Promise.all(Array.from({ length: clients }, () => listenIn(ports.hosted)));
}

/** Opens the live log, reads its beginning, and leaves. */
function listenIn(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(
        `GET /_sandbox/worlds/default/requests/stream HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`,
      );
    });
    socket.once("data", () => socket.destroy());
    socket.once("close", () => resolve());
    socket.once("error", reject);
  });
}
