// How it ends: asked to under load, and killed; and what there is of its ready file meanwhile.
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { readAnswers } from "../answers.ts";
import { ENDPOINT_BASES } from "../inputs/bases.ts";
import { write } from "../inputs/input.ts";
import { type Attack, count, type Part, type Row } from "../part.ts";
import { startTarget, type Target } from "../target.ts";

const CONNECTIONS = 64;
const ANSWERS = 5_000;
const KILLS = 20;

export const ends: Part = {
  title: "Its end",
  summary: "SIGTERM under load, kill -9 and a start on the same port, the ready file meanwhile",
  run: async (attack) => [
    await stopUnderLoad(attack, CONNECTIONS, ANSWERS),
    ...(await killAndStart(attack, KILLS)),
  ],
};

interface Client {
  sent: number;
  received: number;
  /** What came of a response that is not whole. */
  rest: string;
}

/** Has many connections ask and ask, stops it in the midst, and counts who was answered. */
export async function stopUnderLoad(
  { program }: Pick<Attack, "program">,
  connections: number,
  answers: number,
): Promise<Row> {
  await using target = await startTarget(program, { log: "json", flags: ["--rate-limit", "off"] });
  // Why: so that some are in flight whenever the signal comes.
  await target.control("PUT", "/worlds/default/faults", [{ endpoint: "orders", delay: "300ms" }]);
  const clients: Client[] = Array.from({ length: connections }, () => ({
    sent: 0,
    received: 0,
    rest: "",
  }));
  const total = () => clients.reduce((sum, { received }) => sum + received, 0);
  const enough = Promise.withResolvers<void>();
  const running = clients.map((client, at) =>
    askAndAsk(target, client, at, () => {
      if (total() >= answers) enough.resolve();
    }),
  );
  await enough.promise;
  const asked = clients.map((client) => client.sent);
  const answered = clients.map((client) => client.received);
  const since = performance.now();
  const { exitCode } = await target.end("SIGTERM");
  const ms = performance.now() - since;
  await Promise.all(running);
  const lost = clients.filter(({ received }, at) => received < (asked[at] ?? 0)).length;
  const broken = clients.filter(({ rest }) => rest !== "").length;
  const inFlight = clients.filter((_, at) => (asked[at] ?? 0) > (answered[at] ?? 0)).length;
  return {
    what: `SIGTERM while ${connections} connections ask`,
    figure: `${count(total())} answered, ${inFlight - lost} of them asked before the signal and answered after it; ${lost} asked before it and not answered, ${broken} answers broken off; exit code ${exitCode} after ${(ms / 1_000).toFixed(1)} s`,
    held: lost === 0 && broken === 0 && exitCode === 0 && inFlight > 0,
  };
}

/** Asks one request after the other on a connection, until that is closed. */
function askAndAsk(
  { ports }: Target,
  client: Client,
  at: number,
  onAnswer: () => void,
): Promise<void> {
  const bases = ENDPOINT_BASES;
  return new Promise((resolve) => {
    const socket = connect(ports.api, "127.0.0.1", () => ask());
    socket.on("data", (chunk) => {
      client.rest += chunk.toString("latin1");
      const { answers, rest } = readAnswers(client.rest, [], false);
      client.rest = rest;
      for (const _ of answers) {
        client.received++;
        onAnswer();
        if (socket.writable) ask();
      }
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve());

    function ask(): void {
      const base = bases[(at + client.sent) % bases.length];
      if (base === undefined) return;
      client.sent++;
      socket.write(write(base));
    }
  });
}

/** Kills it and starts it again on the same ports, again and again, while its ready file is read. */
export async function killAndStart(
  { program, directory }: Omit<Attack, "say">,
  times: number,
): Promise<Row[]> {
  const file = join(directory, `killed-${program}`);
  const flags = ["--ready-file", file];
  let target = await startTarget(program, { flags });
  const { ports } = target;
  const reading = readAgainAndAgain(file);
  const statuses: number[] = [];
  for (let time = 0; time < times; time++) {
    // Why: a connection that is open when it dies leaves the port to the system for a while.
    const open = connect(ports.api, "127.0.0.1");
    open.on("error", () => {});
    statuses.push(await target.probe());
    await target.end("SIGKILL");
    target = await startTarget(program, { flags, ports });
    open.destroy();
  }
  statuses.push(await target.probe());
  const { exitCode } = await target.end();
  const { whole, torn } = await reading.stop();
  return [
    {
      what: "kill -9, and a start on the same ports at once",
      figure: `${times} of ${times} started; ${statuses.filter((status) => status === 200).length} of ${statuses.length} probes answered 200; exit code ${exitCode}`,
      held: statuses.every((status) => status === 200) && exitCode === 0,
    },
    {
      what: "its ready file meanwhile",
      figure: `${torn} torn of ${count(whole + torn)} readings that found one`,
      held: torn === 0 && whole > 0,
    },
  ];
}

function readAgainAndAgain(file: string) {
  let whole = 0;
  let torn = 0;
  let stopped = false;
  const read = async () => {
    while (!stopped) {
      const text = await readFile(file, "utf8").catch(() => undefined);
      if (text === undefined) await new Promise(setImmediate);
      else if (isWhole(text)) whole++;
      else torn++;
    }
    return { whole, torn };
  };
  const reading = read();
  return {
    stop() {
      stopped = true;
      return reading;
    },
  };
}

function isWhole(text: string): boolean {
  try {
    return text.endsWith("}\n") && JSON.parse(text).event === "ready";
  } catch {
    return false;
  }
}
