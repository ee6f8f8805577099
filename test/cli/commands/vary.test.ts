// `vary` as a user runs it: the report, the scenario file that meets the failure again, and commands that misbehave.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../../../src/cli/run.ts";
import { fakeTerminal } from "../fake-terminal.ts";
import { temporaryDirectory } from "../temporary-directory.ts";

setDefaultTimeout(60_000);

const CLIENTS = join(import.meta.dir, "../../vary/clients");
const PYTHON = Bun.which("python3");
const LISTS = ["--seed", "42", "--runs", "3", "--only", "lists"];
/** As few runs as there can be. */
const ORDER = ["--seed", "42", "--runs", "1", "--only", "list-order"];

/** Runs `vary` with a directory of its own for what it writes. */
async function varyWith(flags: readonly string[], command: readonly string[]) {
  await using directory = await temporaryDirectory();
  const out = join(directory.path, "found");
  const terminal = fakeTerminal({ env: { PATH: process.env.PATH ?? "" } });
  const code = await run(["vary", "--out", out, ...flags, "--", ...command], terminal);
  const files = await readdir(out).catch(() => []);
  const texts = await Promise.all(files.map((file) => Bun.file(join(out, file)).text()));
  return { code, ...terminal.written, files, texts, directory: out };
}

describe.skipIf(PYTHON === null)("a client in Python that relies on the order of lists", () => {
  const command = [PYTHON ?? "", join(CLIENTS, "newest_first.py")];

  test("is caught, with the section, the smallest variation and how to repeat it", async () => {
    const { code, stdout, files, texts } = await varyWith(LISTS, command);
    expect(code).toBe(1);
    expect(stdout).toStartWith(
      "The client relies on the order of lists, but §4.3 of the specification promises no order.\n",
    );
    expect(stdout).toContain("\n  smallest variation: settings.listOrder: oldest\n");
    expect(stdout).toContain("request: GET /api/v1/integration/orders → 200 (req_");
    expect(stdout).toContain("| FAILED newest_first: the first order is not the newest");
    expect(stdout).toContain("to repeat it: merchant-sandbox exec --scenario ");
    expect(files).toEqual(["list-order-oldest.yaml"]);
    expect(texts[0]).toEndWith("settings:\n  listOrder: oldest\n");
  });

  test.each([[[]], [["own-world"]]])(
    "fails again under `exec` with the scenario file %p",
    async (words) => {
      await using directory = await temporaryDirectory();
      const path = join(directory.path, "list-order-oldest.yaml");
      await Bun.write(path, "settings:\n  listOrder: oldest\n");
      const again = fakeTerminal({ env: { PATH: process.env.PATH ?? "" } });
      expect(await run(["exec", "--scenario", path, "--", ...command, ...words], again)).toBe(1);
      const plain = fakeTerminal({ env: { PATH: process.env.PATH ?? "" } });
      expect(await run(["exec", "--", ...command, ...words], plain)).toBe(0);
    },
  );

  test("is caught in a world that it makes itself, at each of several runs at the same time", async () => {
    const flags = ["--seed", "42", "--runs", "3", "--only", "list-order", "--jobs", "3"];
    const { code, stdout } = await varyWith(flags, [...command, "own-world"]);
    expect(code).toBe(1);
    expect(stdout).toContain("smallest variation: settings.listOrder: oldest");
    expect(stdout).toContain("request: GET /api/v1/integration/orders → 200 (req_");
  });

  test.each(["json", "junit", "tap"])("is in the report as %s", async (format) => {
    const { code, stdout } = await varyWith([...ORDER, "--format", format], command);
    expect(code).toBe(1);
    expect(stdout).toContain("The client relies on the order of lists");
    if (format === "json") {
      const { failures, coverage, seed } = JSON.parse(stdout);
      expect([seed, failures.length, failures[0].sections]).toEqual([42, 1, ["4.3"]]);
      expect(coverage.statuses.orders["200"]).toBeGreaterThan(2);
    }
  });
});

