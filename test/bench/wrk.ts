// The load: wrk, a process of its own, for a few hundred milliseconds at a time.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { startProcess } from "./processes.ts";
import type { SentRequest } from "./requests.ts";

export const CONNECTIONS = 32;

const MS = { us: 0.001, ms: 1, s: 1_000, m: 60_000 } as const;

/** What a server did under load. */
export interface Load {
  readonly requests: number;
  readonly perSecond: number;
  /** Within how many milliseconds 99 of 100 answers came. */
  readonly p99: number;
}

export interface LoadOptions {
  readonly ms: number;
  readonly directory: string;
  /** How long each connection waits before it sends another request. Default: 0. */
  readonly pauseMs?: number;
}

/** Sends one request over and over, or several in turn. Throws where an answer has another status than is right. */
export async function load(
  baseUrl: string,
  request: SentRequest | readonly SentRequest[],
  { ms, directory, pauseMs = 0 }: LoadOptions,
): Promise<Load> {
  const requests = [request].flat();
  const script = await writeScript(formatScript(baseUrl, requests, pauseMs), directory);
  const child = startProcess([
    ...["wrk", "--threads", "1", "--connections", `${CONNECTIONS}`, "--duration", "10m"],
    ...["--latency", "--script", script, baseUrl],
  ]);
  // Why: wrk counts whole seconds, and pairs are to be short; told to stop, it reports what it has.
  const timer = setTimeout(() => child.kill("SIGINT"), ms);
  const report = await new Response(child.stdout).text();
  clearTimeout(timer);
  return readReport(report, requests);
}

/** Reads what wrk prints. Throws where the answers were not those that were asked for. */
export function readReport(report: string, requests: readonly SentRequest[]): Load {
  const [, count] = /(\d+) requests in/.exec(report) ?? [];
  const [, perSecond] = /Requests\/sec:\s+([\d.]+)/.exec(report) ?? [];
  const [, p99, unit] = /99%\s+([\d.]+)(us|ms|s|m)\b/.exec(report) ?? [];
  const [, bad = "0"] = /Non-2xx or 3xx responses: (\d+)/.exec(report) ?? [];
  const expected = requests.every(({ refused }) => refused) ? count : "0";
  if (count === undefined || bad !== expected || report.includes("Socket errors")) {
    const sent = requests.map(({ method, path }) => `${method} ${path}`).join(", ");
    throw new Error(`not all answers to ${sent} were right:\n${report}`);
  }
  return {
    requests: Number(count),
    perSecond: Number(perSecond),
    p99: Number(p99) * (unit === undefined ? Number.NaN : MS[unit as keyof typeof MS]),
  };
}

/** Formats the script that has wrk send the requests. */
// Why: the function that formats is replaced, as wrk takes what it returns for the one request of all.
export function formatScript(
  baseUrl: string,
  requests: readonly SentRequest[],
  pauseMs = 0,
): string {
  return `
function init()
  requests = { ${requests.map((request) => format(baseUrl, request)).join(", ")} }
  wrk.format = function() return requests[1] end
end
${requests.length > 1 ? IN_TURN : ""}${pauseMs > 0 ? `function delay() return ${pauseMs} end\n` : ""}`;
}

// Why: only where it is needed, as wrk asks it for each request that it sends.
const IN_TURN = `
local last = 0
function request()
  last = last % #requests + 1
  return requests[last]
end
`;

/** Formats a call that makes the request's text. */
function format(baseUrl: string, { method, path, headers, body }: SentRequest): string {
  const { pathname, search } = new URL(baseUrl + path);
  const fields = Object.entries(headers).map(
    ([name, value]) => `[${quote(name)}] = ${quote(value)}`,
  );
  const values = [quote(method), quote(pathname + search), `{ ${fields.join(", ")} }`];
  return `wrk.format(${[...values, body === undefined ? "nil" : quote(body)].join(", ")})`;
}

const quote = (text: string) => JSON.stringify(text);

async function writeScript(text: string, directory: string): Promise<string> {
  const path = join(directory, `${createHash("sha1").update(text).digest("hex")}.lua`);
  await Bun.write(path, text);
  return path;
}
