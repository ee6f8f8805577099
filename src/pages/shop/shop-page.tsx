/** @jsxImportSource hono/jsx */
// The layout of the pages for shoppers: the shop's name, a note that no money moves, and a separate panel for
// testers.
import type { Child } from "hono/jsx";
import type { Merchant } from "../../model/state.ts";
import { DEFAULT_WORLD } from "../../seeds/read/scenarios.ts";
import { Page } from "../layout/page.tsx";
import type { PageEnv } from "../layout/page-env.ts";

/** The path of the style sheet, relative to the root of the world. */
export const HOSTED_STYLE = "/assets/hosted.css";

interface ShopProps {
  readonly env: PageEnv;
  readonly title: string;
  /** Undefined on error pages. */
  readonly merchant?: Merchant | undefined;
  readonly script?: string;
  readonly children?: Child;
}

/** A page of a merchant's shop. */
export const ShopPage = ({ env, title, merchant, script, children }: ShopProps) => {
  const { root, world } = env;
  return (
    <Page
      root={root}
      {...(script && { script })}
      title={merchant ? `${title} · ${merchant.name}` : title}
      styles={[HOSTED_STYLE]}
    >
      <header class="sandbox">
        Sandbox: no money moves
        {world.name !== DEFAULT_WORLD && <span class="world">{world.name}</span>}
      </header>
      <main id="main" class="shop">
        {merchant && (
          <p class="merchant" dir="auto">
            {merchant.name}
          </p>
        )}
        {children}
      </main>
      <footer class="shop">
        <a href={`${root}/dashboard`}>Dashboard</a>
      </footer>
    </Page>
  );
};

/** A panel with details for testers, which shoppers can ignore. */
export const ForTesters = ({
  open,
  children,
}: {
  readonly open?: boolean;
  readonly children?: Child;
}) => (
  <details class="testers" open={open}>
    <summary>For testers</summary>
    {children}
  </details>
);
