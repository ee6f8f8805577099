// What an open dashboard asks for again and again: whether the page has changed, and the log of requests.
import { shownPanel } from "./panels/panels.ts";
import { RequestsSection } from "./requests-section.tsx";
import type { View } from "./view.ts";

/** Names what the page shows beside the log: when the name changes, that has changed. */
export function markOf(view: View): string {
  const { name, mark } = shownPanel(view);
  const { revision, clock } = view.world;
  const clockMark = Object.values(clock.save()).join(" ");
  return [revision, clockMark, view.lastEdit().number, name, mark?.(view)].join("/");
}

/** How many requests of the last minutes were rejected, failed or dropped. */
export function countFailures({ world }: Pick<View, "world">): number {
  const { refused, failed, dropped } = world.journal.traffic();
  return [...refused, ...failed, ...dropped].reduce((sum, count) => sum + count, 0);
}

/** The beginning of the page's title, with the number of failures. */
export function titleWithFailures(view: View): string {
  const failures = countFailures(view);
  const isAboutRequests = view.panel === undefined && view.exchange === undefined;
  const { title } = isAboutRequests ? { title: "Requests" } : shownPanel(view);
  return `${failures > 0 ? `(${failures}) ` : ""}${title} of ${view.world.name}`;
}

/** What changed, for an open dashboard. */
export async function readChangeSignal(view: View) {
  return {
    mark: markOf(view),
    failures: countFailures(view),
    icon: `${view.root}${countFailures(view) > 0 ? "/dashboard/failing.svg" : "/assets/favicon.svg"}`,
    revision: view.world.journal.revision,
    requests: `${await RequestsSection({ view })}`,
  };
}
