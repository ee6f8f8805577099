/** @jsxImportSource hono/jsx */
// The page: the world on top, the requests on the left, one panel on the right. A phone shows the requests or
// the panel.
import { ToolPage } from "../layout/page.tsx";
import { markOf } from "./change-signal.ts";
import { PANELS, shownPanel } from "./panels/panels.ts";
import { RequestsSection } from "./requests-section.tsx";
import { formatThousands } from "./truncated-list.tsx";
import { dashboardOf, type View } from "./view.ts";
import { Mistakes, WorldBar } from "./world-bar.tsx";

interface PageProps {
  readonly view: View;
}

export const DashboardPage = ({ view }: PageProps) => {
  const { panel, world, root } = view;
  const { name, title, Panel } = shownPanel(view);
  return (
    <ToolPage
      env={view}
      title={`${panel === undefined ? "Requests" : title} of ${world.name} · Dashboard`}
      current="Dashboard"
      styles={["/dashboard/dashboard.css"]}
      script="/dashboard/dashboard.client.js"
    >
      <div
        id="dashboard"
        class={panel === undefined ? "about-requests" : "about-panel"}
        spellcheck={false}
        data-control={`${root}/_sandbox/worlds/${world.name}/`}
        data-here={dashboardOf(view)}
        data-panel={name}
        data-mark={markOf(view)}
        data-era={world.journal.era}
      >
        <NoScript view={view} />
        <Mistakes view={view} />
        <WorldBar view={view} />
        <Tabs view={view} />
        <div class="columns">
          <RequestsSection view={view} />
          <section class="panel" data-key={name} aria-labelledby="panel-title">
            <h2 id="panel-title" tabindex={-1}>
              {title}
            </h2>
            <Panel view={view} />
          </section>
        </div>
      </div>
      <Question />
      <p id="said" role="status" />
    </ToolPage>
  );
};

const Tabs = ({ view }: PageProps) => (
  <nav class="tabs" aria-label="Panels">
    <a
      class="narrow"
      href={dashboardOf(view)}
      aria-current={view.panel === undefined ? "page" : undefined}
    >
      Requests
    </a>
    {Object.entries(PANELS).map(([name, { title, count }]) => (
      <a
        href={`${dashboardOf(view)}/${name}`}
        class={name === shownPanel(view).name ? "shown" : undefined}
        aria-current={name === view.panel ? "page" : undefined}
      >
        {title}
        {count && <span class="muted"> {formatThousands(count(view))}</span>}
      </a>
    ))}
  </nav>
);

const NoScript = ({ view: { root, world } }: PageProps) => (
  <noscript data-own>
    <p class="notice warn">
      Without JavaScript this page shows what is true as it loads, and changes nothing. The requests
      are at <a href={`${root}/_sandbox/worlds/${world.name}/requests`}>the control API</a>.
    </p>
  </noscript>
);

/** What is asked before something that can't be taken back. */
const Question = () => (
  <dialog id="question" aria-labelledby="question-text">
    <form method="dialog">
      <p id="question-text" />
      <div class="line">
        <button type="submit" value="">
          Cancel
        </button>
        <button type="submit" value="yes" class="danger" />
      </div>
    </form>
  </dialog>
);
