// Which names in a seeds directory are warned of, and which are left alone.
import { describe, expect, test } from "bun:test";
import { formatDiagnostic } from "../../../src/seeds/diagnostics/diagnostic.ts";
import { findUnread } from "../../../src/seeds/read/ignored-files.ts";

const CAPITALS = "this file is not read: its name must end in .yaml or .yml, in lower case";
const OUTSIDE = "the YAML files in this directory are not read: only `scenarios` holds scenarios";
const BELOW = "the YAML files in this directory are not read: it is inside `scenarios`";

describe("findUnread", () => {
  test.each([
    ["d/KEYS.YAML", CAPITALS, "Rename it to `KEYS.yaml`."],
    ["d/Keys.Backup.yML", CAPITALS, "Rename it to `Keys.Backup.yml`."],
    ["d/scenarios/A.YAML", CAPITALS, "Rename it to `A.yaml`."],
    [
      "d/scenarios",
      "this file is not read: `scenarios` must be a directory",
      "Create a directory instead, with a .yaml file for each scenario.",
    ],
  ])("warns of the file %s", async (path, message, hint) => {
    expect(await warnings([path])).toEqual([
      `${path} warning: ${message} [unread-file]\n  ${hint}`,
    ]);
  });

  test.each(["scenario", "Scenarios", "senarios", "senario", "scenraios", "szenarios"])(
    "warns of seeds in a directory called %s",
    async (name) => {
      const warning = `d/${name} warning: ${OUTSIDE} [unread-file]`;
      const found = [`d/${name}/a.yaml`, `d/${name}/b.yaml`];
      expect(await warnings(found)).toEqual([`${warning}\n  Rename it to \`scenarios\`.`]);
      expect(await warnings([...found, "d/scenarios/a.yaml"])).toEqual([
        `${warning}\n  Move those that are scenarios to \`scenarios\`.`,
      ]);
    },
  );

  test.each(["a.yaml", "a.yml", "A.YAML"])("warns of %s below scenarios", async (name) => {
    expect(await warnings([`d/scenarios/sub/${name}`])).toEqual([
      `d/scenarios/sub warning: ${BELOW} [unread-file]\n  Move those that are scenarios one directory up.`,
    ]);
  });

  test.each(["fixtures", "scenarios.bak"])(
    "warns of YAML in a directory called %s",
    async (name) => {
      expect(await warnings([`d/${name}/a.yaml`, "d/scenarios/a.yaml"])).toEqual([
        `d/${name} warning: the YAML files in this directory are not read: subdirectories are ignored [unread-file]\n` +
          "  Move those that are seeds one directory up, and scenarios to `scenarios`.",
      ]);
    },
  );

  test.each(["d/keys.yaml", "d/scenarios/keys.yml"])(
    "warns of a directory called %s",
    async (path) => {
      expect(await warnings([`${path}/notes.md`])).toEqual([
        `${path} warning: this directory is not read: only files are seeds [unread-file]\n` +
          "  Rename it, or move its files one directory up.",
      ]);
    },
  );

  test.each([
    ["seeds and scenarios", ["d/keys.yaml", "d/a.yml", "d/scenarios/a.yaml"]],
    ["hidden files", ["d/.KEYS.YAML", "d/scenarios/.A.YAML", "d/scenarios/sub/.a.yaml"]],
    ["hidden directories", ["d/.scenarios/a.yaml", "d/scenarios/.git/a.yaml"]],
    ["what editors leave", ["d/KEYS.YAML~", "d/#KEYS.YAML#", "d/keys.yaml.swp", "d/keys.yaml.bak"]],
    ["other files", ["d/README.md", "d/scenarios/README.md", "d/yaml", "d/YAML"]],
    ["directories without seeds", ["d/scenario/notes.md", "d/scenarios/sub/notes.md"]],
    ["files in deeper directories", ["d/scenario/sub/a.yaml", "d/scenarios/sub/sub/a.yaml"]],
  ])("ignores %s", async (_, paths) => {
    expect(await warnings(paths)).toEqual([]);
  });
});

async function warnings(paths: readonly string[]): Promise<string[]> {
  const list = async (path: string) => {
    const within = paths.filter((found) => found.startsWith(`${path}/`));
    const names = within.map((found) => found.slice(path.length + 1));
    const directories = names.filter((name) => name.includes("/"));
    return {
      path,
      files: names.filter((name) => !name.includes("/")),
      directories: [...new Set(directories.map((name) => name.replace(/\/.*$/, "")))],
    };
  };
  const found = await findUnread(await list("d"), await list("d/scenarios"), list);
  return found.map(formatDiagnostic);
}
