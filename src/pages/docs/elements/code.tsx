/** @jsxImportSource hono/jsx */
// Code blocks with syntax highlighting.
import type { Child } from "hono/jsx";
import type { SentRequest } from "../../code/sent-request.ts";
import { LANGUAGES, type Language } from "../../code/snippets.ts";
import { highlight, type Segment } from "./highlight.ts";

interface CodeProps {
  /** What the block shows, such as `curl` or `Body`. */
  readonly caption: Child;
  /** The language of an example, which readers choose. */
  readonly language?: Language;
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

interface SnippetProps {
  readonly request: SentRequest;
  readonly language: Language;
  /** The heading to go back to, where a page without scripts is loaded in another language. */
  readonly anchor: string;
}

/** A request as code, with tabs to choose the language of all of them. */
export const Snippet = ({ request, language, anchor }: SnippetProps) => (
  <Code
    language={language}
    caption={
      <span class="languages">
        {Object.entries(LANGUAGES).map(([id, { name }]) => (
          <a href={`?language=${id}#${anchor}`} aria-current={id === language ? "true" : undefined}>
            {name}
          </a>
        ))}
      </span>
    }
  >
    <SnippetCode request={request} language={language} />
  </Code>
);

/** A request as highlighted code. */
export const SnippetCode = async ({ request, language }: Omit<SnippetProps, "anchor">) => {
  const { syntax, format } = LANGUAGES[language];
  return <Segments of={await highlight(format(request), syntax)} />;
};

interface JsonProps {
  readonly value: unknown;
  /** Strings that start with this address are links. */
  readonly linked?: string | undefined;
}

/** A value as highlighted JSON. */
export const Json = async ({ value, linked }: JsonProps) => {
  const segments = await highlight(JSON.stringify(value, null, 2), "json");
  return <Segments of={segments} linked={linked} />;
};

interface SegmentsProps extends Omit<JsonProps, "value"> {
  readonly of: readonly Segment[];
}

/** Highlighted code. */
export const Segments = ({ of, linked }: SegmentsProps) => (
  <>
    {of.map(({ text, kind }) => {
      if (kind === undefined) return text;
      if (linked === undefined || !text.startsWith(`"${linked}/`)) {
        return <span class={kind}>{text}</span>;
      }
      const address = text.slice(1, -1);
      return (
        <span class={kind}>
          "<a href={address}>{address}</a>"
        </span>
      );
    })}
  </>
);
