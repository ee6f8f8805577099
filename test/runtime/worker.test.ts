import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { runInWorker, workerBeside } from "../../src/runtime/worker.ts";
import { buildForms, type Fixture, FORMS } from "./forms.ts";

setDefaultTimeout(60_000);

describe("a job in a worker", () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await buildForms("worker-fixture.ts", "worker-job.ts");
  });
  afterAll(() => fixture.remove());

  const data = { text: "größer", list: [1, null, true], date: "1970-01-01T00:00:00.000Z" };

  test.each(FORMS)("gets its result on %s, or fails without output, and ends", async (form) => {
    expect(await fixture.run(form)).toEqual({
      reports: [
        { job: "return", outcome: data },
        { job: "resolve", outcome: data },
        { job: "goOn", outcome: data },
        { job: "throw", outcome: { name: "RangeError", message: "out of range", traced: true } },
        { job: "throwText", outcome: { name: "Error", message: "no error at all", traced: true } },
        {
          job: "reject",
          outcome: { name: "TypeError", message: "of the wrong type", traced: true },
        },
        { job: "returnFunction", outcome: { name: "DataCloneError" } },
        {
          job: "exit",
          outcome: {
            name: "Error",
            message: "the worker ended with code 3 and without a result",
            traced: true,
          },
        },
        { job: "sendFunction", outcome: { name: "DataCloneError" } },
        { job: "several", outcome: [1, 2, 3] },
      ],
      stderr: "",
      exitCode: 0,
    });
  });

  test("fails if the worker does not exist", async () => {
    const file = workerBeside(import.meta.url, "no-such-worker");
    await expect(runInWorker(file, {})).rejects.toThrow("no-such-worker.ts");
  });
});

describe("a worker's file", () => {
  test.each([
    ["file:///src/start.ts", "file:///src/load-worker.ts"],
    ["file:///dist/main-jved5wzx.js", "file:///dist/load-worker.js"],
    ["file:///dist/start.mjs", "file:///dist/load-worker.mjs"],
    ["file:///$bunfs/root/merchant-sandbox", "file:///$bunfs/root/load-worker.js"],
    ["file:///B:/~BUN/root/merchant-sandbox.exe", "file:///B:/~BUN/root/load-worker.js"],
    ["file:///$bunfs/root/merchant-sandbox-linux-x64-v1.2", "file:///$bunfs/root/load-worker.js"],
  ])("is next to %s", (module, worker) => {
    expect(workerBeside(module, "load-worker").href).toBe(worker);
  });
});
