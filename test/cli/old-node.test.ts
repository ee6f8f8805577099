// What a user of an old Node reads.
import { expect, test } from "bun:test";
import manifest from "../../package.json" with { type: "json" };
import { explainOldNode } from "../../src/cli/old-node.ts";

test.each(["18.20.8", "20.9.0", "20.18.3"])(
  "Node %s gets one line with the version needed",
  (version) => {
    const needed = manifest.engines.node.replace(">=", "");
    expect(explainOldNode(version)).toBe(
      `merchant-sandbox needs Node ${needed} or later. This is Node ${version}. Install a newer Node.`,
    );
  },
);

test.each(["20.19.0", "22.0.0", "24.3.0", process.versions.node])("Node %s works", (version) => {
  expect(explainOldNode(version)).toBeUndefined();
});
