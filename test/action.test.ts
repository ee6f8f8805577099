// The action for GitHub, as a runner takes it: its file is what GitHub's own parser reads, and its programs are run here
// as a job runs them.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { NoOperationTraceWriter } from "@actions/workflow-parser";
import { parseAction } from "@actions/workflow-parser/actions/action-parser";
import * as v from "valibot";
import { parse } from "yaml";
import { temporaryDirectory } from "./cli/temporary-directory.ts";
import { type Pack, packPackage } from "./support/install.ts";
import { readMarkdown } from "./support/markdown.ts";

setDefaultTimeout(60_000);

const ROOT = join(import.meta.dir, "..");
const TEXT = await Bun.file(join(ROOT, "action.yml")).text();
const ActionSchema = v.looseObject({
  inputs: v.record(v.string(), v.looseObject({ default: v.string() })),
  outputs: v.record(v.string(), v.looseObject({})),
  runs: v.looseObject({ main: v.string(), post: v.string(), "post-if": v.literal("failure()") }),
});
const GitLabSchema = v.object({ test: v.looseObject({ script: v.array(v.string()) }) });
const action = v.parse(ActionSchema, parse(TEXT));
const SEEDS = join(ROOT, "seeds");
const PING = "/api/v1/integration/ping";

let pack: Pack;
beforeAll(async () => {
  pack = await packPackage();
});
afterAll(() => pack[Symbol.asyncDispose]());

test("is an action to GitHub's parser", () => {
  const { context } = parseAction(
    { name: "action.yml", content: TEXT },
    new NoOperationTraceWriter(),
  );
  expect(context.errors.getErrors().map(({ message }) => message)).toEqual([]);
});

test("starts a sandbox that matches its outputs and keeps running", async () => {
  await using job = await runJob({ package: pack.path, seeds: SEEDS, scenario: "empty-catalog" });
  expect(job.log).toBe("");
  expect([job.exitCode, Object.keys(job.outputs)]).toEqual([0, Object.keys(action.outputs)]);
  const headers = { Authorization: `Bearer ${job.outputs["api-key"]}` };
  const response = await fetch(`${job.outputs["base-url"]}/api/v1/integration/products`, {
    headers,
  });
  expect([response.status, await response.json()]).toEqual([200, []]);
  expect((await fetch(`${job.outputs["control-url"]}/health`)).status).toBe(200);
  expect((await fetch(`${job.outputs["hosted-url"]}/`)).status).toBe(200);
});

test("starts another next to it", async () => {
  await using one = await runJob({ package: pack.path });
  await using other = await runJob({ package: pack.path });
  expect([one.exitCode, other.exitCode]).toEqual([0, 0]);
  expect(one.outputs["base-url"]).not.toBe(other.outputs["base-url"] ?? "");
});

test("shows the log after a job that failed, with the reason of each error", async () => {
  await using job = await runJob({ package: pack.path });
  await fetch(job.outputs["base-url"] + PING, {
    headers: { Authorization: "Bearer mst_acme_ful" },
  });
  const shown = await job.post();
  expect(shown).toMatch(/401 +GET +\/api\/v1\/integration\/ping/);
  expect(shown).toContain("mst_acme_full");
  expect(shown).toMatch(/^::group::.*\n::stop-commands::(\S+)\n.*\n::\1::\n::endgroup::\n$/s);
});

test("fails and shows the log if the sandbox can't start", async () => {
  await using job = await runJob({ package: pack.path, scenario: "empty-catalogue" });
  expect([job.exitCode, job.outputs]).toEqual([1, {}]);
  expect(job.log).toContain("empty-catalog");
  expect(job.log).toContain("::error::merchant-sandbox did not start");
  expect(await job.post()).toBe("");
});

