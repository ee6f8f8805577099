// The chart of growth: panels of lines over sizes, as an SVG that is light on light pages and dark on dark.

export interface Series {
  readonly name: string;
  readonly points: { x: number; y: number }[];
}

export interface Panel {
  readonly title: string;
  /** Ratios from 0 up, or seconds, each line ten times the one below. */
  readonly scale: keyof typeof SCALES;
  readonly series: readonly Series[];
  /** A broken line to compare with. */
  readonly guide?: Series["points"];
}

const WIDTH = 840;
const PANEL = { width: WIDTH / 2, height: 200, left: 46, right: 20, top: 34, bottom: 30 };
const PLOT = {
  width: PANEL.width - PANEL.left - PANEL.right,
  height: PANEL.height - PANEL.top - PANEL.bottom,
};
const LEGEND_HEIGHT = 30;

const SCALES = {
  ratio: {
    marks: [0, 0.25, 0.5, 0.75, 1, 1.25],
    place: (value: number) => Math.min(value / 1.25, 1),
  },
  seconds: {
    marks: [0.01, 0.1, 1, 10, 100],
    place: (value: number) => (Math.log10(value) + 2) / 4,
  },
} as const;

const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #59636e }
  .title { font-weight: 600; fill: #1f2328 }
  .mark { stroke: #d1d9e0 }
  .guide { fill: none; stroke: #818b98; stroke-dasharray: 4 4 }
  .line { fill: none; stroke-width: 2 }
  .s0 { stroke: #0969da; color: #0969da } .s1 { stroke: #bc4c00; color: #bc4c00 }
  .s2 { stroke: #1a7f37; color: #1a7f37 } .s3 { stroke: #8250df; color: #8250df }
  circle { fill: currentColor; stroke: none }
  @media (prefers-color-scheme: dark) {
    text { fill: #9198a1 } .title { fill: #f0f6fc } .mark { stroke: #3d444d }
    .s0 { stroke: #58a6ff; color: #58a6ff } .s1 { stroke: #f0883e; color: #f0883e }
    .s2 { stroke: #3fb950; color: #3fb950 } .s3 { stroke: #bc8cff; color: #bc8cff }
  }
`;

/** Draws the panels, two in a row; the legend is that of the first. */
export function formatChart(panels: readonly Panel[]): string {
  const height = Math.ceil(panels.length / 2) * PANEL.height + LEGEND_HEIGHT;
  const drawn = panels.map((panel, n) => {
    const at = `${(n % 2) * PANEL.width} ${Math.floor(n / 2) * PANEL.height}`;
    return `<g transform="translate(${at})">\n${formatPanel(panel)}\n</g>`;
  });
  const title = panels.map((panel) => panel.title).join("; ");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img">
<title>${title}</title>
<style>${STYLE}</style>
${drawn.join("\n")}
<g transform="translate(${PANEL.left} ${height - 12})">${formatLegend(panels[0]?.series ?? [])}</g>
</svg>
`;
}

function formatPanel({ title, scale, series, guide = [] }: Panel): string {
  const { marks, place } = SCALES[scale];
  const sizes = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))];
  const xOf = placing(Math.min(...sizes), Math.max(...sizes));
  const yOf = (value: number) => round(PANEL.top + PLOT.height * (1 - place(value)));
  const end = PANEL.left + PLOT.width;
  const lineOf = (points: Series["points"]) =>
    points.map(({ x, y }, n) => `${n === 0 ? "M" : "L"}${xOf(x)} ${yOf(y)}`).join("");
  return [
    `<text class="title" x="${PANEL.left}" y="20">${title}</text>`,
    ...marks.map(
      (mark) =>
        `<path class="mark" d="M${PANEL.left} ${yOf(mark)}H${end}"/>` +
        `<text x="${PANEL.left - 8}" y="${yOf(mark) + 4}" text-anchor="end">${mark}</text>`,
    ),
    ...sizes.map(
      (size) =>
        `<text x="${xOf(size)}" y="${PANEL.height - 10}" text-anchor="middle">${formatSize(size)}</text>`,
    ),
    `<path class="guide" d="${lineOf(guide)}"/>`,
    ...series.map(({ points }, n) => {
      const dots = points.map(({ x, y }) => `<circle cx="${xOf(x)}" cy="${yOf(y)}" r="3"/>`);
      return `<g class="s${n}"><path class="line" d="${lineOf(points)}"/>${dots.join("")}</g>`;
    }),
  ].join("\n");
}

/** Makes the way from a size to its place: as far from 10 to 100 as from 100 to 1 000. */
function placing(least: number, most: number) {
  const span = Math.log10(most / least) || 1;
  return (size: number) => round(PANEL.left + (PLOT.width * Math.log10(size / least)) / span);
}

function formatLegend(series: readonly Series[]): string {
  return series
    .map(
      ({ name }, n) =>
        `<g class="s${n}" transform="translate(${n * 150})"><circle cx="4" cy="-4" r="4"/></g>` +
        `<text x="${n * 150 + 14}">${name}</text>`,
    )
    .join("");
}

function formatSize(size: number): string {
  if (size >= 1_000_000) return `${size / 1_000_000} M`;
  return size >= 1_000 ? `${size / 1_000} k` : `${size}`;
}

const round = (place: number) => Math.round(place * 10) / 10;
