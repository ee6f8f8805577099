// `/llms.txt`: what the sandbox serves, as links for coding agents (llmstxt.org).
import { ENDPOINTS } from "../../../contract/endpoints.ts";
import type { PageEnv } from "../../layout/page-env.ts";
import { GUIDES } from "./guides.ts";

/** Formats `/llms.txt` for a world. */
export function formatLlms({ baseUrl, hostedUrl, commands = [] }: PageEnv): string {
  const link = (title: string, path: string, about: string) =>
    `- [${title}](${hostedUrl}${path})${about && `: ${about}`}`;
  const linkGuides = (wanted: boolean) =>
    GUIDES.filter(({ isOptional = false }) => isOptional === wanted).map(({ name, title }) =>
      link(title, `/docs/guide/${name}.md`, ""),
    );
  return [
    "# merchant-sandbox",
    "",
    "> A local mock server for the Sandbox Integration API. It serves the endpoints from YAML seeds, and its log says why each request failed. It moves no money.",
    "",
    `The base URL is ${baseUrl}. Each request sends a key of the seeds as \`Authorization: Bearer KEY\`.`,
    ...(commands.length === 0
      ? []
      : [
          `Tools for coding agents are at ${hostedUrl}/mcp (Model Context Protocol), or run \`merchant-sandbox mcp\`.`,
          ...["", "The program has these commands:", ""],
        ]),
    ...commands.map(({ name, summary }) => `- \`merchant-sandbox ${name}\`: ${summary}`),
    "",
    "## API",
    "",
    ...Object.values(ENDPOINTS).map(({ name, method, path, summary, scope = "any active key" }) =>
      link(`${method} ${path}`, `/docs#${name}`, `${summary} (${scope})`),
    ),
    link("Errors", "/docs/errors", "each error with its causes"),
    link("OpenAPI document", "/openapi.json", "all endpoints"),
    "",
    "## Control API",
    "",
    link("Calls", "/docs/control", "worlds, clocks, faults, keys, products, orders, requests"),
    link("OpenAPI document of the control API", "/_sandbox/openapi.json", "all calls"),
    "",
    "## Guide",
    "",
    ...linkGuides(false),
    "",
    "## Optional",
    "",
    ...linkGuides(true),
    "",
  ].join("\n");
}