test.each(["0.1.0", "merchant-sandbox", "merchant-sandbox@latest"])(
  "takes no package without a scope from the registry: %s",
  async (name) => {
    await using job = await runJob({ package: name });
    expect([job.exitCode, job.outputs]).toEqual([1, {}]);
    expect(job.log).toStartWith(
      `::error::Cannot install ${name}: the name merchant-sandbox is not`,
    );
  },
);

test("runs its own source with `npm ci --omit=dev`, and needs no package, as the job for GitLab does", async () => {
  await using clone = await temporaryDirectory();
  await Bun.$`git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t ${clone.path}`
    .cwd(ROOT)
    .quiet();
  await using job = await runJob({}, clone.path, false);
  expect([job.exitCode, job.log]).toEqual([0, ""]);
  const headers = { Authorization: `Bearer ${job.outputs["api-key"]}` };
  expect((await fetch(job.outputs["base-url"] + PING, { headers })).status).toBe(200);
  expect(await readdir(join(clone.path, "node_modules"))).not.toContain("vitest");

  const { blocks } = await readMarkdown("docs/ci.md");
  const gitlab = blocks.find(({ body }) => body.includes("MERCHANT_SANDBOX_GIT"))?.body ?? "";
  const { script } = v.parse(GitLabSchema, parse(gitlab)).test;
  expect(script.join("\n")).toContain("npm --prefix /tmp/merchant-sandbox ci --omit=dev\n");
  const last = script.at(-1)?.replaceAll("/tmp/merchant-sandbox", clone.path) ?? "";
  const command = ["sh", "-c", last.replace("npm test", "printenv SANDBOX_API_KEY")];
  expect(
    await Bun.spawn(command, { cwd: job.path, stdout: "ignore", stderr: "ignore" }).exited,
  ).toBe(0);
});

/** Runs the action as a runner does, with inputs that a job gives, and ends what it left behind. */
async function runJob(
  inputs: Readonly<Record<string, string>>,
  root: string = ROOT,
  isOffline: boolean = true,
) {
  const directory = await temporaryDirectory({ outputs: "", state: "" });
  const given = Object.entries(action.inputs).map(([name, input]) => [
    `INPUT_${name.toUpperCase()}`,
    inputs[name] ?? input.default,
  ]);
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    CI: "true",
    npm_config_update_notifier: "false",
    ...(isOffline && {
      npm_config_offline: "true",
      npm_config_cache: join(directory.path, "cache"),
    }),
    RUNNER_TEMP: directory.path,
    GITHUB_OUTPUT: join(directory.path, "outputs"),
    GITHUB_STATE: join(directory.path, "state"),
    ...Object.fromEntries(given),
  };
  const run = async (program: string, state: object = {}) => {
    const child = Bun.spawn(["node", join(root, program)], {
      cwd: directory.path,
      env: { ...env, ...state },
      stdout: "pipe",
      stderr: "pipe",
    });
    const said = [child.stdout, child.stderr].map((from) => new Response(from).text());
    return { exitCode: await child.exited, log: (await Promise.all(said)).join("") };
  };
  const main = await run(action.runs.main);
  const [outputs = {}, state = {}] = await Promise.all(
    ["outputs", "state"].map(async (name) => {
      const written = await Bun.file(join(directory.path, name)).text();
      return Object.fromEntries(
        [...written.matchAll(/^([\w-]+)=(.*)$/gm)].map(([, name, value]) => [
          `${name}`,
          `${value}`,
        ]),
      );
    }),
  );
  return {
    ...main,
    path: directory.path,
    outputs,
    post: async () =>
      (await run(action.runs.post, { ...(state.log && { STATE_log: state.log }) })).log,
    async [Symbol.asyncDispose]() {
      const name = (await readdir(directory.path)).find((entry) =>
        entry.startsWith("merchant-sandbox-"),
      );
      const ready = Bun.file(join(directory.path, name ?? "", "ready.json"));
      if (await ready.exists()) process.kill((await ready.json()).pid);
      await directory[Symbol.asyncDispose]();
    },
  };
}
