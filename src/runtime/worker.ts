// Runs a job in a worker thread with node:worker_threads, which Bun, Node and Deno all have.

/** The message of a worker: the result of the job, or its error. */
type Outcome =
  | { readonly result: unknown }
  | { readonly name: string; readonly message: string; readonly stack: string | undefined };

/** Returns the URL of a worker's file, which is next to the module that starts it. */
export function workerBeside(moduleUrl: string, name: string): URL {
  // Runtime: sources are .ts files, and builds are .js files. In an executable the module's URL is that of the
  // executable, and the worker in it has the extension .js.
  const extension = /\.[cm]?[jt]s$/.exec(moduleUrl)?.[0] ?? ".js";
  return new URL(`./${name}${extension}`, moduleUrl);
}

/**
 * Starts a worker, lets it do its job for one message, and ends it. The message and the result are cloned. Rejects with
 * the error of the job, or if the worker ends without a result.
 */
export async function runInWorker<Result>(file: URL, message: unknown): Promise<Result> {
  // Why: loading this costs a start up to 5 ms, and most runs never need it.
  const { Worker } = await import("node:worker_threads");
  const worker = new Worker(file, { workerData: message });
  try {
    return await new Promise((resolve, reject) => {
      worker.on("message", (outcome) => {
        if ("result" in outcome) resolve(outcome.result);
        else reject(Object.assign(new Error(outcome.message), outcome));
      });
      worker.on("messageerror", reject);
      worker.on("error", reject);
      worker.on("exit", (code) =>
        reject(new Error(`the worker ended with code ${code} and without a result`)),
      );
    });
  } finally {
    await worker.terminate();
  }
}

/** Runs in a worker: does the job for the message that the worker was started with. */
export async function runJob<Message>(job: (message: Message) => unknown): Promise<void> {
  const { parentPort, workerData } = await import("node:worker_threads");
  const send = (outcome: Outcome) => parentPort?.postMessage(outcome);
  try {
    send({ result: await job(workerData) });
  } catch (error) {
    // Runtime: Deno prints errors that a worker does not catch, and Node cannot clone every error.
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    send({ name, message, stack });
  }
}
