// The forms of report, read by what others read them with: a parser of TAP 14, a strict parser of XML, and
// JSON. How they look is in test/cli/conform.
import { describe, expect, test } from "bun:test";
import { SaxesParser } from "saxes";
import { Parser } from "tap-parser";
import type { Check } from "../../src/conform/check.ts";
import type { Report, RunResult } from "../../src/conform/report.ts";
import { jsonReport } from "../../src/conform/reports/json.ts";
import { junitReport } from "../../src/conform/reports/junit.ts";
import { prettyReport } from "../../src/conform/reports/pretty.ts";
import { tapReport } from "../../src/conform/reports/tap.ts";
import type { CheckOutcome } from "../../src/conform/run.ts";

/** What each form has a meaning for, and what none may write as it is. */
const NASTY =
  "# TODO \\ <a b=\"c\">]]>&amp; 'd'\r\n...\n---\tBail out! \u0000\u001b[31m\ufffe\ud800 \u202e é 😀";
const SHOWN = `# TODO \\ <a b="c">]]>&amp; 'd' ... --- Bail out! \ufffd\ufffd[31m\ufffd\ufffd \ufffd é 😀`;

const check = (id: string, section?: string): Check => ({
  id,
  section,
  title: `${id} is #1 of \\ <all> & "more"`,
  run: async () => {},
});

const [first, second, third, fourth] = [
  check("first", "4.2"),
  check("second", "4.2"),
  check("third", "4.2"),
  check("fourth"),
] as const;

const OUTCOMES: readonly CheckOutcome[] = [
  { check: first, ms: 1.25, result: "held" },
  { check: second, ms: 2_000, result: "failed", expected: `200 ${NASTY}`, received: NASTY },
  { check: third, ms: 0, result: "skipped", reason: NASTY },
  { check: fourth, ms: 1, result: "failed", expected: "a", received: "b" },
];

const RUN: RunResult = {
  baseUrl: "http://api.test",
  checks: [first, second, third, fourth],
  outcomes: OUTCOMES,
  requests: 7,
  seconds: 2.0021,
  waitedSeconds: 1.0004,
};
const STOPPED: RunResult = { ...RUN, outcomes: OUTCOMES.slice(0, 1) };

function write(report: Report, run = RUN): string {
  const added = run.outcomes.map((outcome, index) => report.add(outcome, index + 1));
  return [report.begin(run), ...added, report.end(run)].join("");
}

describe("the report as TAP 14", () => {
  test("matches the result of the run", () => {
    const { version, plan, ok, bailout, points, comments } = readTap(write(tapReport));
    expect({ version, plan, ok, bailout }).toEqual({
      version: 14,
      plan: "1..4",
      ok: false,
      bailout: false,
    });
    const titled = (id: string, from: string) =>
      `${id} is #1 of \\ <all> & "more" (${from}, ${id})`;
    expect(points).toEqual([
      { ok: true, id: 1, name: titled("first", "§4.2"), skip: false, diag: null },
      {
        ok: false,
        id: 2,
        name: titled("second", "§4.2"),
        skip: false,
        diag: { expected: `200 ${SHOWN}`, received: SHOWN },
      },
      { ok: true, id: 3, name: titled("third", "§4.2"), skip: SHOWN, diag: null },
      {
        ok: false,
        id: 4,
        name: titled("fourth", "choice"),
        skip: false,
        diag: { expected: "a", received: "b" },
      },
    ]);
    expect(comments).toEqual([
      "# the specification: 1 held, 1 failed, 1 skipped\n",
      "# the sandbox's choices: 0 held, 1 failed, 0 skipped\n",
      "# 7 requests in 2.0 s, 1.0 s of that waiting because of 429\n",
    ]);
  });

  test("bails out if the run was stopped", () => {
    const { ok, bailout, points } = readTap(write(tapReport, STOPPED));
    expect({ ok, bailout, points: points.length }).toEqual({
      ok: false,
      bailout: "stopped early",
      points: 1,
    });
  });
});

describe("the report as JUnit XML", () => {
  test("matches the result of the run", () => {
    const named = (id: string) => `${id} is #1 of \\ <all> & "more" (${id})`;
    expect(readXml(write(junitReport))).toEqual({
      name: "testsuites",
      attributes: {
        name: "merchant-sandbox conform",
        tests: "4",
        failures: "2",
        errors: "0",
        time: "2.002",
      },
      children: [
        {
          name: "testsuite",
          attributes: {
            name: "the specification",
            tests: "3",
            failures: "1",
            errors: "0",
            skipped: "1",
            time: "2.001",
          },
          children: [
            {
              name: "testcase",
              attributes: { classname: "§4.2", name: named("first"), time: "0.001" },
              children: [],
            },
            {
              name: "testcase",
              attributes: { classname: "§4.2", name: named("second"), time: "2.000" },
              children: [
                {
                  name: "failure",
                  attributes: { message: `expected 200 ${SHOWN}`, type: "mismatch" },
                  children: [`received ${SHOWN}`],
                },
              ],
            },
            {
              name: "testcase",
              attributes: { classname: "§4.2", name: named("third"), time: "0.000" },
              children: [{ name: "skipped", attributes: { message: SHOWN }, children: [] }],
            },
          ],
        },
        {
          name: "testsuite",
          attributes: {
            name: "the sandbox's choices",
            tests: "1",
            failures: "1",
            errors: "0",
            skipped: "0",
            time: "0.001",
          },
          children: [
            {
              name: "testcase",
              attributes: { classname: "choice", name: named("fourth"), time: "0.001" },
              children: [
                {
                  name: "failure",
                  attributes: { message: "expected a", type: "mismatch" },
                  children: ["received b"],
                },
              ],
            },
          ],
        },
      ],
    });
  });

  test("is complete if the run was stopped", () => {
    const { attributes } = readXml(write(junitReport, STOPPED));
    expect(attributes).toMatchObject({ tests: "1", failures: "0" });
  });
});

