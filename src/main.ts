#!/usr/bin/env node
// The program's door: arguments in, exit code out. Nothing else touches the process.
import process from "node:process";
import { run } from "./cli/run.ts";

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

let written: Promise<unknown> = Promise.resolve();

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
  onStop,
});
// Runtime: Bun writes to a pipe later, and ending the process would cut a long report short.
await written;
process.exit(code);

// Why: only here, so that a command which has nothing to stop ends at once, as any program does.
function onStop(listener: () => void): void {
  let stopping = false;
  for (const [signal, code] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      if (stopping) process.exit(code);
      stopping = true;
      listener();
    });
  }
}

async function readStdin(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
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
