// `/llms.txt`: its form, its links, and where what it lists comes from.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { COMMANDS } from "../../src/cli/commands.ts";
import { GUIDES } from "../../src/pages/docs/guides/guides.ts";
import { RUNTIMES, type Spawned, spawnSandbox } from "../support/spawn-sandbox.ts";

let sandbox: Spawned;
beforeAll(async () => {
  sandbox = await spawnSandbox(RUNTIMES.bun ?? []);
});
afterAll(() => sandbox.stop());

async function read(path = "/llms.txt") {
  const response = await fetch(`${sandbox.ready.hostedUrl}${path}`);
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    text: await response.text(),
  };
}

test("has a title, a summary, and sections of links, as llmstxt.org wants", async () => {
  const { status, type, text } = await read();
  expect([status, type]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(text).toMatch(/^# merchant-sandbox\n\n> [^\n]+\n\n/);
  const [, ...sections] = text.split(/^## /m);
  expect(sections.map((section) => section.split("\n")[0])).toEqual([
    ...["API", "Control API", "Guide", "Optional"],
  ]);
  for (const section of sections) {
    const lines = section.split("\n").slice(1).filter(Boolean);
    for (const line of lines) expect(line).toMatch(/^- \[[^\]]+\]\(http[^)]+\)(?:: .+)?$/);
  }
  expect(text.length).toBeLessThan(5_000);
});

test("lists every command and every guide, and its links lead somewhere", async () => {
  const { text } = await read();
  const commands = Object.values(COMMANDS).flatMap((table) => Object.entries(table));
  for (const [name, { summary }] of commands)
    expect(text).toContain(`\`merchant-sandbox ${name}\`: ${summary}`);
  for (const { name } of GUIDES) expect(text).toContain(`/docs/guide/${name}.md`);
  const links = [...text.matchAll(/\]\((http[^)#]+)/g)].map(([, link = ""]) => link);
  for (const link of links) expect([link, (await fetch(link)).status]).toEqual([link, 200]);
});

test("shows a guide as Markdown", async () => {
  const { status, type, text } = await read("/docs/guide/seeds.md");
  expect([status, type]).toEqual([200, "text/markdown; charset=utf-8"]);
  expect(text).toBe(GUIDES.find(({ name }) => name === "seeds")?.markdown ?? "");
  expect((await read("/docs/guide/nothing.md")).status).toBe(404);
});

test("names the addresses of a world", async () => {
  expect((await read("/w/flaky/llms.txt")).text).toContain(
    `The base URL is ${sandbox.ready.baseUrl}/w/flaky.`,
  );
});

test("docs/agents.md names every tool", async () => {
  const { TOOLS } = await import("../../src/mcp/tools.ts");
  const page = GUIDES.find(({ name }) => name === "agents")?.markdown ?? "";
  expect([...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)).toEqual(
    TOOLS.map(({ name }) => name),
  );
});
