/** @jsxImportSource hono/jsx */
// Lists that show their first entries, and a search box for the others.
import type { Child } from "hono/jsx";
import { MORE, type Query, queryWith, type ViewProps } from "./view.ts";

/** The beginning of a list, and how many there are in all. */
export interface Truncated<Item> {
  readonly shown: readonly Item[];
  readonly total: number;
}

/** Keeps the items with a text that contains what is searched for, and shows the first of them. */
export function truncate<Item>(
  { find, show }: Pick<Query, "find" | "show">,
  items: Iterable<Item>,
  textsOf: (item: Item) => readonly (string | undefined)[],
): Truncated<Item> {
  const shown: Item[] = [];
  let total = 0;
  for (const item of items) {
    if (find !== "" && !holds(textsOf(item), find)) continue;
    if (total++ < show) shown.push(item);
  }
  return { shown, total };
}

/** Puts what was made by hand first, the newest of it first, and then what is of the seeds. */
export function madeFirst<Item>(
  items: Iterable<Item>,
  isSeeded: (item: Item) => boolean,
): readonly Item[] {
  const all = [...items];
  return [...all.filter((item) => !isSeeded(item)).toReversed(), ...all.filter(isSeeded)];
}

/** Whether a text contains what is searched for, which is in lower case. */
export function holds(texts: readonly (string | undefined)[], find: string): boolean {
  return texts.some((text) => text?.toLowerCase().includes(find));
}

/** Writes a count as people read it, like 20 000. */
export function formatThousands(count: number): string {
  return `${count}`.replace(/\B(?=(?:\d{3})+$)/g, "\u00a0");
}

interface TruncatedListProps<Item> extends ViewProps {
  readonly cut: Truncated<Item>;
  /** What is listed, in the plural. */
  readonly things: string;
  /** What of them can be searched for. */
  readonly by: string;
  readonly first?: "first" | "newest";
  /** What to do where there are none. */
  readonly empty: Child;
  readonly row: (item: Item) => Child;
}

/** A list with its box to search in, and how much of it is shown. */
export const TruncatedList = <Item,>({
  view,
  cut,
  things,
  by,
  first = "first",
  ...rest
}: TruncatedListProps<Item>) => {
  const { shown, total } = cut;
  const among = view.find === "" ? things : `${things} with “${view.find}”`;
  return (
    <>
      <search aria-label={`Find ${things}`}>
        <form method="get" class="find" autocomplete="off">
          <input
            type="search"
            name="find"
            value={view.find}
            placeholder={`Find by ${by}`}
            aria-label={`Find ${things} by ${by}`}
          />
        </form>
      </search>
      {total > shown.length && (
        <p class="muted">
          The {first} {formatThousands(shown.length)} of {formatThousands(total)} {among}.
        </p>
      )}
      {total === 0 && view.find !== "" && <p class="muted">There are no {among}.</p>}
      {total === 0 && view.find === "" && <p class="muted">{rest.empty}</p>}
      {total > 0 && <ul class="list">{shown.map(rest.row)}</ul>}
      {total > shown.length && (
        <p>
          <a class="button small" href={queryWith(view, { show: view.show + MORE })} data-go>
            Show more {things}
          </a>
        </p>
      )}
    </>
  );
};
