// The worker of worker-fixture.ts: a job for each way in which a job can end.
import process from "node:process";
import { runJob } from "../../src/runtime/worker.ts";

const jobs: Record<string, (message: { with?: unknown }) => unknown> = {
  return: (message) => message.with,
  resolve: async (message) => message.with,
  throw() {
    throw new RangeError("out of range");
  },
  throwText() {
    throw "no error at all";
  },
  reject: () => Promise.reject(new TypeError("of the wrong type")),
  returnFunction: () => () => {},
  exit: () => process.exit(3),
  goOn(message) {
    setInterval(() => {}, 1000);
    return message.with;
  },
};

await runJob((message: { job: string; with?: unknown }) => jobs[message.job]?.(message));
