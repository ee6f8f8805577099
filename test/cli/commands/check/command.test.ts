// `check` from outside: its flags, what it says on stdout, and its exit code.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { run } from "../../../../src/cli/run.ts";
import {
  check,
  FINE,
  FINE_COUNTS,
  KEYS,
  MERCHANTS,
  MISTAKE,
  ODD,
  PAIR_COUNTS,
  places,
} from "../../checking.ts";
import { fakeTerminal } from "../../fake-terminal.ts";
import { temporaryDirectory } from "../../temporary-directory.ts";

const PROGRAM = [process.execPath, join(import.meta.dir, "../../../../src/main.ts")];

describe("--seeds", () => {
  test("names what is checked, and so does its variable", async () => {
    await using at = await temporaryDirectory(FINE);
    const seeds = join(at.path, "seeds");
    const expected = { code: 0, stdout: `${seeds}: ${FINE_COUNTS}`, stderr: "" };
    expect(await check(["--seeds", seeds])).toEqual(expected);
    expect(await check([], { env: { MERCHANT_SANDBOX_SEEDS: seeds } })).toEqual(expected);
  });

  test("is overridden by paths if it is a variable, and is rejected next to them", async () => {
    await using at = await temporaryDirectory(FINE);
    const seeds = join(at.path, "seeds");
    const env = { MERCHANT_SANDBOX_SEEDS: "./nowhere" };
    expect((await check([seeds], { env })).stdout).toBe(`${seeds}: ${FINE_COUNTS}`);
    expect(await check(["--seeds", seeds, seeds])).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "merchant-sandbox: Use either --seeds or paths, not both.\n" +
        "  Run merchant-sandbox check --help for its flags.\n",
    });
  });
});

describe("--scenario", () => {
  const LATE = "keys: [{ key: mst_acme_full, status: revokd }]\n";

  test("checks a file on top of the seeds, the embedded ones by default", async () => {
    await using at = await temporaryDirectory({ ...FINE, "late.yaml": LATE });
    const late = join(at.path, "late.yaml");
    const seeds = ["--seeds", join(at.path, "seeds")];
    expect(await places(["--scenario", late, ...seeds])).toEqual([`${late}:1:38 bad-value`]);
    expect(await places(["--scenario", late])).toEqual([`${late}:1:38 bad-value`]);
    await Bun.write(late, LATE.replace("revokd", "revoked"));
    expect((await check(["--scenario", late])).stdout).toMatch(
      /^the embedded seeds and .*late\.yaml: .* 16 scenarios: no mistakes\n$/,
    );
  });

  test("replaces the scenario of the same name, as it does for serve", async () => {
    await using at = await temporaryDirectory({ ...FINE, "elsewhere/revoked-key.yaml": LATE });
    const file = join(at.path, "elsewhere/revoked-key.yaml");
    const seeds = ["--seeds", join(at.path, "seeds")];
    expect(await places(["--scenario", file, ...seeds])).toEqual([`${file}:1:38 bad-value`]);
  });

  test("may be a directory, of which each file is a scenario", async () => {
    await using at = await temporaryDirectory({ "more/a.yaml": "{}\n", "more/b.yaml": "{}\n" });
    expect(await places(["--scenario", join(at.path, "more")])).toEqual([]);
  });

  test("in its variable may be a name, because that is what serve takes", async () => {
    await using at = await temporaryDirectory(FINE);
    const env = { MERCHANT_SANDBOX_SCENARIO: "revoked-key" };
    const { stdout } = await check(["--seeds", join(at.path, "seeds")], { env });
    expect(stdout).toBe(`${at.path}/seeds: ${FINE_COUNTS}`);
  });
});

