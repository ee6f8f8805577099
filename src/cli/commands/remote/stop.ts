// `stop`: ends a sandbox that `serve` runs, and waits until it has ended.
import type { ControlClient } from "../../../client/control.ts";
import { ControlError } from "../../../client/errors.ts";
import { CommandError } from "../../terminal.ts";
import { remote } from "./remote.ts";

// Why: a sandbox finishes the requests in flight for up to five seconds.
const LONGEST_MS = 10_000;
const PAUSE_MS = 50;

export const STOP = remote({
  notes: [
    "It finishes the requests in flight. stop returns when the sandbox no longer responds.",
    "Its ports are free then. Its process ends with the last request, after five seconds at most.",
  ],
  async run({ client }) {
    const json = await client.call("POST /stop").catch((error) => {
      throw error instanceof ControlError && error.status === 404 ? notServed(client) : error;
    });
    await waitUntilGone(client);
    return { json, lines: [`Stopped the sandbox at ${client.url}`] };
  },
});

function notServed({ url }: ControlClient): CommandError {
  const fix = "Stop the program that started it, such as the test run or exec.";
  return new CommandError(`The sandbox at ${url} does not run in serve.\n  ${fix}`);
}

async function waitUntilGone(client: ControlClient): Promise<void> {
  const deadline = performance.now() + LONGEST_MS;
  while (await responds(client)) {
    if (performance.now() > deadline) {
      const fix = "Something may have started it again, such as a container's restart policy.";
      throw new CommandError(`A sandbox still responds at ${client.url}.\n  ${fix}`);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function responds(client: ControlClient): Promise<boolean> {
  return client.call("GET /health").then(
    () => true,
    () => false,
  );
}
