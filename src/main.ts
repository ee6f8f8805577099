#!/usr/bin/env node
// The program's entry point: arguments in, exit code out. Nothing else touches the process.
import { explainOldNode } from "./cli/old-node.ts";
import { run } from "./cli/run.ts";
import { EXIT_BY_SIGNAL, type StopSignal } from "./cli/terminal.ts";
import { isTerminal, openOutput } from "./runtime/output.ts";

const problem = explainOldNode(process.versions.node);
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}

const PASSED_ON = ["SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM"] as const;

let handOver: ((signal: StopSignal) => void) | undefined;
let lost: Error | undefined;
let stopWriting = () => {};

// Why: a reader that goes away does not end the program; what can't be written is lost.
const stdout = openOutput(1, () => process.stdout, noteLoss);
const stderr = openOutput(
  2,
  () => process.stderr,
  () => {},
);

const code = await run(process.argv.slice(2), {
  env: process.env,
  pid: process.pid,
  isInteractive: () => isTerminal(2),
  isAttached,
  isRunning,
  signal,
  stdin: () => process.stdin,
  stdout: stdout.write,
  stderr: stderr.write,
  onStop,
  onReaderGone: (listener) => {
    stopWriting = listener;
  },
  onSignal: (listener) => {
    handOver = listener;
    // Why: only here, because a handler of SIGHUP would undo nohup.
    for (const signal of PASSED_ON) process.on(signal, () => listener(signal));
  },
});
// Runtime: Bun writes to a pipe later, and ending the process would cut a long report short.
await stdout.flush();
if (lost) stderr.write(`merchant-sandbox: Cannot write the output: ${lost.message}.\n`);
await stderr.flush();
process.exit(lost ? code || 1 : code);

// Why: only here, so that a command which has nothing to stop ends at once, as any program does.
function onStop(listener: (signal: StopSignal) => void): void {
  let stopping = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (handOver) return handOver(signal);
      if (stopping) process.exit(EXIT_BY_SIGNAL[signal]);
      stopping = true;
      listener(signal);
    });
  }
}

// Why: a full disk is not a reader that has seen enough, and half a report is useless.
function noteLoss(error: unknown): void {
  if (error instanceof Error && !("code" in error && error.code === "EPIPE")) lost ??= error;
  stopWriting();
}

async function isAttached(): Promise<boolean> {
  for (const fd of [0, 1, 2] as const) if (await isTerminal(fd)) return true;
  return false;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Why: a process of another user is there, but may not be signalled.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

// Runtime: Deno passes on only the first signal that goes by kill() of a child.
function signal(pid: number, name: StopSignal): void {
  try {
    process.kill(pid, name);
  } catch {
    // Why: it has ended, or has become another user's, and is waited for all the same.
  }
}
