/** @jsxImportSource hono/jsx */
// The page at the hosted address' root, and the one for everything that is not there.
import { ENDPOINTS } from "../contract/endpoints.ts";
import { ToolPage } from "../page/page.tsx";
import type { PageEnv } from "../page/page-env.ts";

const SHOWN_WORLDS = 50;

/** The index page of a world: where its API is, and which other worlds there are. */
export const IndexPage = ({ env }: { readonly env: PageEnv }) => {
  const worlds = env.worldNames();
  return (
    <ToolPage env={env} title="Sandbox">
      <h1>A local Sandbox Integration API</h1>
      <p>
        merchant-sandbox {env.version}. This is the hosted address of the world{" "}
        <strong>{env.world.name}</strong>. The API answers elsewhere:
      </p>
      <ul>
        {Object.values(ENDPOINTS).map(({ method, path }) => (
          <li>
            <code>{`${method} ${env.baseUrl}${path}`}</code>
          </li>
        ))}
      </ul>
      <h2>Worlds</h2>
      <ul>
        {worlds.slice(0, SHOWN_WORLDS).map((name) => (
          <li>{name}</li>
        ))}
        {worlds.length > SHOWN_WORLDS && <li>and {worlds.length - SHOWN_WORLDS} more</li>}
      </ul>
      <h2>For tools</h2>
      <p>
        <a href={`${env.root}/_sandbox/health`}>Health</a>,{" "}
        <a href={`${env.root}/openapi.json`}>the API as an OpenAPI document</a>
      </p>
    </ToolPage>
  );
};

/** The page for a path at which nothing answers. */
export const NotFoundPage = ({ env }: { readonly env: PageEnv }) => (
  <ToolPage env={env} title="Not found">
    <h1>Not found</h1>
    <p>
      Nothing answers at <code>{env.path}</code>. <a href={`${env.root}/`}>To the index</a>
    </p>
  </ToolPage>
);
