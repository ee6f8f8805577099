// Draws what a terminal showed as an SVG that is light on light pages and dark on dark: windows below one another.
// The program prints no colours, so there are none here but of what a person did.

export interface Line {
  /** Who wrote it: a person at the prompt, the program, or an editor. */
  readonly kind: "typed" | "printed" | "kept" | "removed" | "added";
  readonly text: string;
}

/** A window of a recording, as it looked in the end. */
export interface Window {
  readonly title: string;
  readonly lines: readonly Line[];
}

export const COLUMNS = 100;
const CELL = { width: 7.8, height: 18 };
const PADDING = 16;
const BAR = 28;
const GAP = 12;
const WIDTH = COLUMNS * CELL.width + 2 * PADDING;

const STYLE = `
  text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1f2328 }
  .title { font: 12px system-ui, sans-serif; fill: #59636e }
  .typed { font-weight: 600 } .kept { fill: #59636e } .removed { fill: #b62324 } .added { fill: #116329 }
  .window { fill: #ffffff; stroke: #d1d9e0 } .bar { stroke: #d1d9e0 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc } .title, .kept { fill: #9198a1 } .removed { fill: #ff7b72 } .added { fill: #56d364 }
    .window { fill: #151b23; stroke: #3d444d } .bar { stroke: #3d444d }
  }
`;

const MARKS = { typed: "$ ", printed: "", kept: "  ", removed: "- ", added: "+ " } as const;

/** Draws windows under a title, a line of the text a line of the file. */
export function formatWindows(title: string, windows: readonly Window[]): string {
  let top = 1;
  const drawn = windows.map((window) => {
    const rows = window.lines.flatMap(wrap);
    const height = BAR + rows.length * CELL.height + PADDING;
    const text = formatWindow({ title: window.title, lines: rows }, top, height);
    top += height + GAP;
    return text;
  });
  const height = top - GAP + 1;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH + 2} ${height}" role="img">
<title>${escapeText(title)}</title>
<style>${STYLE}</style>
${drawn.join("\n")}
</svg>
`;
}

function formatWindow({ title, lines }: Window, top: number, height: number): string {
  const texts = lines.flatMap(({ kind, text }, row) => {
    const shown = text.trimStart();
    if (shown === "") return [];
    const x = 1 + PADDING + (text.length - shown.length) * CELL.width;
    const y = top + BAR + (row + 1) * CELL.height;
    // Why: fonts differ in width, and columns must stand below one another in all of them.
    const length = `textLength="${fixed(shown.length * CELL.width)}"`;
    return `<text class="${kind}" x="${fixed(x)}" y="${y}" ${length}>${escapeText(shown)}</text>`;
  });
  return [
    `<rect class="window" x="1" y="${top}" width="${WIDTH}" height="${height}" rx="8"/>`,
    `<path class="bar" d="M1 ${top + BAR}h${WIDTH}"/>`,
    `<text class="title" x="${1 + PADDING}" y="${top + 18}">${escapeText(title)}</text>`,
    ...texts,
  ].join("\n");
}

/** Breaks a line where a terminal does, whatever word that cuts. */
function wrap({ kind, text }: Line): Line[] {
  const whole = MARKS[kind] + text;
  const count = Math.max(1, Math.ceil(whole.length / COLUMNS));
  return Array.from({ length: count }, (_, n) => ({
    kind,
    text: whole.slice(n * COLUMNS, (n + 1) * COLUMNS).trimEnd(),
  }));
}

const fixed = (length: number) => String(Math.round(length * 10) / 10);

// Why: spaces would run together, in one viewer or another, except those that no line breaks at.
const escapeText = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/ {2,}/g, (spaces) => "\u00A0".repeat(spaces.length));
