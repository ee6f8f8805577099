// One mistake a file, and the whole text that its author reads: `cases/<mistake>.yaml` and `.txt`, and
// in `cases/scenarios` those of a scenario, laid over a small base and another one to extend.
// UPDATE_CASES=1 rewrites the texts. Read the diff before you commit it.
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatDiagnostics } from "../../src/seeds/diagnostics/diagnostic.ts";
import { load } from "./load.ts";

const BENEATH = {
  "base.yaml": `
merchants:
  - { slug: acme, id: AAAAAAAA-0000-4000-8000-000000000001 }
  - { slug: globex }
keys:
  - { key: mst_acme_full, merchant: acme, expiresAt: now+90d }
  - { key: mst_acme_by_id, merchant: aaaaaaaa-0000-4000-8000-000000000001 }
  - { key: mst_globex_full, merchant: globex }
products:
  - { publicCode: ATLAS-1, merchant: acme, id: a71a5000-0000-4000-8000-000000000001, currency: EUR }
  - { publicCode: GLOBE-1, merchant: globex, currency: EUR }
orders:
  - { product: ATLAS-1, amountMinor: 4900, createdAt: now-1h }
  - { product: ATLAS-1, id: 0de70000-0000-4000-8000-000000000001, ref: first-order, amountMinor: 4900, createdAt: now-1d }
  - { product: GLOBE-1, id: 0de70000-0000-4000-8000-000000000002, amountMinor: 120, createdAt: now-1d }
`,
  "scenarios/busy.yaml": "keys: [{ key: mst_busy_full, merchant: acme }]\n",
};

describe.each([
  ["cases", "", {}],
  ["cases/scenarios", "scenarios/", BENEATH],
])("%s", (name, prefix, beneath) => {
  const directory = join(import.meta.dir, name);
  const mistakes = namesOf(directory, ".yaml");
  const read = (file: string) => readFileSync(join(directory, file), "utf8");

  test.each(mistakes)("%s is shown as it is to be read", (mistake) => {
    const shown = show(mistake, read(`${mistake}.yaml`));
    if (process.env.UPDATE_CASES === "1") writeFileSync(join(directory, `${mistake}.txt`), shown);
    expect(shown).toBe(read(`${mistake}.txt`));
  });

  test.each(mistakes)("%s is shown alike with the line ends of Windows", (mistake) => {
    const text = read(`${mistake}.yaml`);
    expect(show(mistake, text.replaceAll("\n", "\r\n"))).toBe(show(mistake, text));
  });

  test("has a mistake to each text", () => {
    expect(namesOf(directory, ".txt")).toEqual(mistakes);
  });

  function show(mistake: string, text: string): string {
    const { seeds, diagnostics } = load({ ...beneath, [`${prefix}${mistake}.yaml`]: text });
    expect(seeds).toBeUndefined();
    return `${formatDiagnostics(diagnostics)}\n`;
  }
});

function namesOf(directory: string, extension: string): string[] {
  const names = readdirSync(directory).filter((name) => name.endsWith(extension));
  return names.map((name) => name.slice(0, -extension.length)).toSorted();
}
