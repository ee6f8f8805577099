// Clients that take for ever: a third sends its head a byte at a time, a third its body, a third reads no response.
// Meanwhile a probe is answered.
import { connect, type Socket } from "node:net";
import { HOST, type Listener } from "../inputs/input.ts";
import type { Part, Row } from "../part.ts";
import { type ProgramName, startTarget, type Target } from "../target.ts";

const CLIENTS = 500;
const PROBES = 200;
const TIMES = 3;
const MOST_P99_MS = 250;
const DRIP_MS = 200;
/** How many answers are asked for by one who reads none. */
const ASKED = 200;

const KEY_LINE = "Authorization: Bearer mst_acme_full\r\n";
const HEAD = `Host: ${HOST}\r\n${KEY_LINE}`;
const LONG = `Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{`;

type Kind = "head" | "body" | "reading";
const START: Readonly<Record<Kind, Readonly<Record<Listener, string>>>> = {
  head: {
    api: "GET /api/v1/integration/ping HTTP/1.1\r\nX",
    hosted: "GET /dashboard HTTP/1.1\r\nX",
  },
  body: {
    api: `POST /api/v1/integration/checkout-links HTTP/1.1\r\n${HEAD}${LONG}`,
    hosted: `POST /_sandbox/worlds HTTP/1.1\r\n${HEAD}${LONG}`,
  },
  reading: {
    api: `GET /api/v1/integration/orders HTTP/1.1\r\n${HEAD}\r\n`.repeat(ASKED),
    // Why: Bun ends a connection on which one comes before the other's response is made.
    hosted: `GET /docs HTTP/1.1\r\n${HEAD}\r\n`,
  },
};

export const slow: Part = {
  title: "Slow and hanging clients",
  summary: "500 at once, while a probe is answered; how long half a request may last",
  run: async ({ program, say }) => {
    const rows: Row[] = [];
    await using target = await startTarget(program, { flags: ["--rate-limit", "off"] });
    const figures: number[] = [];
    for (let time = 1; time <= TIMES; time++) {
      say(`probing, ${time} of ${TIMES}`);
      using _clients = await hang(target, CLIENTS);
      figures.push(p99Of(await probes(target, PROBES)));
    }
    rows.push({
      what: `p99 of ${PROBES} probes beside ${CLIENTS} slow clients`,
      figure: `${figures.map((ms) => ms.toFixed(1)).join(", ")} ms; without them ${p99Of(await probes(target, PROBES)).toFixed(1)} ms`,
      held: figures.every((ms) => ms < MOST_P99_MS),
    });
    say("waiting for the server to cut half a request");
    return [...rows, ...(await outwait(target)), await probeAfter(target)];
  },
};

/** Probes beside slow clients, without a look at the time. */
export async function probeBeside(program: ProgramName, clients: number): Promise<Row[]> {
  await using target = await startTarget(program, { flags: ["--rate-limit", "off"] });
  using _clients = await hang(target, clients);
  const answered = await probes(target, 20);
  return [
    { what: "probes", figure: `${answered.length} of 20 answered`, held: answered.length === 20 },
    await probeAfter(target),
  ];
}

/** Opens slow clients; they go on until they are disposed of. */
async function hang(target: Target, clients: number): Promise<Disposable> {
  const kinds: readonly Kind[] = ["head", "body", "reading"];
  const sockets = await Promise.all(
    Array.from({ length: clients }, (_, at) => {
      const kind = kinds[at % 3] ?? "head";
      return open(target, kind, at % 2 === 0 ? "api" : "hosted");
    }),
  );
  const dripping = sockets.filter((_, at) => at % 3 !== 2);
  const drip = setInterval(() => {
    for (const socket of dripping) if (socket.writable) socket.write("a");
  }, DRIP_MS);
  return {
    [Symbol.dispose]() {
      clearInterval(drip);
      for (const socket of sockets) socket.destroy();
    },
  };
}

function open({ ports }: Target, kind: Kind, to: Listener): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(ports[to], "127.0.0.1", () => {
      socket.write(START[kind][to]);
      if (kind === "reading") socket.pause();
      resolve(socket);
    });
    socket.once("error", reject);
    socket.on("error", () => {});
  });
}

/** Probes one by one; how long each took, in milliseconds. */
async function probes(target: Target, times: number): Promise<number[]> {
  const ms: number[] = [];
  for (let time = 0; time < times; time++) {
    const since = performance.now();
    const status = await target.probe();
    if (status !== 200) throw new Error(`the probe was answered ${status}`);
    ms.push(performance.now() - since);
  }
  return ms;
}

const p99Of = (ms: readonly number[]) =>
  ms.toSorted((one, other) => one - other)[Math.ceil(ms.length * 0.99) - 1] ?? Number.NaN;

/** Sends half of a request, drop by drop, until the server ends it. */
async function outwait(target: Target): Promise<Row[]> {
  const kept = `GET /api/v1/integration/ping HTTP/1.1\r\n${HEAD}\r\n`;
  const halves: Readonly<Record<string, string>> = {
    "nothing at all": "",
    "half a head": START.head.api,
    "half a head behind an answer": kept + START.head.api,
    "half a short body": START.body.api,
    "half a body of a call": START.body.hosted,
    "half a long body of a call": START.body.hosted.replace("60000", "700000"),
    "half a chunked body": START.body.api
      .replace("Content-Length: 60000", "Transfer-Encoding: chunked")
      .replace("\r\n\r\n{", "\r\n\r\nfff\r\n{"),
  };
  const open = await Promise.all(
    Object.entries(halves).map(async ([what, bytes]) => {
      const seconds = await secondsUntilCut(
        target.ports[what.includes("call") ? "hosted" : "api"],
        bytes,
      );
      return {
        what: `${what}, drop by drop`,
        figure: formatCut(seconds),
        held: seconds <= MOST_CUT_S,
      };
    }),
  );
  return open;
}

// Runtime: a minute, and what the runtimes round up to.
const MOST_CUT_S = 90;

const formatCut = (seconds: number) =>
  seconds > MOST_CUT_S ? `still open after ${MOST_CUT_S} s` : `cut after ${seconds.toFixed(0)} s`;

function secondsUntilCut(port: number, bytes: string): Promise<number> {
  return new Promise((resolve) => {
    const since = performance.now();
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    const drip = bytes === "" ? undefined : setInterval(() => socket.write("a"), 1_000);
    const finish = () => {
      clearInterval(drip);
      clearTimeout(limit);
      socket.destroy();
      resolve((performance.now() - since) / 1_000);
    };
    const limit = setTimeout(finish, (MOST_CUT_S + 1) * 1_000);
    socket.on("data", () => {});
    socket.on("error", () => {});
    socket.on("close", finish);
  });
}

async function probeAfter(target: Target): Promise<Row> {
  const status = await target.probe();
  return { what: "afterwards", figure: `the probe answers ${status}`, held: status === 200 };
}
