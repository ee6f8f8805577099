#!/usr/bin/env node
// The program's door: arguments in, exit code out. Nothing else touches the process.
import process from "node:process";
import { run } from "./cli/run.ts";

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

let stopping = false;
let stop = () => {};

for (const [signal, code] of Object.entries(SIGNALS)) {
  process.on(signal, () => {
    if (stopping) process.exit(code);
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
  stdout: (text) => void process.stdout.write(text),
  stderr: (text) => void process.stderr.write(text),
  onStop: (listener) => {
    stop = listener;
    if (stopping) listener();
  },
});
process.exit(code);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Why: a process of another user is there, but may not be signalled.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
