// The world of a test, as the fixtures of Vitest and Playwright make it.
import { expect, test } from "bun:test";
import type { WorldHandle } from "../../src/client/world-handle.ts";
import { withSandbox, withWorld } from "../../src/library/fixtures.ts";

const ping = ({ baseUrl }: WorldHandle) => fetch(`${baseUrl}/api/v1/integration/ping`);

test.each([
  ["uses its world", ping],
  [
    "resets its world",
    (world: WorldHandle) => {
      world.reset();
      return ping(world);
    },
  ],
  ["drops its world", (world: WorldHandle) => ping(world).then(world.drop)],
])("a test that %s leaves no world, and its requests are known", async (_what, use) => {
  await withSandbox({}, async (sandbox) => {
    const { worlds } = sandbox.sandbox;
    const before = worlds.names();
    const requests = await withWorld(sandbox, {}, use);
    expect(requests).toMatchObject([{ path: "/api/v1/integration/ping", status: 401 }]);
    expect(worlds.names()).toEqual(before);
  });
});
