// What a person and a program are told of an edit.
import { describe, expect, test } from "bun:test";
import { formatReload } from "../../../../src/cli/commands/serve/reload-log.ts";
import type { Reload } from "../../../../src/reload/live-reload.ts";
import { InvalidSeedsError } from "../../../../src/seeds/diagnostics/invalid-seeds-error.ts";
import { loadTexts, SEEDS } from "../../../support/sandbox.ts";

const files = ["seeds/keys.yaml", "seeds/orders.yaml"];
const loaded = loadTexts(SEEDS);
const edited = loadTexts(SEEDS.replace("version: 4", "version: 5, status: PUBLISHD"));
const broken = loadTexts("keys: none\n");

function served(): Reload {
  if (!loaded.seeds || !edited.seeds) throw new Error("the seeds of this test have a mistake");
  const { diagnostics: warnings } = edited;
  return {
    outcome: "served",
    files,
    before: loaded.seeds,
    after: edited.seeds,
    warnings,
    mended: false,
  };
}

const refused: Reload = {
  outcome: "refused",
  files,
  error: new InvalidSeedsError(broken.diagnostics),
};

describe("formatReload", () => {
  test("says in one line which files were read and what changed, and what is odd in them", () => {
    const [line, ...odd] = formatReload(served(), "pretty").split("\n");
    expect(line).toBe("seeds/keys.yaml, seeds/orders.yaml reloaded: product changed: ATLAS-1");
    expect(odd.join("\n")).toContain("warning: `PUBLISHD` is one character away from PUBLISHED");
  });

  test("shows the diagnostics of a bad edit, and that everything stays", () => {
    expect(formatReload(refused, "pretty")).toBe(
      `seeds/keys.yaml, seeds/orders.yaml can't be served, so the seeds stay as they were

seeds.yaml:1:7 error: \`keys\` must be a list, found \`none\` [wrong-type]
   1 | keys: none
     |       ^^^^
  Begin each entry with a dash.

1 error
`,
    );
  });

  test("writes JSON lines for programs", () => {
    const lines = formatReload(served(), "json").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: "reload", files },
      { event: "warning" },
    ]);
    expect(JSON.parse(formatReload(refused, "json"))).toMatchObject({
      event: "reload-refused",
      files,
    });
  });

  test("tells only of what is wrong where the log is off", () => {
    expect(formatReload(served(), "off")).not.toContain("reloaded");
    expect(formatReload(refused, "off")).toContain("can't be served");
  });

  test("says that a mistake is mended where nothing else changed", () => {
    const same = { ...served(), warnings: [], after: loaded.seeds, mended: true } as Reload;
    expect(formatReload(same, "pretty")).toEndWith("reloaded: all is well again\n");
    expect(formatReload({ ...same, mended: false } as Reload, "pretty")).toEndWith(
      "reloaded: nothing changed\n",
    );
  });

  test.each(["pretty", "json"] as const)(
    "lets no file's name act on what prints it: %s",
    (form) => {
      const names = ["::error::a\n::error::b\u001b[2J\u202e.yaml"];
      for (const reload of [served(), refused]) {
        const text = formatReload({ ...reload, files: names } as Reload, form);
        expect(text).not.toMatch(/^\s*::|(?!\n)[\p{Cc}\p{Cf}]/mu);
      }
    },
  );

  test("names no more than three files", () => {
    const many = { ...served(), files: ["a.yaml", "b.yaml", "c.yaml", "d.yaml"] };
    expect(formatReload(many, "pretty")).toStartWith("a.yaml and 3 more reloaded: ");
  });

  test("says that it can't follow the seeds, and why", () => {
    const unfollowed: Reload = { outcome: "unfollowed", reason: "out of memory" };
    expect(formatReload(unfollowed, "pretty")).toBe(
      "edits are not served until the next start, as the seeds can't be followed: out of memory\n",
    );
  });

  test("says why it polls", () => {
    const polling: Reload = { outcome: "polling", reason: "ENOSPC: no space left on device" };
    expect(formatReload(polling, "pretty")).toBe(
      "edits are looked for every second, as the system tells of none: ENOSPC: no space left on device\n",
    );
  });
});
