#!/usr/bin/env node
// The program's door: arguments in, exit code out. Nothing else touches the process.
import process from "node:process";
import { run } from "./cli/run.ts";

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

let stopping = false;
let reading = false;
let stop = () => {};
let written: Promise<unknown> = Promise.resolve();

for (const [signal, code] of Object.entries(SIGNALS)) {
  process.on(signal, () => {
    // Why: what waits for a person to type ends with the first one.
    if (stopping || reading) process.exit(code);
    stopping = true;
    stop();
  });
}

// Why: a reader that goes away is no reason to end; what can't be written is lost.
process.stdout.on("error", () => {});
process.stderr.on("error", () => {});

const code = await run(process.argv.slice(2), {
  env: process.env,
  pid: process.pid,
  interactive: process.stderr.isTTY === true,
  isRunning,
  stdin: readStdin,
  stdout: (text) => {
    written = new Promise((resolve) => process.stdout.write(text, resolve));
  },
  stderr: (text) => void process.stderr.write(text),
  onStop: (listener) => {
    stop = listener;
    if (stopping) listener();
  },
});
// Runtime: Bun writes to a pipe later, and ending the process would cut a long report short.
await written;
process.exit(code);

async function readStdin(): Promise<Uint8Array> {
  reading = true;
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  reading = false;
  return Buffer.concat(chunks);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Why: a process of another user is there, but may not be signalled.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
