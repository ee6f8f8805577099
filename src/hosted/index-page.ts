// The page at the hosted address' root, and the one for everything that is not there.
import { html } from "hono/html";
import { ENDPOINTS } from "../contract/endpoints.ts";

/** What the pages tell of the sandbox that serves them. */
export interface HostedEnv {
  readonly version: string;
  readonly world: string;
  readonly worlds: readonly string[];
  readonly baseUrl: string;
  readonly hostedUrl: string;
  /** The path without the world's prefix. */
  readonly path: string;
}

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem; overflow-wrap: anywhere; }
  h1 { font-size: 1.4rem; } h2 { font-size: 1rem; margin-top: 2rem; }
  code { font: 0.9em/1.5 ui-monospace, monospace; }
  ul { padding-left: 1.2rem; }
`;

/** The index page of a world: where its API is, and which other worlds there are. */
export const indexPage = ({ version, world, worlds, baseUrl, hostedUrl }: HostedEnv) =>
  page(
    "merchant-sandbox",
    html`<p>A local stand-in for the Sandbox Integration API, version ${version}. This is the hosted
        address of the world <strong>${world}</strong>. The API answers elsewhere:</p>
      <ul>${Object.values(ENDPOINTS).map(
        ({ method, path }) => html`<li><code>${method} ${baseUrl}${path}</code></li>`,
      )}</ul>
      <h2>Worlds</h2>
      <ul>${worlds.map((name) => html`<li>${name}</li>`)}</ul>
      <h2>For tools</h2>
      <p><a href="${hostedUrl}/_sandbox/health">Health</a></p>`,
  );

/** The page for a path at which nothing answers. */
export const notFoundPage = ({ path, hostedUrl }: HostedEnv) =>
  page(
    "Not found",
    html`<p>Nothing answers at <code>${path}</code>. <a href="${hostedUrl}/">To the index</a></p>`,
  );

const page = (title: string, body: unknown) =>
  html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>${body}</main></body>
</html>`;
