// `mcp` wherever it runs: an agent meets a 403, reads why, fixes it and gets 200.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { connectStdio } from "../mcp/connect.ts";
import { RUNTIMES } from "../support/spawn-sandbox.ts";

setDefaultTimeout(30_000);

const SEEDS = join(import.meta.dir, "../../seeds");

describe.each(Object.keys(RUNTIMES))("mcp under %s", (runtime) => {
  test("helps an agent from an error to its fix", async () => {
    await using agent = await connectStdio(["--seeds", SEEDS], { runtime });
    const call = { endpoint: "orders", key: "mst_acme_links" };
    const failed = await agent.call("call_api", call);
    expect(failed).toContain("has no scope orders:read");
    const [, tool = "", input = ""] = /next: (\w+) (.*)/.exec(failed) ?? [];
    await agent.call(tool, JSON.parse(input));
    expect(await agent.call("call_api", call)).toStartWith("200: ");
    expect(await agent.call("docs", { search: "revoked key" })).toContain("docs {");
    expect(await agent.call("conform")).toContain(" 0 failed");
  });
});
