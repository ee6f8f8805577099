// The forms that programs read: whole texts for one mistake of each kind, and SARIF against its schema.

import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { formatReport } from "../../../../src/cli/commands/check/formats.ts";
import { locateDiagnostics } from "../../../../src/cli/commands/check/locate.ts";
import { DIAGNOSTIC_CODES } from "../../../../src/seeds/diagnostics/codes.ts";
import { type Diagnostic, errorAt } from "../../../../src/seeds/diagnostics/diagnostic.ts";
import { placeOf } from "../../../../src/shared/lines.ts";
import { VERSION } from "../../../../src/version.ts";
import { load } from "../../../seeds/load.ts";
import sarifSchema from "../../../support/sarif-schema.json" with { type: "json" };

const CASES = join(import.meta.dir, "../../../seeds/cases");

const FILE = { path: "./seeds/keys.yaml", text: "keys:\n  - kye: 😀\n    scopes: [\n" };
const UNKNOWN_FIELD = errorAt(
  { file: FILE, start: 10, end: 13 },
  "unknown-field",
  "unknown field `kye`",
  "Did you mean `key`?",
);
const AFTER_EMOJI: Diagnostic = {
  severity: "warning",
  code: "possible-typo",
  message: "100% odd, at 2:5\r\n`::error::`",
  span: { file: FILE, start: 17, end: 30 },
};
const UNREADABLE = errorAt(
  { file: { path: "no, such:seeds%", text: "" }, start: 0, end: 0 },
  "no-seeds",
  "there is no such file or directory",
);
const ALL = [UNKNOWN_FIELD, AFTER_EMOJI, UNREADABLE];

describe("json", () => {
  test("is an array with one object per line", () => {
    expect(formatReport("json", ALL, [])).toBe(
      [
        "[",
        '{"severity":"error","code":"unknown-field","message":"unknown field `kye`","hint":"Did you mean `key`?","file":"seeds/keys.yaml","line":2,"column":5,"endLine":2,"endColumn":8},',
        '{"severity":"warning","code":"possible-typo","message":"100% odd, at 2:5\\r\\n`::error::`","file":"seeds/keys.yaml","line":2,"column":12,"endLine":3,"endColumn":13},',
        '{"severity":"error","code":"no-seeds","message":"there is no such file or directory","file":"no, such:seeds%","line":1,"column":1,"endLine":1,"endColumn":1}',
        "]",
      ].join("\n"),
    );
  });

  test("is an empty array without mistakes", () => {
    expect(formatReport("json", [], ["seeds: 1 merchant: no mistakes"])).toBe("[]");
  });
});

describe("github", () => {
  test("is one escaped command for each mistake, and the total", () => {
    expect(formatReport("github", ALL, [])).toBe(
      [
        "::error file=seeds/keys.yaml,line=2,endLine=2,col=5,endColumn=8,title=unknown-field::unknown field `kye`%0ADid you mean `key`?",
        "::warning file=seeds/keys.yaml,line=2,endLine=3,title=possible-typo::100%25 odd, at 2:5%0D%0A`::error::`",
        "::error file=no%2C such%3Aseeds%25,line=1,endLine=1,col=1,endColumn=1,title=no-seeds::there is no such file or directory",
        "2 errors, 1 warning",
      ].join("\n"),
    );
  });

  test("is plain text without mistakes", () => {
    expect(formatReport("github", [], ["seeds: 1 merchant: no mistakes"])).toBe("no mistakes");
  });
});

describe("pretty", () => {
  test("shows errors before files without errors", () => {
    expect(formatReport("pretty", [UNREADABLE], ["a: fine", "b: fine"])).toBe(
      "no, such:seeds% error: there is no such file or directory [no-seeds]\n\n1 error\n\na: fine\nb: fine",
    );
  });
});

