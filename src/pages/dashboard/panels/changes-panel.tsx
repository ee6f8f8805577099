/** @jsxImportSource hono/jsx */
// What has changed the world, the newest first: by whom, when, and what it did.

import { TruncatedList, truncate } from "../truncated-list.tsx";
import type { ViewProps } from "../view.ts";
import { Time } from "./time.tsx";

export const ChangesPanel = ({ view }: ViewProps) => {
  const { dividers } = view.world.journal;
  const cut = truncate(view, dividers.toReversed(), ({ text, by }) => [text, by]);
  return (
    <TruncatedList
      view={view}
      cut={cut}
      things="changes"
      by="name or who made it"
      first="newest"
      empty="Nothing has changed this world yet."
      row={({ text, by, at, time, place }) => (
        <li data-key={`${at} ${place} ${text}`}>
          <div class="line">
            <Time iso={new Date(at).toISOString()} seconds />
            <span class="badge">{by}</span>
            <span class="end muted">
              world time <Time iso={time} />
            </span>
          </div>
          <p>{text}</p>
        </li>
      )}
    />
  );
};
