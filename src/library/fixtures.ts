// What `merchant-sandbox/vitest` and `merchant-sandbox/playwright` give to tests.
import type { NewWorld } from "../world/changes/world.ts";
import type { RunningSandbox, StartOptions } from "./library.ts";
import type { WorldHandle } from "./world-handle.ts";

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