describe("the report as JSON", () => {
  test("matches the result of the run", () => {
    expect(JSON.parse(write(jsonReport))).toEqual({
      baseUrl: "http://api.test",
      requests: 7,
      seconds: 2.002,
      waitedSeconds: 1,
      notRun: 0,
      document: { held: 1, failed: 1, skipped: 1 },
      sandbox: { held: 0, failed: 1, skipped: 0 },
      checks: [
        {
          id: "first",
          promise: "document",
          section: "4.2",
          title: first.title,
          result: "held",
          seconds: 0.001,
        },
        {
          id: "second",
          promise: "document",
          section: "4.2",
          title: second.title,
          result: "failed",
          expected: `200 ${SHOWN}`,
          received: SHOWN,
          seconds: 2,
        },
        {
          id: "third",
          promise: "document",
          section: "4.2",
          title: third.title,
          result: "skipped",
          reason: SHOWN,
          seconds: 0,
        },
        {
          id: "fourth",
          promise: "sandbox",
          section: null,
          title: fourth.title,
          result: "failed",
          expected: "a",
          received: "b",
          seconds: 0.001,
        },
      ],
    });
  });

  test("counts what did not run, and only the groups that were to", () => {
    const stopped = { ...STOPPED, checks: [first, second, third] };
    const { notRun, document, sandbox } = JSON.parse(write(jsonReport, stopped));
    expect({ notRun, document, sandbox }).toEqual({
      notRun: 2,
      document: { held: 1, failed: 0, skipped: 0 },
      sandbox: undefined,
    });
  });
});

describe("the report for people", () => {
  test("matches the result of the run, with control characters escaped", () => {
    expect(write(prettyReport).split("\n")).toEqual([
      `held     §4.2    ${first.title} (first)`,
      `failed   §4.2    ${second.title} (second)`,
      `                 expected: 200 ${SHOWN}`,
      `                 received: ${SHOWN}`,
      `skipped  §4.2    ${third.title} (third): ${SHOWN}`,
      `failed   choice  ${fourth.title} (fourth)`,
      "                 expected: a",
      "                 received: b",
      "",
      "the specification: 1 held, 1 failed, 1 skipped",
      "the sandbox's choices: 0 held, 1 failed, 0 skipped",
      "7 requests in 2.0 s, 1.0 s of that waiting because of 429",
      "",
    ]);
  });

  test("says how many checks did not run if it was stopped", () => {
    expect(write(prettyReport, STOPPED)).toEndWith("\nstopped early: 3 checks did not run\n");
  });

  test("cuts what is very long", () => {
    const long: CheckOutcome = {
      ...OUTCOMES[3],
      check: fourth,
      ms: 0,
      result: "failed",
      expected: "x".repeat(401),
      received: "y".repeat(400),
    };
    const [, expected, received] = prettyReport.add(long, 1).split("\n");
    expect(expected?.trim()).toBe(`expected: ${"x".repeat(400)}…`);
    expect(received?.trim()).toBe(`received: ${"y".repeat(400)}`);
  });
});

function readTap(text: string) {
  const points: object[] = [];
  const comments: string[] = [];
  let version: number | undefined;
  let plan = "";
  const parser = new Parser({ strict: true });
  parser.on("version", (read: number) => {
    version = Number(read);
  });
  parser.on("plan", ({ start, end }) => {
    plan = `${start}..${end}`;
  });
  parser.on("comment", (comment: string) => comments.push(comment));
  parser.on("assert", ({ ok, id, name, skip, diag }) => points.push({ ok, id, name, skip, diag }));
  parser.end(text);
  const { results } = parser;
  if (!results) throw new Error("the parser did not end");
  const odd = results.failures.filter((failure) => "tapError" in failure && failure.tapError);
  expect(results.bailout ? [] : odd).toEqual([]);
  return { version, plan, ok: results.ok, bailout: results.bailout, points, comments };
}

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (Element | string)[];
}

/** Reads XML into a tree without the blanks between elements. Throws on all that is not well-formed. */
function readXml(text: string): Element {
  const root: Element = { name: "", attributes: {}, children: [] };
  const open = [root];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element = { name, attributes: { ...attributes }, children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => void open.pop());
  parser.on("text", (words) => void (words.trim() && open.at(-1)?.children.push(words)));
  parser.write(text).close();
  const [element] = root.children;
  if (typeof element !== "object") throw new Error("there is no element");
  return element;
}
