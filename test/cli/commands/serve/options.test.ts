// Each flag of `serve` and the variable that stands in for it.
import { describe, expect, test } from "bun:test";
import * as v from "valibot";
import {
  readServeOptions,
  type SERVE_OPTIONS,
  startOptionsOf,
} from "../../../../src/cli/commands/serve/options.ts";
import { UsageError } from "../../../../src/cli/terminal.ts";
import { RateLimitSchema } from "../../../../src/model/settings-schema.ts";

const DEFAULTS = readServeOptions([], {});

/** How a flag is written that takes its value in no word of its own. */
const FLAGS: Readonly<Record<string, string[]>> = {
  freeze: ["--freeze"],
  watch: ["--watch=poll"],
};

/** A value for each flag, and what it is read as. */
const VALUES: Record<keyof typeof SERVE_OPTIONS, [text: string, value: unknown]> = {
  seeds: ["./elsewhere", "./elsewhere"],
  scenario: ["rate-limited", "rate-limited"],
  port: ["8080", 8080],
  "hosted-port": ["65535", 65_535],
  host: ["[::1]", "::1"],
  "base-url": ["https://sandbox.test/api", "https://sandbox.test/api"],
  "hosted-url": ["http://[::1]:81", "http://[::1]:81"],
  "allow-host": ["Sandbox.test,shop.test", ["sandbox.test", "shop.test"]],
  "control-token": ["s3cret-of-16-characters", "s3cret-of-16-characters"],
  "max-worlds": ["50", 50],
  "world-ttl": ["7d", "7d"],
  now: ["now-3d", "now-3d"],
  freeze: ["1", true],
  "rate-limit": ["5/0.5", { capacity: 5, refillPerSecond: 0.5 }],
  watch: ["poll", "poll"],
  log: ["off", "off"],
  state: ["./state", "./state"],
  "ready-file": ["/run/ready.json", "/run/ready.json"],
};

