// Links in a seeds directory: what lies outside of it is read, but not shown.
import { expect, test } from "bun:test";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as reader from "../../../src/runtime/files.ts";
import { formatDiagnostics } from "../../../src/seeds/diagnostics/diagnostic.ts";
import { loadSeeds } from "../../../src/seeds/load.ts";
import { readSeedFiles } from "../../../src/seeds/read/files.ts";
import { temporaryDirectory } from "../../cli/temporary-directory.ts";
import { NOW } from "../load.ts";

const SECRET = "hunter2-of-another-file";

test.each([
  `PASSWORD=${SECRET}`,
  `- ${SECRET}\n`,
  `${SECRET}: true\n`,
  `keys: [{ key: ${SECRET}, merchant: ${SECRET}, status: ${SECRET} }]\n`,
  `settings: "${SECRET}`,
  `merchants: [{ slug: ${SECRET} }, { slug: ${SECRET} }]\n`,
])("shows nothing of a file that a link leads to: %j", async (text) => {
  const seeds = await directory({ ".env": text });
  await symlink("../.env", join(seeds.path, "seeds/env.yaml"));
  const shown = await check(join(seeds.path, "seeds"));
  expect(shown).toContain("env.yaml:1:");
  expect(shown).toContain(
    "The text is not shown, because this is a link to a file outside the seeds directory",
  );
  expect(shown).not.toContain(SECRET);
  expect(await check(join(seeds.path, "seeds/env.yaml"))).not.toContain(SECRET);
  await seeds[Symbol.asyncDispose]();
});

test("serves what a link leads to, and shows the text of one within the directory", async () => {
  const seeds = await directory({ "seeds/..data/keys.yaml": "keys: [{}]", "all.yaml": "keys:" });
  await symlink("..data/keys.yaml", join(seeds.path, "seeds/keys.yaml"));
  await symlink("../all.yaml", join(seeds.path, "seeds/all.yaml"));
  expect(await check(join(seeds.path, "seeds"))).toContain("1 | keys: [{}]");
  await seeds[Symbol.asyncDispose]();
});

async function directory(files: Readonly<Record<string, string>>) {
  const made = await temporaryDirectory();
  await mkdir(join(made.path, "seeds/..data"), { recursive: true });
  for (const [path, text] of Object.entries(files)) await writeFile(join(made.path, path), text);
  return made;
}

async function check(path: string): Promise<string> {
  const { files, diagnostics } = await readSeedFiles(path, reader);
  return formatDiagnostics([...diagnostics, ...loadSeeds({ files, now: NOW }).diagnostics]);
}
