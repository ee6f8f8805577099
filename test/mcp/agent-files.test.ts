// `init --agents`: what it writes into a repository, and what it leaves alone.
import { describe, expect, test } from "bun:test";
import { mkdir, readFile, readlink, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { COMMANDS } from "../../src/cli/commands.ts";
import { run } from "../../src/cli/run.ts";
import { ENDPOINTS } from "../../src/contract/endpoints.ts";
import { TOOLS } from "../../src/mcp/tools.ts";
import { fakeTerminal } from "../cli/fake-terminal.ts";
import { temporaryDirectory } from "../cli/temporary-directory.ts";

const SKILL = ".claude/skills/merchant-sandbox/SKILL.md";

async function init(directory: string) {
  const terminal = fakeTerminal();
  const code = await run(["init", "--agents", directory], terminal);
  return { code, ...terminal.written };
}

describe("init --agents", () => {
  test("writes what the tables of commands, endpoints and tools have", async () => {
    await using directory = await temporaryDirectory();
    const { code, stdout, stderr } = await init(directory.path);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`AGENTS.md: created\n  ${SKILL}: created\n`);
    const text = await readFile(join(directory.path, "AGENTS.md"), "utf8");
    for (const [name, { summary }] of Object.values(COMMANDS).flatMap((table) =>
      Object.entries(table),
    )) {
      expect(text).toContain(`- \`merchant-sandbox ${name}\`: ${summary}\n`);
    }
    for (const { method, path } of Object.values(ENDPOINTS))
      expect(text).toContain(`\`${method} ${path}\``);
    for (const { name, title } of TOOLS) expect(text).toContain(`- \`${name}\`: ${title}\n`);
    // Why: the sandbox of `exec` has ended when an agent reads the error.
    expect(text).toContain("`merchant-sandbox exec --log-file FILE -- COMMAND` writes");
    const skill = await readFile(join(directory.path, SKILL), "utf8");
    expect(skill).toMatch(
      /^---\nname: merchant-sandbox\ndescription: [^\n]{50,1024}\n---\n\n<!-- /,
    );
    expect(skill).toEndWith(text);
    expect(await init(directory.path)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`AGENTS.md: unchanged\n  ${SKILL}: unchanged\n`),
    });
  });

  test.each([
    ["LF", "\n"],
    ["CRLF", "\r\n"],
  ])("leaves what others wrote, with %s at the ends of lines", async (_, newline) => {
    const own = ["# Mine", "", "Text"].join(newline);
    await using directory = await temporaryDirectory({ "AGENTS.md": own });
    const file = join(directory.path, "AGENTS.md");
    await init(directory.path);
    const first = await readFile(file, "utf8");
    expect(first).toStartWith(`${own}${newline}${newline}<!-- merchant-sandbox: begin`);
    expect(first.split("\n").filter((line) => line.endsWith("\r")).length).toBe(
      newline === "\n" ? 0 : first.split("\n").length - 1,
    );
    const changed = first.replace("A local mock server", "An older text").concat("More", newline);
    await writeFile(file, changed);
    expect((await init(directory.path)).stdout).toContain("AGENTS.md: updated");
    expect(await readFile(file, "utf8")).toBe(first.concat("More", newline));
  });

  test.each([
    ["a marker without the other", "<!-- merchant-sandbox: begin -->\n"],
    [
      "the second marker alone",
      "<!-- merchant-sandbox: end -->\n<!-- merchant-sandbox: begin -->\n",
    ],
    ["the second marker and no first", "text\n<!-- merchant-sandbox: end -->\n"],
    ["bytes that are not UTF-8", new Uint8Array([0xff, 0xfe])],
  ])("writes nothing if a file has %s", async (_, content) => {
    await using directory = await temporaryDirectory();
    await writeFile(join(directory.path, "AGENTS.md"), content);
    const { code, stderr } = await init(directory.path);
    expect(code).toBe(1);
    expect(stderr).toContain("Cannot write");
    expect(await Bun.file(join(directory.path, SKILL)).exists()).toBe(false);
  });

  test("writes through a link in the directory, and not through one that leads out of it", async () => {
    await using directory = await temporaryDirectory({
      "repository/CLAUDE.md": "# Mine\n",
      "outside.md": "",
    });
    const root = join(directory.path, "repository");
    await symlink("CLAUDE.md", join(root, "AGENTS.md"));
    expect((await init(root)).code).toBe(0);
    expect(await readlink(join(root, "AGENTS.md"))).toBe("CLAUDE.md");
    expect(await readFile(join(root, "CLAUDE.md"), "utf8")).toContain("merchant-sandbox: begin");
    const other = join(directory.path, "other");
    await mkdir(other);
    await symlink("../outside.md", join(other, "AGENTS.md"));
    expect((await init(other)).stderr).toContain("it is a link to a file outside the directory");
    expect(await readFile(join(directory.path, "outside.md"), "utf8")).toBe("");
  });
});
