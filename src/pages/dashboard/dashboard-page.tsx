/** @jsxImportSource hono/jsx */
// The page: the world above, the requests on the left, one panel on the right. On a phone it is either the
// requests or the panel.
import { ToolPage } from "../layout/page.tsx";
import { markOf } from "./change-signal.ts";
import { FaultsPanel } from "./panels/faults-panel.tsx";
import { KeysPanel } from "./panels/keys-panel.tsx";
import { OrdersPanel } from "./panels/orders-panel.tsx";
import { ProductsPanel } from "./panels/products-panel.tsx";
import { RateLimitPanel } from "./panels/rate-limit-panel.tsx";
import { WorldsPanel } from "./panels/worlds-panel.tsx";
import { RequestsSection } from "./requests-section.tsx";
import { formatThousands } from "./truncated-list.tsx";
import { dashboardOf, PANEL_NAMES, type PanelName, shownPanel, type View } from "./view.ts";
import { Mistakes, WorldBar } from "./world-bar.tsx";

interface PageProps {
  readonly view: View;
}

interface Panel {
  readonly title: string;
  readonly Panel: (props: PageProps) => ReturnType<typeof KeysPanel>;
  readonly count?: (view: View) => number;
}

const PANELS: Readonly<Record<PanelName, Panel>> = {
  keys: { title: "Keys", Panel: KeysPanel, count: ({ world }) => world.state.keys.size },
  products: {
    title: "Products",
    Panel: ProductsPanel,
    count: ({ world }) => world.state.products.size,
  },
  orders: { title: "Orders", Panel: OrdersPanel, count: ({ world }) => world.state.orderCount },
  faults: { title: "Faults", Panel: FaultsPanel, count: ({ world }) => world.state.faults.length },
  "rate-limit": { title: "Rate limits", Panel: RateLimitPanel },
  worlds: { title: "Worlds", Panel: WorldsPanel },
};

export const DashboardPage = ({ view }: PageProps) => {
  const { panel, world, root } = view;
  const { title, Panel } = PANELS[shownPanel(view)];
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
        data-panel={shownPanel(view)}
        data-mark={markOf(view)}
        data-era={world.journal.era}
      >
        <NoScript view={view} />
        <Mistakes view={view} />
        <WorldBar view={view} />
        <Tabs view={view} />
        <div class="columns">
          <RequestsSection view={view} />
          <section class="panel" data-key={shownPanel(view)} aria-labelledby="panel-title">
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
    {PANEL_NAMES.map((name) => {
      const { title, count } = PANELS[name];
      return (
        <a
          href={`${dashboardOf(view)}/${name}`}
          class={name === shownPanel(view) ? "shown" : undefined}
          aria-current={name === view.panel ? "page" : undefined}
        >
          {title}
          {count && <span class="muted"> {formatThousands(count(view))}</span>}
        </a>
      );
    })}
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
