// What docs/shared.md shows: the command that keeps worlds, the call of a pipeline, and the service.
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { temporaryDirectory } from "../cli/temporary-directory.ts";
import { readMarkdown } from "../support/markdown.ts";
import { RUNTIMES, spawnSandbox } from "../support/spawn-sandbox.ts";

setDefaultTimeout(30_000);

const { text: PAGE } = await readMarkdown("docs/shared.md");
const TOKEN = "a-token-of-a-team";
const SEEDS = join(import.meta.dir, "../../seeds");

test.each([
  ["the command", /^merchant-sandbox (serve .*)$/m],
  ["the service", /^ExecStart=\/usr\/local\/bin\/merchant-sandbox (serve .*)$/m],
])("%s keeps the world that the pipeline's call makes", async (_name, pattern) => {
  await using directory = await temporaryDirectory();
  const [, words = ""] = pattern.exec(PAGE) ?? [];
  const flags = words
    .replace("/etc/merchant-sandbox/seeds", SEEDS)
    .replace('"$CONTROL_TOKEN"', TOKEN)
    .replace(/(?<=--state )\S+/, directory.path)
    .split(" ");
  const [, call = ""] = /^(curl .*)$/m.exec(PAGE) ?? [];
  const responses: string[] = [];
  for (let start = 0; start < 2; start++) {
    const env = ["env", `MERCHANT_SANDBOX_CONTROL_TOKEN=${TOKEN}`];
    const spawned = await spawnSandbox(
      [...env, ...(RUNTIMES.bun ?? []), ...flags],
      ["--log", "json"],
    );
    const variables = { CONTROL_TOKEN: TOKEN, SANDBOX: spawned.ready.hostedUrl };
    const child = Bun.spawn(["sh", "-c", call], { env: { ...process.env, ...variables } });
    const { name, secret, expiresAt } = await new Response(child.stdout).json();
    responses.push(JSON.stringify([name, secret, expiresAt]));
    await spawned.stop("SIGKILL");
  }
  expect(responses[0]).toStartWith('["pr-12","');
  expect(responses[1]).toBe(responses[0] ?? "");
});
