/** @jsxImportSource hono/jsx */
// Pages for what does not exist: a sentence for shoppers, and the reason for testers.

import type { CatalogProduct } from "../../model/state.ts";
import { HOST_FIX } from "../../shared/hosts.ts";
import { ToolPage } from "../layout/page.tsx";
import type { PageEnv } from "../layout/page-env.ts";
import type { Missing } from "./find-product.ts";
import { ForTesters, ShopPage } from "./shop-page.tsx";

const SHOWN_LETTERS = 200;

interface MissingProps {
  readonly env: PageEnv;
  readonly title: string;
  readonly missing: Missing;
  /** Where the same page of a product is. */
  readonly pathOf: (root: string, product: CatalogProduct) => string;
}

/** The page for what is not sold, or was not bought. */
export const MissingPage = ({ env, title, missing: { why, mend, near }, pathOf }: MissingProps) => (
  <ShopPage env={env} title={title}>
    <div class="card">
      <h1>{title}</h1>
      <p>Please go back to the shop that sent you here.</p>
    </div>
    <ForTesters open>
      <p dir="auto">{why}</p>
      {near ? (
        <p>
          Did you mean <a href={pathOf(env.root, near)}>{near.publicCode}</a>?
        </p>
      ) : (
        <p>{mend}</p>
      )}
      <p>
        <a href={`${env.root}/`}>What is sold in the world {env.world.name}</a>
      </p>
    </ForTesters>
  </ShopPage>
);

/** The page for a path at which nothing answers. */
export const NotFoundPage = ({ env }: { readonly env: PageEnv }) => (
  <ToolPage env={env} title="Not found">
    <h1>Not found</h1>
    <p>
      Nothing answers at <code>{cut(env.path)}</code>. <a href={`${env.root}/`}>To the index</a>
    </p>
  </ToolPage>
);

/** The page for a host that is not a name of the sandbox. */
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
      <code>{cut(host)}</code> is not a name of this sandbox; {HOST_FIX}.
    </p>
  </ToolPage>
);

/** The page for a method that a path does not answer. */
export const WrongMethodPage = ({
  env,
  allowed,
}: {
  readonly env: PageEnv;
  readonly allowed: string;
}) => (
  <ToolPage env={env} title="Wrong method">
    <h1>Wrong method</h1>
    <p>
      <code>{cut(env.path)}</code> answers {allowed} alone.
    </p>
  </ToolPage>
);

function cut(path: string): string {
  return path.length > SHOWN_LETTERS ? `${path.slice(0, SHOWN_LETTERS)}…` : path;
}
