// Runs a job on a thread of its own over node:worker_threads, which Bun, Node and Deno share. What the
// job is, its own file says.

/** What a worker sends: what the job returned, or what it threw. */
type Outcome =
  | { readonly answer: unknown }
  | { readonly name: string; readonly message: string; readonly stack: string | undefined };

/** Finds a worker's file, which is next to the module that asks for it. */
export function workerBeside(moduleUrl: string, name: string): URL {
  // Runtime: source is .ts and what is built for Node .js; in an executable the module's URL is that
  // of the whole, whose name says nothing, and the worker within it goes by .js.
  const extension = /\.[cm]?[jt]s$/.exec(moduleUrl)?.[0] ?? ".js";
  return new URL(`./${name}${extension}`, moduleUrl);
}

/**
 * Starts a worker, has it do its job for one message, and ends it. Both are cloned on the way. Rejects with
 * what the job threw, or if the worker ends without a result.
 */
export async function runInWorker<Result>(file: URL, message: unknown): Promise<Result> {
  // Why: loading this costs a start up to 5 ms, and most runs never need it.
  const { Worker } = await import("node:worker_threads");
  const worker = new Worker(file, { workerData: message });
  try {
    return await new Promise((resolve, reject) => {
      worker.on("message", (outcome) => {
        if ("answer" in outcome) resolve(outcome.answer);
        else reject(Object.assign(new Error(outcome.message), outcome));
      });
      worker.on("messageerror", reject);
      worker.on("error", reject);
      worker.on("exit", (code) =>
        reject(new Error(`the worker ended with code ${code} and without an answer`)),
      );
    });
  } finally {
    await worker.terminate();
  }
}

/** Does, within a worker, the job of the message that it was started with. */
export async function answerMessage<Message>(job: (message: Message) => unknown): Promise<void> {
  const { parentPort, workerData } = await import("node:worker_threads");
  const send = (outcome: Outcome) => parentPort?.postMessage(outcome);
  try {
    send({ answer: await job(workerData) });
  } catch (error) {
    // Runtime: Deno prints whatever a worker leaves uncaught, and Node can't send every kind of error.
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    send({ name, message, stack });
  }
}
