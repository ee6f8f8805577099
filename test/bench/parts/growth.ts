// Whether answers stay as quick as orders, keys and worlds grow in number, and whether loading stays linear.
import { formatChart, type Panel } from "../chart.ts";
import { compare, type Figure, formatCount } from "../figure.ts";
import { GROWTHS, type Grown, type Growth, startWithOrders } from "../growths.ts";
import { compareLoads } from "../load-pairs.ts";
import { inPairs, repeat } from "../pairs.ts";
import type { Bench, Part } from "../part.ts";
import { REASONS } from "../reasons.ts";
import { requestsFor, TITLES } from "../requests.ts";
import { type Comparison, overStarts } from "../starts.ts";
import { median } from "../statistics.ts";
import { TARGETS } from "../targets.ts";

const NAMES = ["ping", "products", "orders", "link"] as const;

const STARTS = 7;

export const growth: Part = {
  title: "Growth",
  summary: "requests per second with more orders, keys and worlds, and how loading grows",
  needs: ["build", "wrk"],
  async measure(bench) {
    const measured: Measured[] = [];
    for (const kind of GROWTHS) measured.push(await measureGrowth(kind, bench));
    measured.push(await measureLoading(bench));
    const chart = formatChart(measured.map(({ panel }) => panel));
    const rows = measured.flatMap(({ rows }) => rows);
    return { rows, reasons: REASONS.growth, files: { "growth.svg": chart } };
  },
};

interface Measured {
  readonly rows: readonly Figure[];
  readonly panel: Panel;
}

/** What is compared by a request: one size with the smallest. */
interface Step {
  readonly name: (typeof NAMES)[number];
  readonly size: number;
  readonly base: number;
}

/** Compares servers of each size with the smallest. */
async function measureGrowth(kind: Growth, bench: Bench): Promise<Measured> {
  const sizes = bench.quick ? kind.sizes.quick : kind.sizes.usual;
  const steps = NAMES.flatMap((name) => stepsOf(kind, name, sizes));
  const loads = await overStarts(kind.title, STARTS, bench, async (processes) => {
    const grown: Grown[] = [];
    for (const size of sizes) grown.push(processes.use(await kind.start(size, bench.directory)));
    return compareEach(steps, grown);
  });
  const rows: Figure[] = [];
  const points = new Map(steps.map(({ name, base }) => [name, [{ x: base, y: 1 }]]));
  for (const [{ name, size, base }, pairs] of loads) {
    const what = `${formatCount(size)} ${kind.title}: ${TITLES[name]}`;
    const label = { what, target: TARGETS.growth.throughput };
    const figure = compareLoads(label, `with ${formatCount(base)}`, pairs);
    rows.push(figure);
    points.get(name)?.push({ x: size, y: figure.limit?.ratio.median ?? Number.NaN });
  }
  const series = [...points].map(([name, points]) => ({ name: TITLES[name], points }));
  const title = `Requests a second, by ${kind.title} (fewest = 1)`;
  return { rows, panel: { title, scale: "ratio", series } };
}

function stepsOf({ title }: Growth, name: Step["name"], sizes: readonly number[]): Step[] {
  // Why: a list of less than 50 is shorter, and quicker for that alone.
  const [base, ...larger] = sizes.filter((size) => title !== name || size >= 50);
  return base === undefined ? [] : larger.map((size) => ({ name, size, base }));
}

/** Finds the servers of each step, and what they are sent. */
async function compareEach(
  steps: readonly Step[],
  grown: readonly Grown[],
): Promise<Comparison<Step>[]> {
  const comparisons: Comparison<Step>[] = [];
  for (const step of steps) {
    const ours = grown.find(({ size }) => size === step.size);
    const limit = grown.find(({ size }) => size === step.base);
    if (ours === undefined || limit === undefined) continue;
    // Why: the id of a product follows from its merchant and its code, and is the same in all sizes.
    const request = (await requestsFor(ours.server))[step.name];
    comparisons.push({ what: step, request, ours: ours.url, limit: limit.url });
  }
  return comparisons;
}

/** Compares the time in which one order is loaded with that in a load of a tenth as many. */
async function measureLoading({ quick, directory, say }: Bench): Promise<Measured> {
  const timed = (size: number) => async () => {
    const started = performance.now();
    await using _server = await startWithOrders(size, directory);
    return performance.now() - started;
  };
  // Why: the start of the process itself is no part of loading.
  const idle = median(await repeat(quick ? 3 : 9, timed(10)));
  const rows: Figure[] = [];
  const points: { x: number; y: number }[] = [];
  for (const size of quick ? [10_000] : [10_000, 100_000, 1_000_000]) {
    say(`loading ${formatCount(size)} orders`);
    const pairs = await inPairs(quick ? 1 : size > 100_000 ? 3 : 9, timed(size), timed(size / 10));
    const perOrder = pairs.map(({ ours, limit }) => ({
      ours: ((ours - idle) / size) * 1_000,
      limit: ((limit - idle) / size) * 10_000,
    }));
    const what = `loading ${formatCount(size)} orders, each`;
    const label = { what, unit: "µs", target: TARGETS.growth.load };
    rows.push(compare(label, `of ${formatCount(size / 10)}`, perOrder));
    const seconds = (of: "ours" | "limit") => median(pairs.map((pair) => pair[of] - idle)) / 1_000;
    if (points.length === 0) points.push({ x: size / 10, y: seconds("limit") });
    points.push({ x: size, y: seconds("ours") });
  }
  const series = [{ name: "load", points }];
  const [first = { x: 1, y: 1 }] = points;
  const guide = points.map(({ x }) => ({ x, y: (first.y * x) / first.x }));
  const title = "Seconds to load, by orders (broken: linear)";
  return { rows, panel: { title, scale: "seconds", series, guide } };
}
