// The table of what the specification states and which checks hold it, as docs/conformance.md shows it: whole and true.
import { describe, expect, test } from "bun:test";
import { CHECKS } from "../../src/conform/checks.ts";
import { PAGE_PATH, withContractTable } from "./contract-table.ts";
import { STATEMENTS } from "./statements.ts";

/** The specification's sections, its numbered sentences where a section has no parts. */
const SECTIONS = [
  ...["1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7"],
  ...["2", "2.1", "2.2", "2.3", "2.4"],
  "3",
  ...["4", "4.1", "4.2", "4.3", "4.4"],
  ...["5.1", "5.2", "5.3", "5.4", "5.5", "5.6"],
  "6",
  "7",
  ...["8.1", "8.2", "8.3"],
  ...["9.1", "9.2", "9.3", "9.4"],
];

const DOCUMENT = CHECKS.filter(({ section }) => section !== undefined);

const idsOf = (pattern: string) => {
  const expression = new RegExp(`^${pattern.replaceAll("*", ".*")}$`);
  return DOCUMENT.map(({ id }) => id).filter((id) => expression.test(id));
};

describe("the table of statements", () => {
  test("has every section of the specification, in its order, and no other", () => {
    expect([...new Set(STATEMENTS.map(({ section }) => section))]).toEqual(SECTIONS);
  });

  test("names only existing checks of the specification", () => {
    const patterns = STATEMENTS.flatMap(({ checks }) => checks);
    expect(patterns.filter((pattern) => idsOf(pattern).length === 0)).toEqual([]);
  });

  test("names each check of the specification in the section that the check names", () => {
    const missing = DOCUMENT.filter(
      ({ id, section }) =>
        !STATEMENTS.some(
          (each) =>
            each.section === section && each.checks.some((pattern) => idsOf(pattern).includes(id)),
        ),
    );
    expect(missing.map(({ id, section }) => `${section} ${id}`)).toEqual([]);
  });

  test("gives a reason for every statement without a check", () => {
    const mute = STATEMENTS.filter(({ checks, but }) => checks.length === 0 && but === undefined);
    expect(mute).toEqual([]);
  });

  test("is in the docs as it is", async () => {
    const page = await Bun.file(PAGE_PATH).text();
    expect(withContractTable(page)).toBe(page);
  });
});
