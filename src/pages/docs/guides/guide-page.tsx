/** @jsxImportSource hono/jsx */
// The README or a page of docs/, with a list of all guides.
import { raw } from "hono/html";
import type { PageEnv } from "../../layout/page-env.ts";
import { ReferencePage } from "../reference-page.tsx";
import { GUIDES, type Guide } from "./guides.ts";
import { renderGuide } from "./render.tsx";

export const findGuide = (name: string): Guide | undefined =>
  GUIDES.find((guide) => guide.name === name);

interface GuidePageProps {
  readonly env: PageEnv;
  readonly guide: Guide;
}

export const GuidePage = async ({ env, guide }: GuidePageProps) => {
  const pathOf = (name: string) => `${env.root}/docs/guide/${name}`;
  const { html, contents } = await renderGuide(guide.markdown, (name) =>
    findGuide(name) ? pathOf(name) : undefined,
  );
  return (
    <ReferencePage
      env={env}
      title={guide.title}
      current="Guide"
      contents={contents}
      choices={
        <nav class="guides" aria-label="Guides">
          <ul>
            {GUIDES.map(({ name, title }) => (
              <li>
                <a href={pathOf(name)} aria-current={name === guide.name ? "page" : undefined}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      }
    >
      <article>{raw(html)}</article>
    </ReferencePage>
  );
};
