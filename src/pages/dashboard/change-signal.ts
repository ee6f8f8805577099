// What an open dashboard asks for again and again: whether the page has changed, and the log of requests.
import { shownPanel } from "./panels/panels.ts";
import { RequestsSection } from "./requests-section.tsx";
import type { View } from "./view.ts";

/** Names what the page shows beside the log: when the name changes, that has changed. */
export function markOf(view: View): string {
  const { name, mark } = shownPanel(view);
  return [view.world.revision, view.lastEdit().number, name, mark?.(view)].join("/");
}

/** What changed, for an open dashboard. */
export async function readChangeSignal(view: View) {
  const { journal, clock } = view.world;
  return {
    mark: markOf(view),
    now: view.now,
    frozen: clock.frozen,
    revision: journal.revision,
    requests: `${await RequestsSection({ view })}`,
  };
}
