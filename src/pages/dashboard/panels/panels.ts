// The panels of the dashboard, in the order of their tabs. A new panel is a file beside this one and an entry here.
import type { View, ViewProps } from "../view.ts";
import { ChangesPanel } from "./changes-panel.tsx";
import { FaultsPanel } from "./faults-panel.tsx";
import { KeysPanel } from "./keys-panel.tsx";
import { OrdersPanel } from "./orders-panel.tsx";
import { ProductsPanel } from "./products-panel.tsx";
import { markOfGauges, RateLimitPanel } from "./rate-limit-panel.tsx";
import { RequestPanel } from "./request-panel.tsx";
import { WorldsPanel } from "./worlds-panel.tsx";

interface Panel {
  readonly title: string;
  readonly Panel: (props: ViewProps) => ReturnType<typeof KeysPanel>;
  /** How many entries there are, for the tab. */
  readonly count?: (view: View) => number;
  /** Names what the panel shows beside the world's own state, which has a revision. */
  readonly mark?: (view: View) => string;
}

const KEYS: Panel = {
  title: "Keys",
  Panel: KeysPanel,
  count: ({ world }) => world.state.keys.size,
};

/** The panels by their paths under `/dashboard/`. */
export const PANELS: Readonly<Record<string, Panel>> = {
  keys: KEYS,
  products: {
    title: "Products",
    Panel: ProductsPanel,
    count: ({ world }) => world.state.products.size,
  },
  orders: { title: "Orders", Panel: OrdersPanel, count: ({ world }) => world.state.orderCount },
  faults: {
    title: "Faults",
    Panel: FaultsPanel,
    count: ({ world }) => world.state.faults.length,
    mark: ({ world }) =>
      world.faults
        .list()
        .map(({ hits }) => hits)
        .join(" "),
  },
  "rate-limit": { title: "Rate limits", Panel: RateLimitPanel, mark: markOfGauges },
  changes: {
    title: "Changes",
    Panel: ChangesPanel,
    mark: ({ world }) => `${world.journal.dividers.at(-1)?.at}`,
  },
  worlds: {
    title: "Worlds",
    Panel: WorldsPanel,
    mark: ({ worldNames }) => `${worldNames().length}`,
  },
};

/** The panel that is shown next to the requests, with its name: a request, the one of the view, or the keys. */
export function shownPanel({
  panel = "keys",
  exchange,
}: Pick<View, "panel" | "exchange">): Panel & { name: string } {
  if (exchange === undefined) return { name: panel, ...(PANELS[panel] ?? KEYS) };
  return {
    name: `requests/${exchange.id}`,
    title: "Request",
    Panel: ({ view }) => RequestPanel({ view, exchange }),
    mark: () => `${exchange.ended}`,
  };
}
