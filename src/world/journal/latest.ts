// The log of a world as people read it: the last requests first, and between them what has happened to the world.
import type { Divider, History } from "./dividers.ts";
import type { Exchange } from "./exchange.ts";
import { predicateOf, type RequestFilter } from "./filter.ts";
import type { JournalEntry } from "./record.ts";

/** The last requests that were answered, the last first. */
export interface Latest {
  readonly entries: readonly JournalEntry[];
  /** Each with the number of entries that are newer than it. */
  readonly dividers: readonly { readonly divider: Divider; readonly after: number }[];
  /** How many fit, of how many that are remembered. */
  readonly fitting: number;
  readonly all: number;
}

/** Reads the last requests that were answered, and that fit. */
export function readLatest(
  { exchanges, dividers }: History,
  limit: number,
  filter: RequestFilter,
  format: (exchanges: readonly Exchange[]) => JournalEntry[],
): Latest {
  const all = exchanges.filter(({ place }) => place > 0).toSorted((a, b) => b.place - a.place);
  const fits = predicateOf(filter);
  // Why: without a filter only what is shown is formatted.
  const entries = format(fits ? all : all.slice(0, limit));
  const found = fits ? entries.filter(fits) : entries;
  const shown = found.slice(0, limit);
  const fitting = fits ? found.length : all.length;
  const places = new Map(all.map(({ id, place }) => [id, place]));
  return {
    entries: shown,
    dividers: dividers.toReversed().flatMap((divider) => {
      const after = shown.findIndex(({ id }) => (places.get(id) ?? 0) <= divider.place);
      if (after !== -1) return [{ divider, after }];
      // Why: what is older than all that is shown comes with "Show more".
      return fitting > limit ? [] : [{ divider, after: shown.length }];
    }),
    fitting,
    all: all.length,
  };
}