describe("wrong usage", () => {
  test.each([
    [["--format", "xml"], '--format must be pretty, json, github or sarif, received "xml".'],
    [[""], "A path cannot be empty."],
    [["--scenario", "a.yaml", "b.yaml"], "Use either --scenario or paths, not both."],
    [["--formt=json"], "Unknown flag --formt. Did you mean --format?"],
  ])("%j ends with exit code 2", async (args, message) => {
    const { code, stdout, stderr } = await check(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toStartWith(`merchant-sandbox: ${message}\n`);
  });
});

describe("--format", () => {
  test.each(["json", "github", "sarif"])(
    "%s shows all, and not just the first 50",
    async (format) => {
      const stdin = manySlips(60);
      const pretty = await check(["-"], { stdin });
      expect(pretty.stdout.split("\n\n").slice(50)).toEqual(["… and 10 more", "60 errors\n"]);
      const { code, stdout } = await check(["-", "--format", format], { stdin });
      expect(code).toBe(1);
      expect(stdout.match(/bad-value::|"code":"bad-value"|"ruleId": "bad-value"/g)).toHaveLength(
        60,
      );
    },
  );

  test("may come from its variable", async () => {
    const env = { MERCHANT_SANDBOX_FORMAT: "json" };
    const stdin = new TextEncoder().encode(
      "merchants: [{ slug: acme }]\nkeys: [{ key: mst_acme_full, merchant: acme }]\n",
    );
    expect(await check(["-"], { env, stdin })).toEqual({ code: 0, stdout: "[]\n", stderr: "" });
  });

  test("sorts mistakes by file and place, those of all sets together", async () => {
    await using at = await temporaryDirectory({
      "b/all.yaml": MISTAKE,
      "a/2.yaml": MISTAKE,
      "a/1.yaml": `${MERCHANTS}keys: [{ key: short, merchant: acme, scope: [] }]\n`,
    });
    expect(await places([join(at.path, "b"), join(at.path, "a")])).toEqual([
      `${at.path}/a/1.yaml:2:15 bad-value`,
      `${at.path}/a/1.yaml:2:38 unknown-field`,
      `${at.path}/a/2.yaml:1:1 unknown-field`,
      `${at.path}/b/all.yaml:1:1 unknown-field`,
    ]);
  });
});

describe("a file that is not read", () => {
  test("produces a warning, and the summary does not say that there are no mistakes", async () => {
    await using at = await temporaryDirectory({
      ...FINE,
      "seeds/KEYS.YAML": MISTAKE,
      "seeds/scenario/b.yaml": MISTAKE,
      "seeds/scenarios/A.Yml": MISTAKE,
      "seeds/scenarios/sub/c.yaml": MISTAKE,
    });
    const { code, stdout } = await check([join(at.path, "seeds")]);
    expect({ code, stdout: stdout.replaceAll(at.path, "") }).toEqual({
      code: 0,
      stdout: [
        "/seeds/KEYS.YAML warning: this file is not read: its name must end in .yaml or .yml, in lower case [unread-file]",
        "  Rename it to `KEYS.yaml`.",
        "",
        "/seeds/scenario warning: the YAML files in this directory are not read: only `scenarios` holds scenarios [unread-file]",
        "  Move those that are scenarios to `scenarios`.",
        "",
        "/seeds/scenarios/A.Yml warning: this file is not read: its name must end in .yaml or .yml, in lower case [unread-file]",
        "  Rename it to `A.yml`.",
        "",
        "/seeds/scenarios/sub warning: the YAML files in this directory are not read: it is inside `scenarios` [unread-file]",
        "  Move those that are scenarios one directory up.",
        "",
        "4 warnings",
        "",
      ].join("\n"),
    });
  });

  test("is reported together with the mistakes in the files that are read", async () => {
    await using at = await temporaryDirectory({ "typo.yaml": MISTAKE, "KEYS.YAML": MISTAKE });
    expect(await places([at.path])).toEqual([
      `${at.path}/KEYS.YAML:1:1 unread-file`,
      `${at.path}/typo.yaml:1:1 unknown-field`,
    ]);
  });
});

describe("serve", () => {
  test("reports mistakes in the same words as `check`", async () => {
    await using at = await temporaryDirectory({ ...FINE, "seeds/typos.yaml": MISTAKE + ODD });
    const seeds = join(at.path, "seeds");
    const terminal = fakeTerminal();
    expect(await run(["--port", "0", "--hosted-port", "0", "--seeds", seeds], terminal)).toBe(1);
    const { stdout } = await check([seeds]);
    expect(terminal.written.stderr).toBe(`merchant-sandbox: Cannot serve the seeds.\n\n${stdout}`);
  });

  test("reports warnings in the same words as `check`", async () => {
    await using at = await temporaryDirectory({ "all.yaml": ODD });
    const { stdout } = await check([at.path]);
    expect(await serveUntilReady(at.path)).toBe(stdout);
  });
});

describe("the program", () => {
  test("checks ./sandbox-seeds, and ends with 2 if there is none", async () => {
    await using at = await temporaryDirectory({ "sandbox-seeds/all.yaml": MERCHANTS + KEYS });
    await using empty = await temporaryDirectory();
    expect(await spawn(at.path, [])).toEqual({ code: 0, stdout: `sandbox-seeds: ${PAIR_COUNTS}` });
    expect(await spawn(empty.path, [])).toEqual({ code: 2, stdout: "" });
  });

  test("shows paths as they are given, and without `./` to programs", async () => {
    await using at = await temporaryDirectory({
      "typo.yaml": MISTAKE,
      "scenarios/typo.yaml": MISTAKE,
    });
    const paths = ["./scenarios/typo.yaml"];
    expect((await spawn(at.path, paths)).stdout).toContain("\n\n./typo.yaml:1:1 error: ");
    const { stdout } = await spawn(at.path, ["--format", "json", ...paths]);
    expect(JSON.parse(stdout).map(({ file }: { file: string }) => file)).toEqual([
      "scenarios/typo.yaml",
      "typo.yaml",
    ]);
  });

  test("reads a pipe to its end and writes its whole report to another", async () => {
    await using at = await temporaryDirectory();
    const line = ["sh", "-c", '"$@" | cat', "sh", ...PROGRAM];
    const unread = `# ${"x".repeat(200_000)}\n`;
    const { stdout } = await spawn(
      at.path,
      ["-", "--format", "json"],
      unread + manySlips(5_000),
      line,
    );
    expect(JSON.parse(stdout)).toHaveLength(101);
  });
});

const manySlips = (count: number) => `merchants:\n${'  - slug: "!"\n'.repeat(count)}`;

/** What `serve` writes to stderr until it is ready. */
async function serveUntilReady(seeds: string): Promise<string> {
  const terminal = fakeTerminal({
    onWrite: (stream) => stream === "stdout" && terminal.stop(),
  });
  await run(["--port", "0", "--hosted-port", "0", "--log", "off", "--seeds", seeds], terminal);
  return terminal.written.stderr;
}

async function spawn(cwd: string, args: readonly string[], stdin = "", line = PROGRAM) {
  await using child = Bun.spawn([...line, "check", ...args], {
    cwd,
    env: { PATH: process.env.PATH },
    stdin: new TextEncoder().encode(stdin),
    stdout: "pipe",
    stderr: "inherit",
  });
  const stdout = await new Response(child.stdout).text();
  return { code: await child.exited, stdout };
}
