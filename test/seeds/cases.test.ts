// One mistake a file, and the whole text that its author reads: `cases/<mistake>.yaml` and `.txt`.
// UPDATE_CASES=1 writes the texts anew, to be read by eye before they are kept.
import { expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatDiagnostics } from "../../src/seeds/diagnostic.ts";
import { load } from "./load.ts";

const DIRECTORY = join(import.meta.dir, "cases");
const MISTAKES = namesOf(".yaml");

test.each(MISTAKES)("%s is shown as it is to be read", (mistake) => {
  const shown = show(mistake, read(`${mistake}.yaml`));
  if (process.env.UPDATE_CASES === "1") writeFileSync(join(DIRECTORY, `${mistake}.txt`), shown);
  expect(shown).toBe(read(`${mistake}.txt`));
});

test.each(MISTAKES)("%s is shown alike with the line ends of Windows", (mistake) => {
  const text = read(`${mistake}.yaml`);
  expect(show(mistake, text.replaceAll("\n", "\r\n"))).toBe(show(mistake, text));
});

test("there is a mistake to each text", () => {
  expect(namesOf(".txt")).toEqual(MISTAKES);
});

function show(mistake: string, text: string): string {
  const { blueprint, diagnostics } = load({ [`${mistake}.yaml`]: text });
  expect(blueprint).toBeUndefined();
  return `${formatDiagnostics(diagnostics)}\n`;
}

function read(name: string): string {
  return readFileSync(join(DIRECTORY, name), "utf8");
}

function namesOf(extension: string): string[] {
  const names = readdirSync(DIRECTORY).filter((name) => name.endsWith(extension));
  return names.map((name) => name.slice(0, -extension.length)).toSorted();
}
