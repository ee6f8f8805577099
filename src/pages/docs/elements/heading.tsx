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

/** The heading of a part of a section. */
export const Subheading = ({ id, children }: HeadingProps) => (
  <h3 id={id}>
    {children} <Anchor id={id} />
  </h3>
);

// Why: its name says what it leads to, for of anchors there are many on a page.
const Anchor = ({ id }: { readonly id: string }) => (
  <a class="anchor" href={`#${id}`} aria-label={`Link to ${id}`}>
    #
  </a>
);

export interface ContentsEntry {
  readonly id: string;
  readonly title: string;
  /** What stands beneath it. */
  readonly entries?: readonly ContentsEntry[];
}

/** What is on a page. */
export const Contents = ({ entries }: { readonly entries: readonly ContentsEntry[] }) => (
  <nav class="contents" aria-label="On this page">
    <Entries entries={entries} />
  </nav>
);

const Entries = ({ entries }: { readonly entries: readonly ContentsEntry[] }) => (
  <ul>
    {entries.map(({ id, title, entries: beneath = [] }) => (
      <li>
        <a href={`#${id}`}>{title}</a>
        {beneath.length > 0 && <Entries entries={beneath} />}
      </li>
    ))}
  </ul>
);
