// What the search of the docs finds: each endpoint, error, operation, schema and heading of the guide.
import { ENDPOINTS } from "../../../contract/endpoints.ts";
import type { ControlDocument } from "../../../contract/openapi/control-document.ts";
import type { PageEnv } from "../../layout/page-env.ts";
import { listCalls } from "../calls.ts";
import { pathOfCall } from "../control-page.tsx";
import { listErrors } from "../errors/errors-page.tsx";
import { COMMON, START } from "../guide.tsx";
import { GUIDES } from "../guides/guides.ts";
import { anchorOf } from "../guides/render.tsx";
import { findByWords, listSections } from "../guides/sections.ts";

/** A place in the docs. */
export interface SearchEntry {
  readonly title: string;
  /** The page that it is on. */
  readonly page: string;
  /** Its path, relative to the root of the world. */
  readonly href: string;
  /** What is written there. */
  readonly text: string;
}

const MOST_FOUND = 20;

/** Finds the places that have all words of a query, those with the words in the title first. */
export function searchDocs(
  env: PageEnv,
  document: ControlDocument,
  query: string,
): readonly SearchEntry[] {
  return findByWords(listEntries(env, document), query).slice(0, MOST_FOUND);
}

function listEntries(env: PageEnv, document: ControlDocument): SearchEntry[] {
  return [
    ...Object.values(ENDPOINTS).map(({ name, summary, method, path, description }) => ({
      title: summary,
      page: "API",
      href: `/docs#${name}`,
      text: `${method} ${path} ${description}`,
    })),
    ...[...START, ...COMMON].map(({ id, title }) => ({
      title,
      page: "API",
      href: `/docs#${id}`,
      text: "",
    })),
    ...listErrors(env).flatMap(({ code, status, message, causes }) => [
      { title: `${status} ${code}`, page: "Errors", href: `/docs/errors#${code}`, text: message },
      ...causes.map(({ id, title, fix }) => ({
        title,
        page: "Errors",
        href: `/docs/errors#${id}`,
        text: `${code} ${fix}`,
      })),
    ]),
    ...listCalls(document).map((call) => ({
      title: call.summary,
      page: "Control API",
      href: pathOfCall(call),
      text: `${call.operationId} ${call.method} ${call.path} ${call.description}`,
    })),
    ...Object.entries(document.components.schemas).map(([name, { description = "" }]) => ({
      title: name,
      page: "Schemas",
      href: `/docs/control/schemas#${name}`,
      text: description,
    })),
    ...GUIDES.flatMap(({ name, title: page, markdown }) =>
      listSections(markdown).map(({ title, text, depth }) => {
        const href = `/docs/guide/${name}${depth > 1 ? `#${anchorOf(title)}` : ""}`;
        return { title, page, href, text };
      }),
    ),
  ];
}
