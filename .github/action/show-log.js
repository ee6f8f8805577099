// Prints the sandbox's log, in which each error has its reason, after a job that failed. action.yml runs it.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";

const { STATE_log: log } = process.env;
if (log !== undefined) {
  // Why: a line of the log must not be a command to the runner.
  const token = randomUUID();
  process.stdout.write(`::group::The log of merchant-sandbox\n::stop-commands::${token}\n`);
  process.stdout.write(readFileSync(log));
  process.stdout.write(`::${token}::\n::endgroup::\n`);
}
