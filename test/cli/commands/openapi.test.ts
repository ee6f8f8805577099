import { describe, expect, test } from "bun:test";
import { run } from "../../../src/cli/run.ts";
import { formatOpenApi } from "../../../src/contract/openapi/openapi.ts";
import { fakeTerminal } from "../fake-terminal.ts";

describe("openapi", () => {
  test.each([
    [["openapi"], {}, "json", "http://127.0.0.1:4700"],
    [["openapi", "--format", "json"], {}, "json", "http://127.0.0.1:4700"],
    [["openapi", "--format=yaml"], {}, "yaml", "http://127.0.0.1:4700"],
    [["openapi"], { MERCHANT_SANDBOX_FORMAT: "yaml" }, "yaml", "http://127.0.0.1:4700"],
    [
      ["openapi", "--base-url", "https://pay.test/w/flaky/"],
      {},
      "json",
      "https://pay.test/w/flaky",
    ],
    [["openapi"], { MERCHANT_SANDBOX_BASE_URL: "http://api:80" }, "json", "http://api:80"],
    [["openapi"], { MERCHANT_SANDBOX_SCENARIO: "slow" }, "json", "http://127.0.0.1:4700"],
  ] as const)(
    "%j with %j prints the %s of the API at %s, and nothing else",
    async (argv, env, format, baseUrl) => {
      const terminal = fakeTerminal({ env });
      expect(await run(argv, terminal)).toBe(0);
      const stdout = await formatOpenApi(format, { baseUrl });
      expect(terminal.written).toEqual({ stdout, stderr: "" });
    },
  );
});
