// The workflow that publishes a release, as GitHub's own parser reads it.
import { expect, test } from "bun:test";
import { join } from "node:path";
import { NoOperationTraceWriter, parseWorkflow } from "@actions/workflow-parser";
import * as v from "valibot";
import { parse } from "yaml";
import { IMAGE } from "../../.ci/release/image.ts";
import manifest from "../../package.json" with { type: "json" };

const NAME = ".github/workflows/release.yml";
const TEXT = await Bun.file(join(import.meta.dir, "../..", NAME)).text();
const StepSchema = v.object({
  run: v.optional(v.string()),
  uses: v.optional(v.string()),
  with: v.optional(v.record(v.string(), v.unknown())),
  env: v.optional(v.record(v.string(), v.string())),
});
const JobSchema = v.looseObject({
  needs: v.optional(v.string()),
  permissions: v.record(v.string(), v.string()),
  steps: v.array(StepSchema),
});
const WorkflowSchema = v.looseObject({
  permissions: v.strictObject({}),
  jobs: v.strictObject({ build: JobSchema, publish: JobSchema }),
});
const { build, publish } = v.parse(WorkflowSchema, parse(TEXT)).jobs;

const find = ({ steps }: typeof build, part: string) =>
  steps.find(({ run, uses }) => (run ?? uses ?? "").includes(part));

/** Expects that the steps of a job are these, in this order, and others. */
function expectOrder({ steps }: typeof build, parts: string[]): void {
  const commands = steps.map(({ run, uses }) => run ?? uses ?? "");
  const places = parts.map((part) => commands.findIndex((command) => command.includes(part)));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
}

test("is a workflow to GitHub's parser", () => {
  const { context } = parseWorkflow({ name: NAME, content: TEXT }, new NoOperationTraceWriter());
  expect(context.errors.getErrors().map(({ message }) => message)).toEqual([]);
});

test("tests and makes the release in a job that cannot publish it", () => {
  expect(build.permissions).toEqual({ contents: "read" });
  expectOrder(build, [".ci/run", "npm run release", "actions/upload-artifact@"]);
  const { path, "if-no-files-found": ifNone } = find(build, "upload-artifact")?.with ?? {};
  expect(path).toMatch(/^dist\/release\/\$\{\{ github.ref_name \}\}$/);
  expect(ifNone).toBe("error");
});

test("attests the checksums and publishes, in a job that runs no code of the repository", () => {
  expect(publish.needs).toBe("build");
  expect(publish.permissions).toEqual({
    contents: "write",
    "id-token": "write",
    attestations: "write",
  });
  const order = ["actions/download-artifact@", "sha256sum --check", "actions/attest", "gh release"];
  expectOrder(publish, order);
  expect(publish.steps).toHaveLength(order.length);
  const { name, path } = find(publish, "download-artifact")?.with ?? {};
  expect(name).toBe(find(build, "upload-artifact")?.with?.name);
  const attested = find(publish, "actions/attest")?.with;
  expect(attested).toEqual({ "subject-checksums": `${path}/SHA256SUMS` });
  expect(publish.steps.at(-1)?.run).toEndWith(` ${path}/*`);
});

test("leaves no token of the repository to the code that it tests", () => {
  expect(find(build, "actions/checkout@")?.with).toEqual({ "persist-credentials": false });
  expect(build.steps.filter(({ env }) => env?.GH_TOKEN)).toEqual([]);
});

test("names each action by its commit, and says its version", () => {
  const used = TEXT.match(/(?<=uses: ).*/g) ?? [];
  expect(used).toHaveLength(5);
  for (const line of used) expect(line).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v[\d.]+$/);
});

test("warns of an image that is missing, by the name that a release gives it", () => {
  expect(find(build, "::warning::")?.run).toContain(`$GITHUB_REF_NAME/${IMAGE}`);
});

test("names the address under which GitHub has the release's files", () => {
  expect(find(build, "npm run release")?.env?.MERCHANT_SANDBOX_RELEASES).toMatch(
    /\/\$\{\{ github.repository \}\}\/releases\/download$/,
  );
  expect(manifest.scripts.release).toEndWith("bun .ci/release/release.ts");
});
