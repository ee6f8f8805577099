// A sandbox that is attacked: a process of its own, what it has written, and the request that it must go on to
// response.
import * as v from "valibot";
import { ENDPOINTS } from "../../src/contract/endpoints.ts";
import { startProcess } from "../bench/processes.ts";
import { RUNTIMES } from "../bench/programs.ts";
import { firstLine } from "../bench/server.ts";
import { KEY, WORLD } from "./inputs/bases.ts";
import type { Listener } from "./inputs/input.ts";

/** The programs that are attacked, by what reports call them. */
export const PROGRAMS = {
  executable: RUNTIMES.executable.sandbox,
  Node: RUNTIMES.node.sandbox,
} as const;
export type ProgramName = keyof typeof PROGRAMS;

export const ReadySchema = v.looseObject({
  event: v.literal("ready"),
  baseUrl: v.string(),
  hostedUrl: v.string(),
  controlUrl: v.string(),
  apiKey: v.string(),
  pid: v.number(),
});
export type Ready = v.InferOutput<typeof ReadySchema>;

export interface TargetOptions {
  /** Default: any that are free. */
  readonly ports?: { readonly api: number; readonly hosted: number };
  readonly flags?: readonly string[];
  /** How it is run, if not as it was built. */
  readonly command?: readonly string[];
  /** The form of its log. Default: off. */
  readonly log?: "json" | "pretty" | "off";
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface Target extends Ready, AsyncDisposable {
  readonly ports: Readonly<Record<Listener, number>>;
  /** All that it has written to stderr by now. */
  written(): string;
  /** Waits until it has written a text to stderr. */
  heard(text: string): Promise<void>;
  /** Asks the API what it must go on to respond to; the status. */
  probe(): Promise<number>;
  /** Asks the control API. */
  control(method: string, path: string, body?: unknown): Promise<Response>;
  /** Signals it, and waits for its end. */
  end(signal?: NodeJS.Signals): Promise<{ exitCode: number; stderr: string }>;
}

/** Starts one on free ports. */
export async function startTarget(
  program: ProgramName,
  {
    flags = [],
    ports = { api: 0, hosted: 0 },
    log = "off",
    command = PROGRAMS[program],
    env = {},
    cwd,
  }: TargetOptions = {},
): Promise<Target> {
  const child = startProcess([...command, ...portFlags(ports), "--log", log, ...flags], cwd, {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    ...env,
  });
  const stderr = follow(child.stderr);
  // Why: a person is told on stderr, and a program on stdout.
  const ready =
    log === "pretty" ? await readBanner(stderr, child.pid) : await readLine(child.stdout);
  const port = (url: string) => Number(new URL(url).port);
  return {
    ...ready,
    ports: { api: port(ready.baseUrl), hosted: port(ready.hostedUrl) },
    written: stderr.text,
    heard: stderr.heard,
    probe: () => probe(ready.baseUrl),
    control: (method, path, body) => control(ready.controlUrl + path, method, body),
    async end(signal = "SIGTERM") {
      child.kill(signal);
      return { exitCode: await child.exited, stderr: await stderr.whole };
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };

  async function readLine(stdout: ReadableStream<Uint8Array>): Promise<Ready> {
    const line = await firstLine(stdout);
    if (line === "") throw new Error(`${program} did not start:\n${await stderr.whole}`);
    return v.parse(ReadySchema, JSON.parse(line));
  }
}

/** Asks an API the request that it must go on to respond to. */
export async function probe(baseUrl: string): Promise<number> {
  const headers = { Authorization: `Bearer ${KEY}`, Connection: "close" };
  const response = await fetch(baseUrl + ENDPOINTS.ping.path, { headers });
  await response.arrayBuffer();
  return response.status;
}

/** Makes the world that control calls change. */
export async function makeWorld(target: Target): Promise<void> {
  const response = await target.control("POST", "/worlds", { name: WORLD });
  if (response.status !== 201) throw new Error(await response.text());
}

function control(url: string, method: string, body?: unknown): Promise<Response> {
  const headers = { "Content-Type": "application/json" };
  return fetch(url, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
}

function portFlags({ api, hosted }: Target["ports"]): string[] {
  return ["--port", `${api}`, "--hosted-port", `${hosted}`];
}

async function readBanner(stderr: Followed, pid: number): Promise<Ready> {
  await stderr.heard("Try it");
  const found = (name: string) => new RegExp(`${name} +(\\S+)`).exec(stderr.text())?.[1] ?? "";
  const hostedUrl = found("Hosted");
  return {
    event: "ready",
    baseUrl: found("API"),
    hostedUrl,
    controlUrl: `${hostedUrl}/_sandbox`,
    apiKey: KEY,
    pid,
  };
}

type Followed = ReturnType<typeof follow>;

/** Reads a stream as it comes. */
function follow(stream: ReadableStream<Uint8Array>) {
  const decoder = new TextDecoder();
  const chunks: string[] = [];
  const text = () => chunks.join("");
  let next = Promise.withResolvers<void>();
  let over = false;
  const read = async () => {
    for await (const chunk of stream) {
      chunks.push(decoder.decode(chunk, { stream: true }));
      next.resolve();
      next = Promise.withResolvers();
    }
    over = true;
    next.resolve();
    return text();
  };
  return {
    whole: read(),
    text,
    async heard(wanted: string) {
      while (!text().includes(wanted)) {
        if (over) throw new Error(`it ended without ${JSON.stringify(wanted)}:\n${text()}`);
        await next.promise;
      }
    },
  };
}
