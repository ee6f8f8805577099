// What becomes of a report that can't be written, in every way in which the program is run.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { RUNTIMES } from "../support/spawn-sandbox.ts";

setDefaultTimeout(30_000);

// Linux has a device on which no space is left.
describe.skipIf(!existsSync("/dev/full")).each(Object.entries(RUNTIMES))(
  "the output under %s",
  (_name, command) => {
    const run = (line: string) => {
      const words = command.map((word) => `'${word}'`).join(" ");
      return Bun.spawnSync(["bash", "-c", line.replace("COMMAND", words)]);
    };

    test("that no space is left for is reported as a failure", () => {
      const { exitCode, stderr } = run("COMMAND openapi > /dev/full");
      expect(exitCode).toBe(1);
      expect(`${stderr}`).toMatch(/^merchant-sandbox: Cannot write the output: .*no space left/i);
    });

    test("that a closed pipe cuts is not a failure", () => {
      const { exitCode, stdout } = run("set -o pipefail; COMMAND openapi | head -n 1");
      expect([exitCode, `${stdout}`]).toEqual([0, "{\n"]);
    });
  },
);
