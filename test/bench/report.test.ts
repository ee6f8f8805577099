// The table of a report, line by line.
import { expect, test } from "bun:test";
import { compare, state } from "./figure.ts";
import { formatReport, formatValue } from "./report.ts";

const environment = {
  date: "2026-11-22",
  quick: true,
  sandbox: "merchant-sandbox 0.1.0 (abc1234)",
  bun: "1",
  node: "2",
  deno: "3",
  cpu: "Abacus",
  cores: 2,
  connections: 32,
  sliceMs: 200,
};

const rate = { what: "ping", unit: "req/s" };
const pairs = [
  { ours: 45_000, limit: 50_000 },
  { ours: 44_000, limit: 55_000 },
  { ours: 10_000, limit: 10_000 },
];

test("formats figures, their targets, and what is missing", () => {
  const rows = [
    compare({ ...rate, target: { atLeast: 0.9 } }, "bare", pairs),
    compare({ ...rate, target: { atLeast: 0.91 } }, "bare", pairs),
    compare(rate, "bare", pairs),
    state({ what: "orders", unit: "MB", target: { atMost: 40 } }, [39, 40, 41]),
    { what: "POST", why: "it stores" },
  ];
  expect(formatReport({ part: "x", title: "Requests", environment, rows })).toBe(`## Requests

| | measured | limit | ratio | pairs | target | met |
|---|---|---|---|---|---|---|
| ping | 44 000 req/s | 50 000 req/s bare | **0.90** (0.85 – 0.95) | 3 | ≥ 0.9 | ✓ |
| ping | 44 000 req/s | 50 000 req/s bare | **0.90** (0.85 – 0.95) | 3 | ≥ 0.91 | ✗ |
| ping | 44 000 req/s | 50 000 req/s bare | **0.90** (0.85 – 0.95) | 3 |  |  |
| orders | **40.0 MB** (39.5 MB – 40.5 MB) |  |  | 3 | ≤ 40 | ✓ |
| POST | not measured: it stores | | | | | |

Medians, with quartiles in brackets. 32 connections, 200 ms at a time. Taken 2026-11-22 of merchant-sandbox 0.1.0 (abc1234), with Bun 1, Node 2 and Deno 3, on 2 × Abacus in a hurry: for a glance, not for the record.
`);
});

test("gives the reasons only if a target is missed", () => {
  const reasons = ["It counts."];
  const report = (atLeast: number) =>
    formatReport({
      ...{ part: "x", title: "Requests", environment, reasons },
      rows: [compare({ ...rate, target: { atLeast } }, "bare", pairs)],
    });
  expect(report(0.91)).toContain(`
What is missing to the targets that are not met:

- It counts.

Medians,`);
  expect(report(0.9)).not.toContain("It counts.");
});

test("keeps what was measured", () => {
  expect(compare(rate, "bare", pairs.slice(0, 1))).toEqual({
    ...rate,
    measured: { low: 45_000, median: 45_000, high: 45_000 },
    limit: {
      what: "bare",
      value: { low: 50_000, median: 50_000, high: 50_000 },
      ratio: { low: 0.9, median: 0.9, high: 0.9 },
    },
    samples: [[45_000, 50_000]],
  });
});

test.each([
  [1_234_567.8, "1 234 568 x"],
  [100.4, "100 x"],
  [-12.34, "-12.3 x"],
  [0.5, "0.50 x"],
])("formats %p", (value, text) => {
  expect(formatValue(value, "x")).toBe(text);
});
