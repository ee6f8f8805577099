/** @jsxImportSource hono/jsx */
// The chart of the last minutes: how many requests came, and how they were answered.
import { OUTCOMES, type Outcome, type Traffic, timeOfSpan } from "../../world/journal/traffic.ts";
import { formatThousands } from "./truncated-list.tsx";
import { linkTo, type ViewProps } from "./view.ts";

const HEIGHT = 12;
// Why: a single request must not look like a rush.
const LEAST_PEAK = 5;
// Why: no more are remembered, so that there may have been others.
const KEPT = 1_000;

const LABELS: Readonly<Record<Outcome, { readonly label: string; readonly q: string }>> = {
  ok: { label: "2xx", q: "status:2xx" },
  refused: { label: "4xx", q: "status:4xx" },
  failed: { label: "5xx", q: "status:5xx" },
  dropped: { label: "dropped", q: "status:dropped" },
};

export const TrafficChart = ({ view }: ViewProps) => {
  const traffic = view.world.journal.traffic();
  const spans = traffic.ok.map((_, span) => OUTCOMES.map((name) => traffic[name][span] ?? 0));
  const sums = OUTCOMES.map((name) => ({ name, count: sum(traffic[name]) }));
  const peak = Math.max(LEAST_PEAK, ...spans.map(sum));
  const title =
    sum(sums.map(({ count }) => count)) < KEPT ? "Last 5 minutes" : "The last 1 000 requests";
  const text = sums.map(({ name, count }) => `${LABELS[name].label} ${count}`).join(", ");
  return (
    <figure id="chart">
      {/* biome-ignore lint/a11y/useSemanticElements: SVG has no fieldset. */}
      <svg
        viewBox={`0 0 ${spans.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="group"
        aria-label={`${title}: ${text}`}
      >
        {spans.map((counts, span) =>
          sum(counts) === 0 ? null : (
            <a
              href={linkTo(view, "", { q: `at:${timeOf(traffic, span)}` })}
              tabindex={-1}
              aria-label={describeSpan(traffic, span, counts)}
              data-go
            >
              <title>{describeSpan(traffic, span, counts)}</title>
              <rect x={span} width={1} height={HEIGHT} class="span" />
              {barsOf(counts, HEIGHT / peak).map(({ name, ...bar }) => (
                <rect class={name} x={span + 0.1} width={0.8} {...bar} />
              ))}
            </a>
          ),
        )}
      </svg>
      <figcaption class="line muted">
        <span>−5 min</span>
        <span class="legend line">
          {sums.map(({ name, count }) => (
            <a href={linkTo(view, "", { q: LABELS[name].q })} data-go>
              <span class={`dot ${name}`} /> {LABELS[name].label} {formatThousands(count)}
            </a>
          ))}
        </span>
        <span>now, peak {peak === LEAST_PEAK ? Math.max(...spans.map(sum)) : peak} in 5 s</span>
      </figcaption>
    </figure>
  );
};

/** The bars of one span, one on top of the other. */
function barsOf(counts: readonly number[], scale: number) {
  let top = HEIGHT;
  return OUTCOMES.flatMap((name, index) => {
    const height = (counts[index] ?? 0) * scale;
    top -= height;
    return height === 0 ? [] : [{ name, y: round(top), height: round(height) }];
  });
}

const timeOf = ({ start, spanMs }: Traffic, span: number) => timeOfSpan(start + span * spanMs);

function describeSpan(traffic: Traffic, span: number, counts: readonly number[]): string {
  const counted = OUTCOMES.map((name, index) => `${LABELS[name].label} ${counts[index]}`);
  return `${timeOf(traffic, span)} to ${timeOf(traffic, span + 1)} UTC: ${counted.join(", ")}`;
}

const sum = (counts: readonly number[]) => counts.reduce((all, more) => all + more, 0);
const round = (value: number) => Math.round(value * 1_000) / 1_000;
