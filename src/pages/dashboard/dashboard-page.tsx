/** @jsxImportSource hono/jsx */
// The page: the world on top, the requests on the left, one panel on the right. A phone shows the requests or
// the panel.
import { ToolPage } from "../layout/page.tsx";
import { countFailures, markOf, titleWithFailures } from "./change-signal.ts";
import { Dialogs } from "./dialogs.tsx";
import { PANELS, shownPanel } from "./panels/panels.ts";
import { RequestsSection } from "./requests-section.tsx";
import { formatThousands } from "./truncated-list.tsx";
import { dashboardOf, linkTo, type ViewProps } from "./view.ts";
import { Mistakes, WorldBar } from "./world-bar.tsx";
import { WorldSwitcher } from "./world-switcher.tsx";

export const DashboardPage = ({ view }: ViewProps) => {
  const { panel, exchange, world, root } = view;
  const isAboutRequests = panel === undefined && exchange === undefined;
  const { name, title, Panel } = shownPanel(view);
  return (
    <ToolPage
      env={view}
      title={`${titleWithFailures(view)} · Dashboard`}
      icon={countFailures(view) > 0 ? "/dashboard/failing.svg" : undefined}
      switcher={<WorldSwitcher view={view} />}
      current="Dashboard"
      styles={["/dashboard/dashboard.css"]}
      script="/dashboard/dashboard.client.js"
    >
      <div
        id="dashboard"
        class={`${isAboutRequests ? "about-requests" : "about-panel"}${view.with === "" ? "" : " comparing"}`}
        spellcheck={false}
        data-control={`${root}/_sandbox/worlds/${world.name}/`}
        data-here={dashboardOf(view)}
        data-panel={name}
        data-mark={markOf(view)}
      >
        <NoScript />
        <p id="away" class="notice bad" role="alert" data-own hidden />
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
      <Dialogs />
      <p id="message" role="status" />
    </ToolPage>
  );
};

const Tabs = ({ view }: ViewProps) => (
  <nav class="tabs" aria-label="Panels">
    <a
      class="narrow"
      href={linkTo(view, "")}
      aria-current={view.panel === undefined && !view.exchange ? "page" : undefined}
      data-go
    >
      Requests
    </a>
    {Object.entries(PANELS).map(([name, { title, count }]) => (
      <a
        href={linkTo(view, `/${name}`)}
        data-go
        class={name === shownPanel(view).name ? "shown" : undefined}
        aria-current={name === view.panel ? "page" : undefined}
      >
        {title}
        {count && <span class="muted"> {formatThousands(count(view))}</span>}
      </a>
    ))}
  </nav>
);

const NoScript = () => (
  <noscript data-own>
    <p class="notice warn">
      Without JavaScript this page shows the state of the world when it was loaded, and cannot
      change it. Reload it for new requests.
    </p>
  </noscript>
);
