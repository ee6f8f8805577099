// The log of a world for people: the newest requests first, and between them the changes of the world.
import type { Divider, History } from "./dividers.ts";
import type { JournalEntry } from "./entry.ts";
import type { Exchange } from "./exchange.ts";
import { predicateOf, type RequestFilter } from "./filter.ts";

/** The last requests with a response, the newest first. */
export interface Latest {
  readonly entries: readonly JournalEntry[];
  /** Each with the number of newer entries. */
  readonly dividers: readonly { readonly divider: Divider; readonly after: number }[];
  /** How many requests match, and how many are stored. */
  readonly fitting: number;
  readonly all: number;
}

/** Reads the last requests with a response that match a filter. */
export function readLatest(
  { exchanges, dividers }: Pick<History, "exchanges" | "dividers">,
  limit: number,
  filter: RequestFilter,
  format: (exchanges: readonly Exchange[]) => JournalEntry[],
): Latest {
  const all = exchanges.filter(({ place }) => place > 0).toSorted((a, b) => b.place - a.place);
  const fits = predicateOf(filter);
  // Why: without a filter, only the shown requests are formatted.
  const entries = format(fits ? all : all.slice(0, limit));
  const found = fits ? entries.filter((entry, n) => fits(entry, all[n])) : entries;
  const shown = found.slice(0, limit);
  const fitting = fits ? found.length : all.length;
  const places = new Map(all.map(({ id, place }) => [id, place]));
  return {
    entries: shown,
    dividers: dividers.toReversed().flatMap((divider) => {
      const after = shown.findIndex(({ id }) => (places.get(id) ?? 0) <= divider.place);
      if (after !== -1) return [{ divider, after }];
      // Why: "Show more" shows the older ones.
      return fitting > limit ? [] : [{ divider, after: shown.length }];
    }),
    fitting,
    all: all.length,
  };
}
