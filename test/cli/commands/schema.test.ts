import { describe, expect, test } from "bun:test";
import { run } from "../../../src/cli/run.ts";
import { formatJsonSchema } from "../../../src/seeds/write/json-schema.ts";
import { fakeTerminal } from "../fake-terminal.ts";

describe("schema", () => {
  test.each([
    [["schema"], "seeds"],
    [["schema", "seeds"], "seeds"],
    [["schema", "scenario"], "scenario"],
  ] as const)("%p prints the JSON Schema of %s, and nothing else", async (argv, name) => {
    const terminal = fakeTerminal();
    expect(await run(argv, terminal)).toBe(0);
    expect(terminal.written).toEqual({ stdout: formatJsonSchema(name), stderr: "" });
  });

  test("takes no notice of the variables of other commands", async () => {
    const terminal = fakeTerminal({ env: { MERCHANT_SANDBOX_SCENARIO: "slow" } });
    expect(await run(["schema"], terminal)).toBe(0);
    expect(terminal.written).toEqual({ stdout: formatJsonSchema("seeds"), stderr: "" });
  });
});
