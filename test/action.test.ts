// The action for GitHub, as a runner takes it: its file is what GitHub's own parser reads, and its script is run here
// with a packed package in place of a published one.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { NoOperationTraceWriter } from "@actions/workflow-parser";
import { parseAction } from "@actions/workflow-parser/actions/action-parser";
import * as v from "valibot";
import { parse } from "yaml";
import manifest from "../package.json" with { type: "json" };
import { temporaryDirectory } from "./cli/temporary-directory.ts";
import { type Pack, packPackage } from "./support/install.ts";

setDefaultTimeout(60_000);

const TEXT = await Bun.file(join(import.meta.dir, "../action.yml")).text();
const StepSchema = v.looseObject({ env: v.record(v.string(), v.string()), run: v.string() });
const ActionSchema = v.looseObject({
  inputs: v.record(v.string(), v.looseObject({ default: v.string() })),
  outputs: v.record(v.string(), v.looseObject({ value: v.string() })),
  runs: v.looseObject({ steps: v.tuple([StepSchema]) }),
});
const action = v.parse(ActionSchema, parse(TEXT));
const [step] = action.runs.steps;
const SEEDS = join(import.meta.dir, "../seeds");

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

test("takes the version that it is of, unless it is told another", () => {
  expect(action.inputs.version?.default).toBe(manifest.version);
});

test.skipIf(Bun.which("shellcheck") === null)(
  "has a script that shellcheck finds no fault in",
  async () => {
    const child = Bun.spawn(["shellcheck", "--shell=bash", "-"], { stdin: new Blob([step.run]) });
    expect([await new Response(child.stdout).text(), await child.exited]).toEqual(["", 0]);
  },
);

test("leaves a sandbox behind that answers as its outputs say", async () => {
  await using job = await runStep({ seeds: SEEDS, scenario: "empty-catalog" });
  expect(job.log).toBe("");
  expect([job.exitCode, Object.keys(job.outputs)]).toEqual([0, Object.keys(action.outputs)]);
  const headers = { Authorization: `Bearer ${job.outputs["api-key"]}` };
  const answer = await fetch(`${job.outputs["base-url"]}/api/v1/integration/products`, { headers });
  expect([answer.status, await answer.json()]).toEqual([200, []]);
  expect((await fetch(`${job.outputs["control-url"]}/health`)).status).toBe(200);
  expect((await fetch(`${job.outputs["hosted-url"]}/`)).status).toBe(200);
});

test("starts another beside it", async () => {
  await using one = await runStep({});
  await using other = await runStep({});
  expect([one.exitCode, other.exitCode]).toEqual([0, 0]);
  expect(one.outputs["base-url"]).not.toBe(other.outputs["base-url"] ?? "");
});

test("fails, and shows the log, where the sandbox can't start", async () => {
  await using job = await runStep({ scenario: "empty-catalogue" });
  expect([job.exitCode, job.outputs]).toEqual([1, {}]);
  expect(job.log).toContain("empty-catalog");
  expect(job.log).toContain("::error::merchant-sandbox did not start");
});

/** Runs the step as a runner does, with inputs that a job gives, and ends what it left behind. */
async function runStep(inputs: Readonly<Record<string, string>>) {
  const directory = await temporaryDirectory({ outputs: "" });
  const given: Record<string, string> = { ...inputs, version: pack.path };
  const read = (text: string) =>
    text.replace(
      /\$\{\{ inputs\.(\w+) \}\}/,
      (_, name) => given[name] ?? action.inputs[name]?.default ?? "",
    );
  const child = Bun.spawn(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.run], {
    cwd: directory.path,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      CI: "true",
      npm_config_update_notifier: "false",
      npm_config_offline: "true",
      npm_config_cache: join(directory.path, "cache"),
      RUNNER_TEMP: directory.path,
      GITHUB_OUTPUT: join(directory.path, "outputs"),
      ...Object.fromEntries(Object.entries(step.env).map(([name, text]) => [name, read(text)])),
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = await Promise.all(
    [child.stdout, child.stderr].map((from) => new Response(from).text()),
  );
  const written = await Bun.file(join(directory.path, "outputs")).text();
  return {
    exitCode: await child.exited,
    log: said.join(""),
    outputs: Object.fromEntries(
      [...written.matchAll(/^([\w-]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    ),
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
