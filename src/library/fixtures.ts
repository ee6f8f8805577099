// What `merchant-sandbox/vitest` and `merchant-sandbox/playwright` give to tests: a sandbox for each worker, and a world
// for each test.

import type { WorldHandle } from "../client/world-handle.ts";
import type { NewWorld } from "../world/changes/world.ts";
import type { JournalEntry } from "../world/journal/entry.ts";
import { type RunningSandbox, type StartOptions, startSandbox } from "./library.ts";

/** What the tests of one worker share. */
export interface WorkerFixtures {
  /** How the sandbox is started. Default: the embedded seeds, on free ports. */
  readonly sandboxOptions: StartOptions;
  /** The sandbox of this worker. */
  readonly sandbox: RunningSandbox;
}

/** What each test has for itself. */
export interface TestFixtures {
  /** What the world is made from, such as `{ scenario: "flaky" }`. Default: the seeds. */
  readonly worldOptions: NewWorld;
  /** The world of this test. */
  readonly world: WorldHandle;
}

/** Starts a sandbox on free ports, and closes it after its use. */
export async function withSandbox(
  options: StartOptions,
  use: (sandbox: RunningSandbox) => Promise<void>,
): Promise<void> {
  const sandbox = await startSandbox({ port: 0, ...options });
  await use(sandbox);
  await sandbox.close();
}

/** Makes a world, drops it after its use, and returns its requests. */
export async function withWorld(
  { world: make, sandbox: { worlds } }: RunningSandbox,
  options: NewWorld,
  use: (world: WorldHandle) => unknown,
): Promise<readonly JournalEntry[]> {
  const handle = await make(options);
  const made = worlds.get(handle.name);
  await use(handle);
  const world = worlds.find(handle.name);
  // Why: the test may have dropped it.
  if (world !== undefined) handle.drop();
  return (world ?? made).journal.list();
}
