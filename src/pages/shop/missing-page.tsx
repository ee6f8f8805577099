/** @jsxImportSource hono/jsx */
// Error pages: a sentence for shoppers, and the exact reason for testers.

import type { CatalogProduct } from "../../model/state.ts";
import { closestMatch } from "../../shared/closest-match.ts";
import { HOST_FIX } from "../../shared/hosts.ts";
import { MessagePage } from "../layout/page.tsx";
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

interface ErrorProps {
  readonly env: PageEnv;
}

/** The page for an unknown path, or a path in a world that does not exist. */
export const NotFoundPage = ({ env }: ErrorProps) => {
  const [, world] = /^\/w\/([^/]+)/.exec(env.path) ?? [];
  const near = world && closestMatch(world, env.worldNames().slice(0, MOST_COMPARED));
  return (
    <MessagePage env={env} title="Not found">
      {world ? "There is no world " : "No page at "}
      <code>{cut(world ?? env.path)}</code>.{" "}
      {near && (
        <>
          Did you mean{" "}
          <a href={`${env.root}/w/${near}${env.path.slice(`/w/${world}`.length)}`}>{near}</a>?{" "}
        </>
      )}
      <a href={`${env.root}/`}>Go to the start page</a>
    </MessagePage>
  );
};

/** The page for a request with an unknown host name. */
export const UnknownHostPage = ({ env, host }: ErrorProps & { readonly host: string }) => (
  <MessagePage env={env} title="Unknown host">
    <code>{cut(host)}</code> is not a name of this sandbox: {HOST_FIX}.
  </MessagePage>
);

/** The page for a method that a path does not support. */
export const WrongMethodPage = ({ env, allowed }: ErrorProps & { readonly allowed: string }) => (
  <MessagePage env={env} title="Method not allowed">
    <code>{cut(env.path)}</code> supports only {allowed}.
  </MessagePage>
);

function cut(path: string): string {
  return path.length > SHOWN_CHARACTERS ? `${path.slice(0, SHOWN_CHARACTERS)}…` : path;
}
