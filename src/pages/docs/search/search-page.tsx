/** @jsxImportSource hono/jsx */
// What a search of the docs has found. The script takes it from this page to show it below the field.
import type { ControlDocument } from "../../../contract/openapi/control-document.ts";
import type { PageEnv } from "../../layout/page-env.ts";
import { ReferencePage } from "../reference-page.tsx";
import { searchDocs } from "./entries.ts";

interface SearchPageProps {
  readonly env: PageEnv;
  readonly document: ControlDocument;
  readonly query: string;
}

export const SearchPage = ({ env, document, query }: SearchPageProps) => {
  const found = searchDocs(env, document, query);
  return (
    <ReferencePage env={env} title="Search" current={undefined} contents={[]} query={query}>
      <h1>Search</h1>
      {found.length === 0 ? (
        <p class="found">Nothing found{query && ` for “${query}”`}.</p>
      ) : (
        <ul class="found">
          {found.map(({ title, page, href }) => (
            <li>
              <a href={env.root + href}>
                {title} <span class="muted">{page}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </ReferencePage>
  );
};