describe("a command", () => {
  test("that always passes ends with 0", async () => {
    const { code, stdout, files } = await varyWith(["--runs", "3"], ["true"]);
    expect([code, files]).toEqual([0, []]);
    expect(stdout).toContain("0 failures");
  });

  test("that fails without a variation ends with 3, and shows what it printed", async () => {
    const { code, stdout, stderr } = await varyWith([], ["sh", "-c", "echo wrong; exit 1"]);
    expect([code, stdout]).toEqual([3, "wrong\n"]);
    expect(stderr).toContain("fails without any variation");
  });

  test("that does not exist ends with 127", async () => {
    const { code, stderr } = await varyWith([], ["no-such-command"]);
    expect([code, stderr.includes("no-such-command")]).toEqual([127, true]);
  });

  test("that is missing, and names that nothing has, are wrong usage", async () => {
    const terminal = fakeTerminal();
    expect(await run(["vary", "--runs", "3"], terminal)).toBe(2);
    expect(await run(["vary", "--only", "lisst", "--", "true"], terminal)).toBe(2);
    expect(terminal.written.stderr).toContain('there is no dimension or group "lisst"');
  });

  test("that hangs and ignores SIGTERM is ended with all that it started", async () => {
    const script = "trap '' TERM; sleep 1000 & echo $! >&2; wait; wait";
    const { code, stdout } = await varyWith(["--timeout", "200ms"], ["sh", "-c", script]);
    expect(code).toBe(3);
    expect(stdout).toContain("Ended after 0.2 s (--timeout).");
    const pid = Number(/^\d+$/m.exec(stdout)?.[0]);
    expect(pid).toBeGreaterThan(1);
    // Why: one that has ended may not be collected by its parent yet.
    const { stdout: state } = Bun.spawnSync(["ps", "-o", "stat=", "-p", String(pid)]);
    expect(["", "Z"]).toContain(state.toString().trim().slice(0, 1));
  });

  test("that prints a megabyte keeps its last lines", async () => {
    const script = "yes 0123456789 | head -c 1000000; echo the end; exit 1";
    const { code, stdout } = await varyWith([], ["sh", "-c", script]);
    expect(code).toBe(3);
    expect(stdout.length).toBeLessThan(70_000);
    expect(stdout).toEndWith("the end\n");
  });
});

test("Ctrl-C reports what was found so far", async () => {
  await using directory = await temporaryDirectory();
  const marker = join(directory.path, "marker");
  await Bun.write(marker, "first\n");
  const script = `grep -q first ${marker} && echo again > ${marker}`;
  const terminal = fakeTerminal({
    env: { PATH: process.env.PATH ?? "" },
    interactive: true,
    onWrite: (stream, text) => {
      if (stream === "stderr" && text.includes("2 runs")) terminal.stop();
    },
  });
  const flags = ["--out", join(directory.path, "found"), "--jobs", "1", "--only", "list-order"];
  expect(await run(["vary", ...flags, "--", "sh", "-c", script], terminal)).toBe(130);
  expect(terminal.written.stdout).toStartWith("The client relies on the order of lists");
  expect(terminal.written.stdout).toContain("not shrunk to the end");
});

test("a directory that cannot be written is named, and what was found can be found again", async () => {
  const terminal = fakeTerminal({ env: { PATH: process.env.PATH ?? "" } });
  await using directory = await temporaryDirectory();
  const marker = join(directory.path, "marker");
  await Bun.write(marker, "1\n");
  const flaky = ["sh", "-c", `n=$(cat ${marker}); echo 2 > ${marker}; test "$n" = 1`];
  const flags = ["--runs", "2", "--only", "lists", "--out", "/dev/null/x"];
  expect(await run(["vary", ...flags, "--", ...flaky], terminal)).toBe(1);
  expect(terminal.written.stderr).toContain("Cannot write to /dev/null/x");
  expect(terminal.written.stdout).toStartWith("The client relies on ");
  const again =
    "to repeat it: merchant-sandbox vary --runs 2 --only lists --out /dev/null/x --seed ";
  expect(terminal.written.stdout).toContain(again);
});

test("--list shows each dimension with its section", async () => {
  const terminal = fakeTerminal();
  expect(await run(["vary", "--list", "--only", "lists"], terminal)).toBe(0);
  expect(terminal.written.stdout).toContain("list-order     §4.3  promises no order");
});
