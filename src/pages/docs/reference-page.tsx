/** @jsxImportSource hono/jsx */
// The layout of the references and the guides: tabs, table of contents, and the page.
import type { Child } from "hono/jsx";
import { ToolPage } from "../layout/page.tsx";
import type { PageEnv } from "../layout/page-env.ts";
import { SCRIPT_PATH, STYLES } from "./assets.ts";
import { Contents, type ContentsEntry } from "./elements/heading.tsx";

const REFERENCES = [
  { name: "API", path: "/docs" },
  { name: "Errors", path: "/docs/errors" },
  { name: "Control API", path: "/docs/control" },
  { name: "Guide", path: "/docs/guide" },
] as const;

interface ReferencePageProps {
  readonly env: PageEnv;
  readonly title: string;
  /** Undefined for the search, which is in none of them. */
  readonly current: (typeof REFERENCES)[number]["name"] | undefined;
  readonly contents: readonly ContentsEntry[];
  /** Controls above the table of contents. */
  readonly choices?: Child;
  /** What is searched for. */
  readonly query?: string;
  readonly children: Child;
}

/** A whole page of the docs. */
export const ReferencePage = ({ env, title, current, ...page }: ReferencePageProps) => (
  <ToolPage env={env} title={title} current="Docs" styles={STYLES} script={SCRIPT_PATH}>
    <div class="reference">
      <div class="aside">
        <nav class="tabs" aria-label="Documentation">
          {REFERENCES.map(({ name, path }) => (
            <a href={`${env.root}${path}`} aria-current={name === current ? "page" : undefined}>
              {name}
            </a>
          ))}
        </nav>
        {/* The script shows what is found below the field; without scripts, a page does. */}
        <search>
          <form class="search" action={`${env.root}/docs/search`} autocomplete="off">
            <input
              type="search"
              name="q"
              value={page.query ?? ""}
              placeholder="Search"
              aria-label="Search the docs"
              aria-keyshortcuts="/"
            />
          </form>
        </search>
        {page.choices}
        {page.contents.length > 0 && <Contents entries={page.contents} />}
      </div>
      <div>{page.children}</div>
    </div>
  </ToolPage>
);
