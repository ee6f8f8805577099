// Runs what docs/languages.md shows, each with its own tool, under `exec`: it passes, and where the client is met by
// another status than expected, it fails and shows the requests.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { temporaryDirectory } from "./cli/temporary-directory.ts";
import { readMarkdown } from "./support/markdown.ts";
import { RUNTIMES } from "./support/spawn-sandbox.ts";

setDefaultTimeout(120_000);

const { blocks } = await readMarkdown("docs/languages.md");
const MOST_LINES = 40;

interface Language {
  readonly name: string;
  readonly tool: string;
  /** The files of the helper, of its test, and of what the tool also needs. */
  readonly files: readonly [helper: string, test: string];
  readonly others?: Readonly<Record<string, string>>;
  readonly command: string;
}

const PHP = {
  name: "php",
  tool: "php",
  files: ["World.php", "test.php"],
  command: "php test.php",
} as const;

// Why: CI does not install these, and skips no test.
const LARGE: readonly Language[] = [
  {
    name: "go",
    tool: "go",
    files: ["world_test.go", "ping_test.go"],
    others: { "go.mod": "module shop\n\ngo 1.19\n" },
    command: 'test -z "$(gofmt -l .)" && go vet ./... && go test -count=1 ./...',
  },
  {
    name: "java",
    tool: "javac",
    files: ["World.java", "RevokedKeyTest.java"],
    command: "javac -Xlint:all,-try -Werror *.java && java RevokedKeyTest",
  },
];

describe.skipIf(Bun.which(PHP.tool) === null)("the helper for PHP", () => runs(PHP));
describe.each(LARGE.filter(({ tool }) => Bun.which(tool) !== null))("the helper for $name", runs);

test.each([PHP, ...LARGE].map(({ name }) => name))(
  "the helper for %s has 40 lines at most",
  (name) => {
    const [helper = ""] = blocks
      .filter(({ language }) => language === name)
      .map(({ body }) => body);
    const lines = helper.split("\n").filter((line) => line.trim() !== "");
    expect(lines.length).toBeWithin(20, MOST_LINES + 1);
  },
);

function runs({ name, files, others = {}, command }: Language): void {
  const shown = blocks.filter(({ language }) => language === name).map(({ body }) => body);

  test("passes", async () => {
    const { exitCode, report } = await runUnderExec((text) => text);
    expect([exitCode, report]).toEqual([0, report]);
  });

  test("shows the requests and their reasons if the test fails", async () => {
    const { exitCode, report } = await runUnderExec((text) => text.replace("401", "200"));
    expect([exitCode, report]).toEqual([1, expect.stringContaining("/api/v1/integration/ping")]);
    expect(report).toContain("is revoked");
  });

  async function runUnderExec(change: (text: string) => string) {
    await using directory = await temporaryDirectory();
    const [helper, own] = files;
    const [helperText = "", text = ""] = shown;
    const all = { ...others, [helper]: helperText, [own]: change(text) };
    for (const [file, body] of Object.entries(all)) {
      await Bun.write(join(directory.path, file), body);
    }
    const [executable = ""] = RUNTIMES.executable ?? [];
    const child = Bun.spawn([executable, "exec", "--", "sh", "-c", command], {
      cwd: directory.path,
      env: { PATH: process.env.PATH, HOME: process.env.HOME },
      stderr: "pipe",
    });
    const streams = [child.stdout, child.stderr].map((stream) => new Response(stream).text());
    return { report: (await Promise.all(streams)).join(""), exitCode: await child.exited };
  }
}
