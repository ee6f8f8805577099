/** @jsxImportSource hono/jsx */
// Headings with links to them, and the list of contents.
import type { Child } from "hono/jsx";

interface HeadingProps {
  readonly id: string;
  readonly children?: Child;
}

/** The heading of a section. */
export const Heading = ({
  id,
  as: Tag = "h2",
  children,
}: HeadingProps & { readonly as?: "h2" | "h3" }) => (
  <Tag id={id}>
    {children} {/* Why: a page has many anchors, so the label of each says where it leads. */}
    <a class="anchor" href={`#${id}`} aria-label={`Link to ${id}`}>
      #
    </a>
  </Tag>
);

/** The heading of a subsection. */
export const Subheading = (props: HeadingProps) => <Heading as="h3" {...props} />;

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
