// Whether answers stay as quick as orders, keys and worlds grow in number, and whether loading stays linear.
import { formatChart, type Panel, type Series } from "../chart.ts";
import { compare, type Figure, formatCount } from "../figure.ts";
import { GROWTHS, type Grown, type Growth, startWithOrders } from "../growths.ts";
import { compareLoads, loadInPairs } from "../load-pairs.ts";
import { inPairs, repeat } from "../pairs.ts";
import type { Bench, Part } from "../part.ts";
import { REASONS } from "../reasons.ts";
import { type RequestName, requestsFor, TITLES } from "../requests.ts";
import { median } from "../statistics.ts";
import { TARGETS } from "../targets.ts";

const NAMES = ["ping", "products", "orders", "link"] as const;

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

/** Compares servers of each size with the smallest. */
async function measureGrowth(kind: Growth, bench: Bench): Promise<Measured> {
  await using servers = new AsyncDisposableStack();
  const grown: Grown[] = [];
  for (const size of bench.quick ? kind.sizes.quick : kind.sizes.usual) {
    bench.say(`${formatCount(size)} ${kind.title}`);
    grown.push(servers.use(await kind.start(size, bench.directory)));
  }
  const rows: Figure[] = [];
  const series: Series[] = [];
  for (const name of NAMES) {
    // Why: a list of less than 50 is shorter, and quicker for that alone.
    const isShort = ({ size }: Grown) => kind.title === name && size < 50;
    const [base, ...larger] = grown.filter((one) => !isShort(one));
    if (base === undefined) continue;
    const points = [{ x: base.size, y: 1 }];
    for (const one of larger) {
      const figure = await compareSizes(kind, name, one, base, bench);
      points.push({ x: one.size, y: figure.limit?.ratio.median ?? Number.NaN });
      rows.push(figure);
    }
    series.push({ name: TITLES[name], points });
  }
  const title = `Requests a second, by ${kind.title} (fewest = 1)`;
  return { rows, panel: { title, scale: "ratio", series } };
}

async function compareSizes(
  { title }: Growth,
  name: RequestName,
  { server, url, size }: Grown,
  base: Grown,
  bench: Bench,
): Promise<Figure> {
  // Why: the id of a product follows from its merchant and its code, and is the same in all sizes.
  const request = (await requestsFor(server))[name];
  const what = `${formatCount(size)} ${title}: ${TITLES[name]}`;
  bench.say(what);
  const pairs = await loadInPairs(
    { url, request },
    { url: base.url, request },
    bench.quick ? 2 : 15,
    bench,
  );
  const label = { what, target: TARGETS.growth.throughput };
  return compareLoads(label, `with ${formatCount(base.size)}`, pairs);
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
