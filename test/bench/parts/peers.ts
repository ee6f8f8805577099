// Comparable tools that answer as the sandbox does, none of which checks a key for it: their requests per
// second against a bare Bun.serve, their start and their memory against ours.
import { isDeepStrictEqual } from "node:util";
import { ENDPOINTS } from "../../../src/contract/endpoints.ts";
import { startBare } from "../bare.ts";
import { compare, type Row } from "../figure.ts";
import { firstAnswer } from "../first-answer.ts";
import { compareLoads, loadInPairs } from "../load-pairs.ts";
import { settledOf } from "../memory.ts";
import { inPairs } from "../pairs.ts";
import type { Bench, Part } from "../part.ts";
import { emulate } from "../peers/emulate.ts";
import { install, installNode, NODE } from "../peers/install.ts";
import { jsonServer, jsonServerBeta } from "../peers/json-server.ts";
import { mockoon } from "../peers/mockoon.ts";
import { type Answers, PEER_REQUESTS, type Peer, type PeerRequest } from "../peers/peer.ts";
import { prism } from "../peers/prism.ts";
import { scalar } from "../peers/scalar.ts";
import { freePort, startPeer } from "../peers/start-peer.ts";
import { EXECUTABLE, FLAGS, RUNTIMES } from "../programs.ts";
import { ask, requestsFor, type SentRequest, TITLES } from "../requests.ts";
import { type Server, startServer } from "../server.ts";

const PEERS = [emulate, jsonServerBeta, jsonServer, scalar, mockoon, prism];

export const peers: Part = {
  title: `Comparable tools, on Node ${NODE}`,
  summary: "other tools with the same answers: requests, start and memory",
  needs: ["build", "proc", "wrk"],
  async measure(bench) {
    await using sandbox = await startServer([EXECUTABLE, ...FLAGS, "--rate-limit", "off"]);
    const requests = await requestsFor(sandbox);
    await using bare = await startBare(RUNTIMES.executable.bare, sandbox, requests);
    const record = async (name: PeerRequest) => {
      const request = requests[name];
      return { request, answer: await ask(sandbox.baseUrl, request) };
    };
    const answers: Answers = {
      ping: await record("ping"),
      orders: await record("orders"),
      link: await record("link"),
    };
    bench.say("installing Node");
    const node = await installNode();
    const rows: Row[] = [];
    for (const peer of PEERS) {
      const contest = { peer, node, answers, bareUrl: bare.baseUrl };
      const what = titleOf(peer);
      const measured = measurePeer(contest, bench).catch((error): Row[] => [
        { what, why: error instanceof Error ? (error.message.split("\n")[0] ?? "") : `${error}` },
      ]);
      rows.push(...(await measured));
    }
    return { rows };
  },
};

interface Contest {
  readonly peer: Peer;
  readonly node: string;
  readonly answers: Answers;
  readonly bareUrl: string;
}

async function measurePeer(contest: Contest, bench: Bench): Promise<Row[]> {
  const { peer, node, answers } = contest;
  bench.say(`installing ${titleOf(peer)}`);
  const directory = await install(peer.name, peer.version);
  const start = async () => {
    const port = freePort();
    const command = [node, ...(await peer.configure({ answers, port, directory }))];
    return startPeer(command, { directory, port, path: requestOf(contest, "ping").path });
  };
  const rows = await measureLoads(contest, start, bench);
  return [...rows, ...(await measureRest(peer, start, bench))];
}

async function measureLoads(
  contest: Contest,
  start: () => Promise<Server>,
  bench: Bench,
): Promise<Row[]> {
  await using server = await start();
  const rows: Row[] = [];
  for (const name of PEER_REQUESTS) {
    const what = `${titleOf(contest.peer)}: ${TITLES[name]}`;
    bench.say(what);
    const why = contest.peer.missing?.[name] ?? (await findDifference(contest, name, server));
    if (why !== undefined) {
      rows.push({ what, why });
      continue;
    }
    const pairs = await loadInPairs(
      { url: server.baseUrl, request: requestOf(contest, name) },
      { url: contest.bareUrl, request: contest.answers[name].request },
      bench.quick ? 1 : 9,
      bench,
    );
    rows.push(compareLoads({ what }, RUNTIMES.executable.limit, pairs));
  }
  return rows;
}

/** Says how a peer's answer differs from that of the sandbox, spaces in the JSON apart. */
async function findDifference(contest: Contest, name: PeerRequest, { baseUrl }: Server) {
  const { answer } = contest.answers[name];
  const { status, body } = await ask(baseUrl, requestOf(contest, name));
  if (status !== answer.status) return `it answers ${status}, not ${answer.status}`;
  if (isDeepStrictEqual(JSON.parse(body), JSON.parse(answer.body))) return undefined;
  return `it answers another body, ${body.slice(0, 60)}`;
}

/** Compares its start, and its memory at rest, with those of our executable. */
async function measureRest(peer: Peer, start: () => Promise<Server>, { quick, say }: Bench) {
  const what = `${titleOf(peer)}: from exec to the first 200`;
  say(what);
  const startOurs = async () => {
    const server = await startServer([EXECUTABLE, ...FLAGS]);
    await firstAnswer(server.baseUrl, ENDPOINTS.ping.path, server.apiKey);
    return server;
  };
  const pairs = await inPairs(
    quick ? 1 : 7,
    () => measureStart(start),
    () => measureStart(startOurs),
  );
  const of = (measure: "ms" | "resident") =>
    pairs.map(({ ours, limit }) => ({ ours: ours[measure], limit: limit[measure] }));
  return [
    compare({ what, unit: "ms" }, "our executable", of("ms")),
    compare({ what: `${titleOf(peer)}: at rest`, unit: "MB" }, "our executable", of("resident")),
  ];
}

async function measureStart(start: () => Promise<Server>) {
  const started = performance.now();
  await using server = await start();
  const ms = performance.now() - started;
  return { ms, resident: await settledOf(server.pid) };
}

const titleOf = ({ name, version }: Peer) => `${name} ${version}`;

const requestOf = ({ peer, answers }: Contest, name: PeerRequest): SentRequest => {
  const { request } = answers[name];
  return { ...request, path: peer.paths?.[name] ?? request.path };
};
