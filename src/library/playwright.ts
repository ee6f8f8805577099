// The entry point `merchant-sandbox/playwright`: a `test` with a sandbox for each worker and a world for each test. If a
// test fails, its requests are attached to the report, with the reasons for errors.
import {
  test as base,
  expect,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from "@playwright/test";
import { type TestFixtures, type WorkerFixtures, withSandbox, withWorld } from "./fixtures.ts";
import { formatRequests } from "./format-requests.ts";

export type { TestFixtures, WorkerFixtures };

type SandboxTest = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & TestFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & WorkerFixtures
>;

/**
 * Playwright's `test`, with a world for each test. Set `sandboxOptions` and `worldOptions` with `use`, in a file or in
 * playwright.config.ts.
 *
 * @example
 * test.use({ worldOptions: { scenario: "flaky" } });
 * test("a shopper buys", async ({ page, world }) => {
 *   await page.goto(`${world.hostedUrl}/p/ATLAS-1`);
 * });
 */
const test: SandboxTest = base.extend<TestFixtures, WorkerFixtures>({
  sandboxOptions: [{}, { scope: "worker", option: true }],
  sandbox: [({ sandboxOptions }, use) => withSandbox(sandboxOptions, use), { scope: "worker" }],
  worldOptions: [{}, { option: true }],
  world: async ({ sandbox, worldOptions }, use, testInfo) => {
    const body = formatRequests(await withWorld(sandbox, worldOptions, use));
    if (testInfo.status === testInfo.expectedStatus) return;
    await testInfo.attach("requests", { body, contentType: "text/plain" });
  },
});

export { expect, test };
