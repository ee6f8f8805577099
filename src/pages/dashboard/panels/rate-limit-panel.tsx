/** @jsxImportSource hono/jsx */
// The token buckets of a world's keys, as gauges.
import type { Key } from "../../../model/state.ts";
import type { BucketState } from "../../../world/rate-limit.ts";
import { Action } from "../action.tsx";
import { type Truncated, TruncatedList, truncate } from "../truncated-list.tsx";
import type { View, ViewProps } from "../view.ts";

export const RateLimitPanel = ({ view }: ViewProps) => {
  const { rateLimit } = view.world.settings;
  const cut = shownKeys(view);
  return (
    <>
      <p class="muted">
        {rateLimit === "off"
          ? "Keys have no limit, except limits of their own."
          : `Each key may send ${rateLimit.capacity} requests at once, and gets ${rateLimit.refillPerSecond} back per second, unless it has a limit of its own.`}
      </p>
      <div class="line">
        <Action
          method="PUT"
          path="rate-limit"
          body={{ tokens: 0 }}
          done="All buckets are empty: the next request of every key gets 429."
          button="Empty all"
          label="Empty all buckets"
        />
        <Action
          method="PUT"
          path="rate-limit"
          body={{ tokens: Number.MAX_SAFE_INTEGER }}
          done="All buckets are full."
          button="Fill all"
          label="Fill all buckets"
        />
      </div>
      <TruncatedList
        view={view}
        cut={cut}
        things="keys"
        by="key or merchant"
        empty="No key yet."
        row={(key) => <BucketRow of={key} bucket={view.world.rateLimiter.look(key)} />}
      />
    </>
  );
};

type GaugesView = Pick<View, "world" | "find" | "show">;

/** Names what the gauges of a panel show: when the name changes, they show something else. */
export function markOfGauges(view: GaugesView): string {
  const { rateLimiter } = view.world;
  return shownKeys(view)
    .shown.map((key) => formatTokens(rateLimiter.look(key)?.tokens ?? 0))
    .join(" ");
}

function shownKeys(view: GaugesView): Truncated<Key> {
  return truncate(view, view.world.state.keys.values(), ({ key, merchant }) => [
    key,
    merchant.slug,
  ]);
}

interface RowProps {
  readonly of: Key;
  readonly bucket: BucketState | undefined;
}

const BucketRow = ({ of: { key, merchant }, bucket }: RowProps) => (
  <li data-key={key} tabindex={-1}>
    <div class="line">
      <code>{key}</code>
      <span class="muted end">{merchant.slug}</span>
    </div>
    {bucket === undefined ? <p class="muted">no limit</p> : <Gauge of={key} bucket={bucket} />}
  </li>
);

interface GaugeProps {
  readonly of: string;
  readonly bucket: BucketState;
}

const Gauge = ({ of, bucket: { limit, tokens } }: GaugeProps) => (
  <div class="line">
    <meter
      min={0}
      max={limit.capacity}
      value={formatTokens(tokens)}
      aria-label={`Tokens of ${of}`}
    />
    <span class="number">
      {formatTokens(tokens)} of {limit.capacity}
    </span>
    <span class="muted">{limit.refillPerSecond} a second</span>
    <div class="end line">
      <Action
        method="PUT"
        path="rate-limit"
        body={{ key: of, tokens: 0 }}
        done={`The bucket of ${of} is empty: its next request gets 429.`}
        button="Empty"
        label={`Empty the bucket of ${of}`}
      />
      <Action
        method="PUT"
        path="rate-limit"
        body={{ key: of, tokens: limit.capacity }}
        done={`The bucket of ${of} is full.`}
        button="Fill"
        label={`Fill the bucket of ${of}`}
      />
    </div>
  </div>
);

// Why: tenths, downwards, so that a bucket which is not full is never shown to be.
const formatTokens = (tokens: number) => `${Math.floor(tokens * 10) / 10}`;
