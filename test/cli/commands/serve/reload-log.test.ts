// What a person and a program are told of an edit.
import { describe, expect, test } from "bun:test";
import { formatReload } from "../../../../src/cli/commands/serve/reload-log.ts";
import type { Reload } from "../../../../src/reload/live-reload.ts";
import { InvalidSeedsError } from "../../../../src/seeds/diagnostics/invalid-seeds-error.ts";
import { loadTexts, SEEDS } from "../../../support/sandbox.ts";

const paths = ["seeds/keys.yaml", "seeds/orders.yaml"];
const files = paths.map((path) => ({ path, edit: "changed" as const }));
const loaded = loadTexts(SEEDS);
const edited = loadTexts(SEEDS.replace("version: 4", "version: 5, status: PUBLISHD"));
const broken = loadTexts("keys: none\n");

function served() {
  if (!loaded.seeds || !edited.seeds) throw new Error("the seeds of this test have a mistake");
  const { diagnostics: warnings } = edited;
  return {
    outcome: "served" as const,
    files,
    before: loaded.seeds,
    after: edited.seeds,
    warnings,
    fixed: false,
  };
}

const refused: Reload = {
  outcome: "refused",
  files,
  error: new InvalidSeedsError(broken.diagnostics),
};

describe("formatReload", () => {
  test("says in one line which files were read and what changed, and adds their warnings", () => {
    const [line, ...odd] = formatReload(served(), "pretty").split("\n");
    expect(line).toBe(
      "seeds/keys.yaml changed, seeds/orders.yaml changed; reloaded: product changed: ATLAS-1",
    );
    expect(odd.join("\n")).toContain("warning: `PUBLISHD` looks like a typo of `PUBLISHED`");
  });

  test("shows the diagnostics of a bad edit, and that everything stays", () => {
    expect(formatReload(refused, "pretty")).toBe(
      `seeds/keys.yaml changed, seeds/orders.yaml changed; not reloaded because of errors in seeds.yaml

seeds.yaml:1:7 error: \`keys\` must be a list, found \`none\` [wrong-type]
   1 | keys: none
     |       ^^^^
  Start each entry with a dash.

1 error
`,
    );
  });

  test("writes JSON lines for programs", () => {
    const lines = formatReload(served(), "json").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: "reload", files: paths },
      { event: "warning" },
    ]);
    expect(JSON.parse(formatReload(refused, "json"))).toMatchObject({
      event: "reload-refused",
      files: paths,
      broken: ["seeds.yaml"],
    });
  });

  test("reports only errors if the log is off", () => {
    expect(formatReload(served(), "off")).not.toContain("reloaded");
    expect(formatReload(refused, "off")).toContain("not reloaded");
  });

  test("says that an error is fixed if nothing else changed", () => {
    const { before } = served();
    const same = { ...served(), warnings: [], after: before, fixed: true };
    expect(formatReload(same, "pretty")).toEndWith("reloaded: errors fixed\n");
    expect(formatReload({ ...same, fixed: false }, "pretty")).toEndWith(
      "reloaded: nothing changed\n",
    );
  });

  test.each(["pretty", "json"] as const)(
    "lets no file's name act on what prints it: %s",
    (form) => {
      const path = "::error::a\n::error::b\u001b[2J\u202e.yaml";
      for (const reload of [served(), refused]) {
        const text = formatReload({ ...reload, files: [{ path, edit: "added" }] }, form);
        expect(text).not.toMatch(/^\s*::|(?!\n)[\p{Cc}\p{Cf}]/mu);
      }
    },
  );

  test("names no more than three files", () => {
    const many = {
      ...served(),
      files: ["a", "b", "c", "d"].map((name) => ({ path: `${name}.yaml`, edit: "added" as const })),
    };
    expect(formatReload(many, "pretty")).toStartWith("a.yaml and 3 more changed; reloaded: ");
  });

  test("names what came and went, and the files that are broken rather than those that were edited", () => {
    const edits = [
      { path: "a.yaml", edit: "added" as const },
      { path: "b.yaml", edit: "removed" as const },
    ];
    const [edited] = formatReload({ ...served(), files: edits }, "pretty").split(": ");
    expect(edited).toBe("a.yaml added, b.yaml removed; reloaded");
    const error = new Error("There is no scenario called x.");
    expect(formatReload({ outcome: "refused", files: edits, error }, "pretty")).toBe(
      "a.yaml added, b.yaml removed; not reloaded\n\nThere is no scenario called x.\n",
    );
  });

  test("says that it can't follow the seeds, and why", () => {
    const unfollowed: Reload = { outcome: "unfollowed", reason: "out of memory" };
    expect(formatReload(unfollowed, "pretty")).toBe(
      "the seeds can't be watched, so edits are served only after a restart: out of memory\n",
    );
  });

  test("says why it polls", () => {
    const polling: Reload = { outcome: "polling", reason: "ENOSPC: no space left on device" };
    expect(formatReload(polling, "pretty")).toBe(
      "the file system delivers no events, so the seeds are checked every second: ENOSPC: no space left on device\n",
    );
  });
});