describe("readServeOptions", () => {
  test("uses the ports of the specification by default", () => {
    expect(DEFAULTS).toMatchObject({ port: 4700, "hosted-port": 4701, freeze: false });
  });

  describe.each(Object.entries(VALUES))("--%s", (name, [text, value]) => {
    const variable = `MERCHANT_SANDBOX_${name.replaceAll("-", "_").toUpperCase()}`;
    const flag = FLAGS[name] ?? [`--${name}`, text];

    test("is read from the command line, with its value as the next word or after =", () => {
      const expected = { ...DEFAULTS, [name]: value };
      expect(readServeOptions(flag, {})).toEqual(expected);
      expect(readServeOptions([flag.join("=")], {})).toEqual(expected);
    });

    test("is read from its variable", () => {
      expect(readServeOptions([], { [variable]: text })).toEqual({ ...DEFAULTS, [name]: value });
    });

    test("wins over its variable, even a bad one", () => {
      const expected = { ...DEFAULTS, [name]: value };
      expect(readServeOptions(flag, { [variable]: "\0" })).toEqual(expected);
    });

    test("is ignored if its variable is empty", () => {
      expect(readServeOptions([], { [variable]: "" })).toEqual(DEFAULTS);
    });
  });

  test.each(["0", "false"])("takes MERCHANT_SANDBOX_FREEZE=%s for not frozen", (text) => {
    expect(readServeOptions([], { MERCHANT_SANDBOX_FREEZE: text }).freeze).toBe(false);
  });

  test.each([
    [["--watch"], {}, true],
    [["--watch=on"], {}, true],
    [["--no-watch"], {}, false],
    [["--watch=off"], {}, false],
    [["--no-watch", "--watch"], {}, true],
    [["--watch"], { MERCHANT_SANDBOX_WATCH: "0" }, true],
    [["--no-watch"], { MERCHANT_SANDBOX_WATCH: "poll" }, false],
    [[], { MERCHANT_SANDBOX_WATCH: "1" }, true],
    [[], { MERCHANT_SANDBOX_WATCH: "false" }, false],
    [[], {}, undefined],
  ])("takes %p with %p for watch: %p", (flags, env, watch) => {
    expect(readServeOptions(flags, env).watch).toBe(watch as boolean | undefined);
  });

  test.each([
    [["--watch=never"], '--watch must be on, off or poll, received "never"'],
    [["--no-watch=1"], "--no-watch takes no value."],
    [["--no-port"], "Unknown flag --no-port"],
    [["--no-wach"], "Unknown flag --no-wach"],
  ])("rejects %p", (flags, message) => {
    expect(() => readServeOptions(flags, {})).toThrow(message);
  });

  test.each([
    "0/1",
    "1/0",
    "1/0.0000001",
    "1/2000000000",
    "9007199254740992/1",
    "5/0.5",
    "1/1000000000",
  ])("accepts --rate-limit %s if seeds accept it", (text) => {
    const [capacity = 0, refillPerSecond = 0] = text.split("/").map(Number);
    const limit = { capacity, refillPerSecond };
    const read = () => readServeOptions(["--rate-limit", text], {})["rate-limit"];
    if (v.is(RateLimitSchema, limit)) expect(read()).toEqual(limit);
    else expect(read).toThrow("--rate-limit must be off, or CAPACITY/REFILL_PER_SECOND");
  });

  test("uses the last value of a repeated flag", () => {
    expect(readServeOptions(["--port", "1", "--port", "2"], {}).port).toBe(2);
  });

  test.each([
    [["--port", "0"], 0, 0],
    [["--port", "0", "--hosted-port", "0"], 0, 0],
    [["--port", "0", "--hosted-port", "4701"], 0, 4701],
    [["--hosted-port", "0"], 4700, 0],
  ])("uses any free port for both if the API does: %p", (flags, port, hostedPort) => {
    expect(readServeOptions(flags, {})).toMatchObject({ port, "hosted-port": hostedPort });
  });

  test("ignores the addresses that Kubernetes sets for a service of the same name", () => {
    const env = {
      MERCHANT_SANDBOX_PORT: "tcp://10.0.0.1:4700",
      MERCHANT_SANDBOX_PORT_4700_TCP: "tcp://10.0.0.1:4700",
      MERCHANT_SANDBOX_SERVICE_HOST: "10.0.0.1",
    };
    expect(readServeOptions([], env)).toEqual(DEFAULTS);
  });

  test.each([
    [["--control-token", "s3cret-of-16-characters\u00e9"], {}, "--control-token"],
    [["--control-token", "s3cret-of-only-"], {}, "--control-token"],
    [[], { MERCHANT_SANDBOX_CONTROL_TOKEN: "s3 cret" }, "MERCHANT_SANDBOX_CONTROL_TOKEN"],
  ])("rejects a token without showing it: %p, %p", (flags, env, source) => {
    expect(() => readServeOptions(flags, env)).toThrow(
      new UsageError(`${source} must be 16 to 256 visible ASCII characters.`),
    );
  });

  test("rejects an address with a line break in it", () => {
    expect(() => readServeOptions(["--base-url", "http://a\nb"], {})).toThrow(
      'received "http://a\\nb"',
    );
  });
});

describe("startOptionsOf", () => {
  const systemNow = Date.parse("2026-10-17T09:00:00Z");
  const overridesFor = (...flags: string[]) =>
    startOptionsOf(readServeOptions(flags, {}), systemNow).overrides;

  test("overrides nothing by default", () => {
    expect(overridesFor()).toEqual({});
  });

  test("counts a relative time from the system's", () => {
    expect(overridesFor("--now", "now-1h")).toEqual({ now: systemNow - 3_600_000 });
  });

  test("takes an absolute time as it is", () => {
    expect(overridesFor("--now", "2026-10-17T11:00:00+02:00")).toEqual({ now: systemNow });
  });

  test("freezes the clock and lifts the limit", () => {
    expect(overridesFor("--freeze", "--rate-limit", "off")).toEqual({
      frozen: true,
      rateLimit: "off",
    });
  });
});
