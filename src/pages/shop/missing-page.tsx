/** @jsxImportSource hono/jsx */
// Error pages: a sentence for shoppers, and the exact reason for testers.

import type { CatalogProduct } from "../../model/state.ts";
import { closestMatch } from "../../shared/closest-match.ts";
import { HOST_FIX } from "../../shared/hosts.ts";
import { ToolPage } from "../layout/page.tsx";
import type { PageEnv } from "../layout/page-env.ts";
import type { Missing } from "./find-product.ts";
import { ForTesters, ShopPage } from "./shop-page.tsx";

const SHOWN_CHARACTERS = 200;
// Why: tests may have made thousands of worlds.
const MOST_COMPARED = 1_000;

interface MissingProps {
  readonly env: PageEnv;
  readonly title: string;
  readonly missing: Missing;
  /** The path of the same page for another product. */
  readonly pathOf: (root: string, product: CatalogProduct) => string;
}

/** The page for a product that is not available, or a receipt that does not exist. */
export const MissingPage = ({
  env,
  title,
  missing: { why, fix, similar },
  pathOf,
}: MissingProps) => (
  <ShopPage env={env} title={title}>
    <div class="card">
      <h1>{title}</h1>
      <p>Please go back to the shop that sent you here.</p>
    </div>
    <ForTesters open>
      <p dir="auto">{why}</p>
      {similar ? (
        <p>
          Did you mean <a href={pathOf(env.root, similar)}>{similar.publicCode}</a>?
        </p>
      ) : (
        <p>{fix}</p>
      )}
      <p>
        <a href={`${env.root}/`}>Products of the world {env.world.name}</a>
      </p>
    </ForTesters>
  </ShopPage>
);

/** The page for an unknown path, or a path in a world that does not exist. */
export const NotFoundPage = ({ env }: { readonly env: PageEnv }) => {
  const [, world] = /^\/w\/([^/]+)/.exec(env.path) ?? [];
  const near = world && closestMatch(world, env.worldNames().slice(0, MOST_COMPARED));
  return (
    <ToolPage env={env} title="Not found">
      <h1>Not found</h1>
      <p>
        {world ? (
          <>
            There is no world <code>{cut(world)}</code>.
          </>
        ) : (
          <>
            No page at <code>{cut(env.path)}</code>.
          </>
        )}{" "}
        {near && (
          <>
            Did you mean{" "}
            <a href={`${env.root}/w/${near}${env.path.slice(`/w/${world}`.length)}`}>{near}</a>?{" "}
          </>
        )}
        <a href={`${env.root}/`}>Go to the start page</a>
      </p>
    </ToolPage>
  );
};

/** The page for a request with an unknown host name. */
export const UnknownHostPage = ({
  env,
  host,
}: {
  readonly env: PageEnv;
  readonly host: string;
}) => (
  <ToolPage env={env} title="Unknown host">
    <h1>Unknown host</h1>
    <p>
      <code>{cut(host)}</code> is not a name of this sandbox: {HOST_FIX}.
    </p>
  </ToolPage>
);

/** The page for a method that a path does not support. */
export const WrongMethodPage = ({
  env,
  allowed,
}: {
  readonly env: PageEnv;
  readonly allowed: string;
}) => (
  <ToolPage env={env} title="Method not allowed">
    <h1>Method not allowed</h1>
    <p>
      <code>{cut(env.path)}</code> supports only {allowed}.
    </p>
  </ToolPage>
);

function cut(path: string): string {
  return path.length > SHOWN_CHARACTERS ? `${path.slice(0, SHOWN_CHARACTERS)}…` : path;
}
