// What an open dashboard asks for every other second: little, and cheap to tell. It says whether the page
// would look otherwise by now, and what of the requests no stream tells.
import { markOfGauges } from "./panels/rate-limit-panel.tsx";
import { shownPanel, type View } from "./view.ts";

const MOST_WAITING = 50;

/** Names what the page shows: where the name is another, so is the page. */
export function markOf(view: View): string {
  const { world, lastEdit, worldNames } = view;
  const shown = shownPanel(view);
  const hits = shown === "faults" ? world.faults.list().map((fault) => fault.hits) : [];
  const gauges = shown === "rate-limit" ? markOfGauges(view) : "";
  const worlds = shown === "worlds" ? worldNames().length : 0;
  return [world.revision, lastEdit().number, worlds, hits.join(" "), gauges].join("/");
}

/** Tells what is new. */
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