describe("sarif", () => {
  const isSarif = createValidator();

  test("is one run with a rule to each code", () => {
    const log = sarif(ALL);
    expect(log).toEqual({
      $schema: "https://json.schemastore.org/sarif-2.1.0.json",
      version: "2.1.0",
      runs: [
        {
          tool: {
            driver: {
              name: "merchant-sandbox",
              version: VERSION,
              rules: Object.entries(DIAGNOSTIC_CODES).map(([id, { summary, help }]) => ({
                id,
                shortDescription: { text: summary },
                help: { text: help },
              })),
            },
          },
          columnKind: "utf16CodeUnits",
          results: [
            {
              ruleId: "unknown-field",
              ruleIndex: Object.keys(DIAGNOSTIC_CODES).indexOf("unknown-field"),
              level: "error",
              message: { text: "unknown field `kye`. Did you mean `key`?" },
              locations: [location("seeds/keys.yaml", [2, 5, 2, 8])],
            },
            {
              ruleId: "possible-typo",
              ruleIndex: Object.keys(DIAGNOSTIC_CODES).indexOf("possible-typo"),
              level: "warning",
              message: { text: "100% odd, at 2:5\r\n`::error::`." },
              locations: [location("seeds/keys.yaml", [2, 12, 3, 13])],
            },
            {
              ruleId: "no-seeds",
              ruleIndex: 0,
              level: "error",
              message: { text: "there is no such file or directory." },
              locations: [location("no%2C%20such%3Aseeds%25", [1, 1, 1, 1])],
            },
          ],
        },
      ],
    });
  });

  test("is valid against its schema, with mistakes and without", () => {
    expect([isSarif(sarif(ALL)), isSarif(sarif([]))]).toEqual([[], []]);
  });

  test("is valid against its schema for every mistake of the gallery", () => {
    const names = readdirSync(CASES).filter((name) => name.endsWith(".yaml"));
    const found = names.flatMap((name) => {
      const { diagnostics } = load({ [name]: readFileSync(join(CASES, name), "utf8") });
      return diagnostics;
    });
    expect(found.length).toBeGreaterThanOrEqual(names.length);
    expect(isSarif(sarif(found))).toEqual([]);
  });

  test("would be found out if it were not valid", () => {
    const log = sarif([UNREADABLE]);
    log.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri = "a b";
    log.runs[0].results[0].level = "fatal";
    expect(isSarif(log)).toEqual([
      "/runs/0/results/0/level must be equal to one of the allowed values",
      '/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri must match format "uri-reference"',
    ]);
  });

  test.each([
    ["sandbox-seeds/keys.yaml", "sandbox-seeds/keys.yaml"],
    ["././keys.yaml", "keys.yaml"],
    ["../keys.yaml", "../keys.yaml"],
    ["/srv/my seeds/Schlüssel.yaml", "file:///srv/my%20seeds/Schl%C3%BCssel.yaml"],
    ["sandbox-seeds\\keys.yaml", "sandbox-seeds/keys.yaml"],
    [".\\keys.yaml", "keys.yaml"],
    ["C:\\my seeds\\keys.yaml", "file:///C:/my%20seeds/keys.yaml"],
    ["\\\\server\\share\\keys.yaml", "file://server/share/keys.yaml"],
    ["a:b/#1?.yaml", "a%3Ab/%231%3F.yaml"],
    ["half-\ud83d.yaml", "half-%EF%BF%BD.yaml"],
    ["<stdin>", "%3Cstdin%3E"],
  ])("names %s as %s", (path, uri) => {
    const log = sarif([errorAt({ file: { path, text: "" }, start: 0, end: 0 }, "no-seeds", "no")]);
    expect(uriOf(log)).toBe(uri);
    expect(isSarif(log)).toEqual([]);
  });
});

describe("a place", () => {
  test("is worked out as in the frames, wherever it is", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "\n", "\r\n", "😀", " ") });
    fc.assert(
      fc.property(text, fc.nat(60), fc.nat(60), (text, from, length) => {
        const start = Math.min(from, text.length);
        const end = Math.min(start + length, text.length);
        const file = { path: "a.yaml", text };
        const [located] = locateDiagnostics([errorAt({ file, start, end }, "bad-value", "bad")]);
        const [begin, finish] = [placeOf(text, start), placeOf(text, end)];
        expect(located).toEqual({
          severity: "error",
          code: "bad-value",
          message: "bad",
          hint: undefined,
          file: "a.yaml",
          ...begin,
          endLine: finish.line,
          endColumn: finish.column,
        });
      }),
    );
  });
});

function sarif(diagnostics: readonly Diagnostic[]) {
  return JSON.parse(formatReport("sarif", diagnostics, []));
}

function uriOf(log: ReturnType<typeof sarif>): string {
  return log.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri;
}

function location(uri: string, [startLine, startColumn, endLine, endColumn]: readonly number[]) {
  const region = { startLine, startColumn, endLine, endColumn };
  return { physicalLocation: { artifactLocation: { uri }, region } };
}

/** Makes a function that lists what is wrong with a SARIF log. */
function createValidator() {
  // Why: it is of draft 4, but of what draft 7 reads otherwise it has no more than its `id`.
  const { $schema: _, id: __, ...schema } = sarifSchema;
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  return (log: unknown): string[] => {
    validate(log);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}
