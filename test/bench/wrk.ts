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

/** Sends one request over and over. Throws where an answer has another status than is right. */
export async function load(
  baseUrl: string,
  request: SentRequest,
  { ms, directory }: { readonly ms: number; readonly directory: string },
): Promise<Load> {
  const script = await writeScript(request, directory);
  const child = startProcess([
    ...["wrk", "--threads", "1", "--connections", `${CONNECTIONS}`, "--duration", "10m"],
    ...["--latency", "--script", script, baseUrl + request.path],
  ]);
  // Why: wrk counts whole seconds, and pairs are to be short; told to stop, it reports what it has.
  const timer = setTimeout(() => child.kill("SIGINT"), ms);
  const report = await new Response(child.stdout).text();
  clearTimeout(timer);
  return readReport(report, request);
}

/** Reads what wrk prints. Throws where the answers were not those that were asked for. */
export function readReport(report: string, { method, path, refused }: SentRequest): Load {
  const [, count] = /(\d+) requests in/.exec(report) ?? [];
  const [, perSecond] = /Requests\/sec:\s+([\d.]+)/.exec(report) ?? [];
  const [, p99, unit] = /99%\s+([\d.]+)(us|ms|s|m)\b/.exec(report) ?? [];
  const [, bad = "0"] = /Non-2xx or 3xx responses: (\d+)/.exec(report) ?? [];
  const expected = refused ? count : "0";
  if (count === undefined || bad !== expected || report.includes("Socket errors")) {
    throw new Error(`not all answers to ${method} ${path} were right:
${report}`);
  }
  return {
    requests: Number(count),
    perSecond: Number(perSecond),
    p99: Number(p99) * (unit === undefined ? Number.NaN : MS[unit as keyof typeof MS]),
  };
}

/** Writes the request as wrk takes it, and returns the path. */
async function writeScript(request: SentRequest, directory: string): Promise<string> {
  const { method, headers, body } = request;
  const lines = [
    `wrk.method = ${JSON.stringify(method)}`,
    ...Object.entries(headers).map(
      ([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
    ),
    ...(body === undefined ? [] : [`wrk.body = ${JSON.stringify(body)}`]),
  ];
  const text = `${lines.join("\n")}\n`;
  const path = join(directory, `${createHash("sha1").update(text).digest("hex")}.lua`);
  await Bun.write(path, text);
  return path;
}
