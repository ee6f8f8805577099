/** @jsxImportSource hono/jsx */
// Headings with links to them, and the list of contents.
import type { Child } from "hono/jsx";

interface HeadingProps {
  readonly id: string;
  readonly children?: Child;
}

/** The heading of a section. */
export const Heading = ({ id, children }: HeadingProps) => (
  <h2 id={id}>
    {children} <Anchor id={id} />
  </h2>
);

/** The heading of a subsection. */
export const Subheading = ({ id, children }: HeadingProps) => (
  <h3 id={id}>
    {children} <Anchor id={id} />
  </h3>
);

// Why: a page has many anchors, so the label of each says where it leads.
const Anchor = ({ id }: { readonly id: string }) => (
  <a class="anchor" href={`#${id}`} aria-label={`Link to ${id}`}>
    #
  </a>
);

export interface ContentsEntry {
  readonly id: string;
  readonly title: string;
}

/** The table of contents of a page. */
export const Contents = ({ entries }: { readonly entries: readonly ContentsEntry[] }) => (
  <nav class="contents" aria-label="On this page">
    <ul>
      {entries.map(({ id, title }) => (
        <li>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ul>
  </nav>
);
