// The client and a shared sandbox: each world has a token of its own, which the handle of the world sends.
import { expect, setDefaultTimeout, test } from "bun:test";
import { connectSandbox, WorldError } from "../../src/client/index.ts";
import { connectStdio } from "../mcp/connect.ts";
import { startEdge, TOKEN } from "./edge.ts";

setDefaultTimeout(30_000);

test("a client makes, changes and drops a world at the edge", async () => {
  await using edge = await startEdge();
  const sandbox = await connectSandbox(edge.url, { token: TOKEN });
  const world = await sandbox.world({ name: "mine", scenario: "flaky" });
  await world.clock.advance("91d");
  await world.keys.revoke(world.apiKey);
  const headers = { Authorization: `Bearer ${world.apiKey}` };
  const { status } = await fetch(`${world.baseUrl}/api/v1/integration/ping`, { headers });
  expect([status, (await world.requests({ status: 401 })).length]).toEqual([401, 1]);
  await world.drop();
  await expect(world.snapshot()).rejects.toBeInstanceOf(WorldError);
});

test("a coding agent uses the world whose secret it has", async () => {
  await using edge = await startEdge();
  const { name, secret } = await edge.make({});
  const env = { SANDBOX_CONTROL_URL: edge.url, SANDBOX_CONTROL_TOKEN: secret, SANDBOX_WORLD: name };
  await using agent = await connectStdio([], { env });
  const failed = await agent.call("call_api", { endpoint: "orders", key: "mst_acme_links" });
  expect(failed).toContain("has no scope orders:read");
  expect(await agent.call("why")).toContain("has no scope orders:read");
  await expect(agent.call("worlds", { action: "create" })).rejects.toThrow("token");
});
