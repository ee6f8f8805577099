// The command that tests have `exec` run. It says what it was given, in one line of JSON, and what signals
// it gets; then it does as lines on its stdin tell.
import { spawn } from "node:child_process";
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";

const FOR_EVER = ["-e", "setInterval(() => {}, 1_000_000)"];

const ORDERS: Readonly<Record<string, (word: string) => void>> = {
  exit: (code) => process.exit(Number(code)),
  leave: () => say(`left ${spawn(process.execPath, FOR_EVER, { stdio: "inherit" }).pid}`),
};

for (const signal of ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGUSR2", "SIGALRM"]) {
  process.on(signal, () => say(`got ${signal}`));
}

const { stdin, stdout, stderr } = process;
const report = {
  pid: process.pid,
  directory: process.cwd(),
  args: process.argv.slice(2),
  env: process.env,
  terminals: [stdin, stdout, stderr].map((stream) => stream.isTTY === true),
};
say(JSON.stringify(report));

for await (const line of createInterface(stdin)) {
  const [order = "", word = ""] = line.split(" ");
  say(`told ${line}`);
  ORDERS[order]?.(word);
}

function say(line: string): void {
  writeSync(1, `${line}\n`);
}
