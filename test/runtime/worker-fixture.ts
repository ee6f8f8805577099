// The program that worker.test.ts runs in each form: it has a worker do each job and reports, in lines
// of JSON, what came of it. It ends by itself when no worker is left.
import process from "node:process";
import { runInWorker, workerBeside } from "../../src/runtime/worker.ts";

const DATA = { text: "größer", list: [1, null, true], missing: undefined, date: new Date(0) };
const FILE = workerBeside(import.meta.url, "worker-job");

for (const job of ["return", "resolve", "goOn"]) {
  const response = await runInWorker(FILE, { job, with: DATA });
  report(job, response);
}
for (const job of ["throw", "throwText", "reject", "returnFunction", "exit"]) {
  report(job, await runInWorker(FILE, { job }).catch(describe));
}
report("sendFunction", await runInWorker(FILE, { job: "return", with() {} }).catch(describe));
const answers = [1, 2, 3].map((n) => runInWorker(FILE, { job: "return", with: n }));
report("several", await Promise.all(answers));

function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return { thrown: error };
  const { name, message, stack = "" } = error;
  // Why: each runtime has words of its own for what can't be cloned.
  return name === "DataCloneError" ? { name } : { name, message, traced: stack.includes("\n") };
}

function report(job: string, outcome: unknown): void {
  process.stdout.write(`${JSON.stringify({ job, outcome })}\n`);
}
