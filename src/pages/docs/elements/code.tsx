/** @jsxImportSource hono/jsx */
// Code blocks, and JSON with syntax highlighting.
import type { Child } from "hono/jsx";

interface CodeProps {
  /** What the block shows, such as `curl` or `Body`. */
  readonly caption: string;
  /** The language of an example; readers choose which language is shown. */
  readonly language?: string;
  readonly children?: Child;
}

/** A code block with a caption. */
export const Code = ({ caption, language, children }: CodeProps) => (
  <figure class="code" data-language={language}>
    <figcaption>{caption}</figcaption>
    <pre>
      <code>{children}</code>
    </pre>
  </figure>
);

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d[\d.eE+-]*/g;

/** A value as JSON. Strings that start with `linked` are shown as links. */
export const Json = ({
  value,
  linked,
}: {
  readonly value: unknown;
  readonly linked?: string | undefined;
}) => {
  const text = JSON.stringify(value, null, 2);
  const parts: Child[] = [];
  let from = 0;
  for (const token of text.matchAll(TOKEN)) {
    const [all, quoted, colon] = token;
    parts.push(text.slice(from, token.index));
    from = token.index + all.length;
    if (quoted === undefined) parts.push(<span class="literal">{all}</span>);
    else if (colon !== undefined) parts.push(<span class="name">{quoted}</span>, colon);
    else parts.push(<Text quoted={quoted} linked={linked} />);
  }
  return <>{[...parts, text.slice(from)]}</>;
};

const Text = ({
  quoted,
  linked,
}: {
  readonly quoted: string;
  readonly linked?: string | undefined;
}) => {
  const isLink = linked !== undefined && quoted.startsWith(`"${linked}/`);
  return isLink ? (
    <>
      "<a href={quoted.slice(1, -1)}>{quoted.slice(1, -1)}</a>"
    </>
  ) : (
    <span class="text">{quoted}</span>
  );
};
