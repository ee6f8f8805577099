// The program that listen.test.ts runs on each runtime: it opens a listener, obeys the lines on its
// stdin and reports in JSON lines on its stdout, where nothing else may appear. Its argument, if any, is how
// many milliseconds a request may take to arrive.
import process from "node:process";
import { createInterface } from "node:readline";
import { listen } from "../../src/runtime/listen.ts";

const encoder = new TextEncoder();
let release = () => {};
const released = new Promise<void>((resolve) => {
  release = resolve;
});

const routes: Record<string, (request: Request) => Response | Promise<Response>> = {
  async echo(request) {
    const { method, url } = request;
    return Response.json({ method, url, body: await request.text() });
  },
  async slow() {
    report({ entered: true });
    await released;
    return new Response("slow");
  },
  throw() {
    throw new Error("thrown by the app");
  },
  async reject() {
    throw new Error("rejected by the app");
  },
  refuse: () => new Response("refused", { status: 400 }),
  async sip(request) {
    await request.body?.getReader().read();
    return new Response("refused", { status: 400 });
  },
  async cancel(request) {
    const reader = request.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    return new Response("refused", { status: 400 });
  },
  drop: () => new Response(new ReadableStream({ start: (controller) => controller.error() })),
  midway: () => stream((controller) => controller.error()),
  events: async () => stream(() => new Promise(() => {})),
};

const listener = await listen({
  hostname: "127.0.0.1",
  port: 0,
  fetch: (request) => route(request),
  arrivalMs: process.argv[2] === undefined ? undefined : Number(process.argv[2]),
});
report({ port: listener.port });

for await (const line of createInterface({ input: process.stdin })) {
  const [command, argument] = line.split(" ");
  if (command === "release") release();
  if (command === "close") {
    listener.close(Number(argument)).then(() => report({ closed: true }));
    report({ closing: true });
  }
  if (command === "listen") report({ refusal: await refusal(JSON.parse(argument ?? "{}")) });
}
process.exit(0);

function route(request: Request): Response | Promise<Response> {
  const name = /\w+(?=\?|$)/.exec(request.url)?.[0] ?? "";
  return (routes[name] ?? ((unknown) => Response.json({ url: unknown.url })))(request);
}

function stream(
  next: (controller: ReadableStreamDefaultController<Uint8Array>) => void | Promise<void>,
): Response {
  let begun = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      // Why: a turn of the loop, so that the first chunk is on its way before the next step.
      if (begun) return new Promise<void>(setImmediate).then(() => next(controller));
      begun = true;
      controller.enqueue(encoder.encode(": first\n\n"));
    },
    cancel: () => report({ cancelled: true }),
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

async function refusal(address: { hostname: string; port: number }): Promise<unknown> {
  try {
    const other = await listen({ ...address, fetch: () => new Response() });
    await other.close();
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) return error;
    return { ...error, name: error.name, message: error.message };
  }
}

function report(message: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
