// The chart: well-formed, of a fixed size, and with every point in its panel.
import { expect, test } from "bun:test";
import { SaxesParser } from "saxes";
import { formatChart, type Panel } from "./chart.ts";

const PANEL: Panel = {
  title: "by orders",
  scale: "ratio",
  series: [
    {
      name: "ping",
      points: [
        { x: 10, y: 1 },
        { x: 1_000, y: 0.5 },
        { x: 100_000, y: 9 },
      ],
    },
  ],
};

test("draws a line from size to size, as far for each tenfold", () => {
  const chart = formatChart([PANEL]);
  const dots = [...chart.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)" r="3"/g)];
  expect(dots.map(([, x, y]) => [Number(x), Number(y)])).toEqual([
    [46, 61.2],
    [223, 115.6],
    // Why: what is off the scale stays in its panel.
    [400, 34],
  ]);
  expect(chart).toContain('d="M46 61.2L223 115.6L400 34"');
  expect(chart).toContain(">100 k</text>");
});

test("is well-formed, and as high as it needs to be", () => {
  const sizes: unknown[] = [];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => name === "svg" && sizes.push(attributes.viewBox));
  const load: Panel = { title: "Seconds", scale: "seconds", series: [], guide: [{ x: 1, y: 1 }] };
  parser.write(formatChart([PANEL, PANEL, load])).close();
  expect(sizes).toEqual(["0 0 840 430"]);
});
