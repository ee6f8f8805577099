// What an open dashboard polls every two seconds: whether the page has changed, and what no stream of requests
// carries.
import { shownPanel } from "./panels/panels.ts";
import type { View } from "./view.ts";

const MOST_WAITING = 50;

/** Names what the page shows: when the name changes, the page has changed. */
export function markOf(view: View): string {
  const { name, mark } = shownPanel(view);
  return [view.world.revision, view.lastEdit().number, name, mark?.(view)].join("/");
}

/** What changed, for an open dashboard. */
export function readChangeSignal(view: View) {
  const { journal, clock } = view.world;
  return {
    mark: markOf(view),
    era: journal.era,
    now: view.now,
    frozen: clock.frozen,
    waiting: journal.unanswered().slice(-MOST_WAITING),
    traffic: journal.traffic(),
  };
}
