// The chart of what was asked in the last minutes, and how it was answered: a bar for every five seconds.

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 12;
// Why: a single request must not look like a rush.
const LEAST_PEAK = 5;
// Why: no more are remembered, so that there may have been others.
const KEPT = 1_000;

const CLASSES = /** @type {const} */ ([
  ["ok", "2xx"],
  ["refused", "4xx"],
  ["failed", "5xx"],
]);

/**
 * How many answers of each class there were in each span of five seconds, the newest last.
 * @typedef {Record<"ok" | "refused" | "failed", number[]>} Traffic
 */

/**
 * Draws the chart into its figure, which is hidden as long as there is nothing to draw.
 * @param {HTMLElement} figure
 * @param {Traffic} traffic
 */
export function drawChart(figure, traffic) {
  const svg = /** @type {SVGElement} */ (figure.querySelector("svg"));
  const caption = /** @type {HTMLElement} */ (figure.querySelector("figcaption"));
  const spans = traffic.ok.length;
  const total = (/** @type {number} */ at) =>
    CLASSES.reduce((sum, [name]) => sum + (traffic[name][at] ?? 0), 0);
  const peak = Math.max(LEAST_PEAK, ...Array.from({ length: spans }, (_, at) => total(at)));
  const bars = Array.from({ length: spans }, (_, at) => barsOf(traffic, at, HEIGHT / peak)).flat();
  const sums = CLASSES.map(([name]) => traffic[name].reduce((count, more) => count + more, 0));
  const all = sums.reduce((count, more) => count + more, 0);
  const told = CLASSES.map(([, label], index) => `${label} ${sums[index]}`).join(", ");
  const text = `${all < KEPT ? "Last 5 minutes" : "The last 1 000 requests"}: ${told}`;
  figure.hidden = bars.length === 0;
  if (caption.textContent !== text) caption.textContent = text;
  svg.setAttribute("aria-label", text);
  svg.replaceChildren(...bars);
}

/**
 * The bars of one span, one upon the other.
 * @param {Traffic} traffic
 * @param {number} at
 * @param {number} scale
 */
function barsOf(traffic, at, scale) {
  let top = HEIGHT;
  return CLASSES.flatMap(([name]) => {
    const count = traffic[name][at] ?? 0;
    if (count === 0) return [];
    top -= count * scale;
    const bar = document.createElementNS(SVG, "rect");
    const place = { class: name, x: at + 0.1, y: top, width: 0.8, height: count * scale };
    for (const [attribute, value] of Object.entries(place)) bar.setAttribute(attribute, `${value}`);
    return [bar];
  });
}
