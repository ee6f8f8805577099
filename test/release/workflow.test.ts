// The workflow that publishes a release, as GitHub's own parser reads it.
import { expect, test } from "bun:test";
import { join } from "node:path";
import { NoOperationTraceWriter, parseWorkflow } from "@actions/workflow-parser";
import * as v from "valibot";
import { parse } from "yaml";
import manifest from "../../package.json" with { type: "json" };

const NAME = ".github/workflows/release.yml";
const TEXT = await Bun.file(join(import.meta.dir, "../..", NAME)).text();
const StepSchema = v.object({
  run: v.optional(v.string()),
  uses: v.optional(v.string()),
  with: v.optional(v.record(v.string(), v.unknown())),
  env: v.optional(v.record(v.string(), v.string())),
});
const WorkflowSchema = v.looseObject({
  permissions: v.strictObject({}),
  jobs: v.object({
    release: v.looseObject({
      permissions: v.record(v.string(), v.string()),
      steps: v.array(StepSchema),
    }),
  }),
});
const { permissions, steps } = v.parse(WorkflowSchema, parse(TEXT)).jobs.release;

test("is a workflow to GitHub's parser", () => {
  const { context } = parseWorkflow({ name: NAME, content: TEXT }, new NoOperationTraceWriter());
  expect(context.errors.getErrors().map(({ message }) => message)).toEqual([]);
});

test("tests, then makes the release, attests its checksums and publishes, with no other rights", () => {
  expect(permissions).toEqual({ contents: "write", "id-token": "write", attestations: "write" });
  const commands = steps.map(({ run, uses }) => run ?? uses ?? "");
  const order = [".ci/run", "npm run release", "actions/attest-build-provenance@", "gh release"];
  const places = order.map((part) => commands.findIndex((command) => command.includes(part)));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  const directory = (text: unknown) => `${text}`.match(/dist\/release\/[^/]*\//)?.[0];
  const attested = steps.find(({ uses }) => uses?.includes("attest"))?.with?.["subject-checksums"];
  expect(attested).toEndWith("/SHA256SUMS");
  expect(directory(attested)).toMatch(/\/\$\{\{ github.ref_name \}\}\/$/);
  expect(steps.at(-1)?.run).toContain('"dist/release/$GITHUB_REF_NAME"/*');
});

test("leaves no token of the repository to the code that it tests", () => {
  const checkout = steps.find(({ uses }) => uses?.startsWith("actions/checkout@"));
  expect(checkout?.with).toEqual({ "persist-credentials": false });
  expect(steps.slice(0, -1).filter(({ env }) => env?.GH_TOKEN)).toEqual([]);
});

test("names the address under which GitHub has the release's files", () => {
  const { env } = steps.find(({ run }) => run?.includes("npm run release")) ?? {};
  expect(env?.MERCHANT_SANDBOX_RELEASES).toMatch(
    /\/\$\{\{ github.repository \}\}\/releases\/download$/,
  );
  expect(manifest.scripts.release).toEndWith("bun .ci/release/release.ts");
});
