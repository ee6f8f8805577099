// The entry point `merchant-sandbox/vitest`: a `test` with a sandbox for each worker and a world for each test. If a test
// fails, the report has its requests, with the reasons for errors.
import { test as base } from "vitest";
import { type TestFixtures, type WorkerFixtures, withSandbox, withWorld } from "./fixtures.ts";
import { formatRequests } from "./format-requests.ts";

export type { TestFixtures, WorkerFixtures };

/**
 * Vitest's `test`, with a world for each test.
 *
 * @example
 * test("lists orders", async ({ world }) => {
 *   expect(await listOrders(world.baseUrl, world.apiKey)).toHaveLength(50);
 * });
 *
 * const flaky = test.extend({ worldOptions: { scenario: "flaky" } });
 */
const test = base.extend<TestFixtures & WorkerFixtures>({
  sandboxOptions: [{}, { scope: "worker" }],
  sandbox: [({ sandboxOptions }, use) => withSandbox(sandboxOptions, use), { scope: "worker" }],
  worldOptions: {},
  world: async ({ sandbox, worldOptions, task, onTestFailed }, use) => {
    let requests = "";
    // Why: a test that is tried again has the errors of its earlier attempts, too.
    const { length: earlier } = task.result?.errors ?? [];
    // Why: this runs after the world is dropped, and every reporter shows the message of an error.
    onTestFailed(() => {
      const errors = task.result?.errors?.slice(earlier) ?? [];
      for (const error of errors) error.message += `\n\n${requests}`;
    });
    requests = formatRequests(await withWorld(sandbox, worldOptions, use));
  },
});

export { test };
