/** @jsxImportSource hono/jsx */
// Markdown → HTML. Links between files become links between guides.
import { Marked, Renderer, type Token, type Tokens } from "marked";
import { Code, Segments } from "../elements/code.tsx";
import type { ContentsEntry } from "../elements/heading.tsx";
import { highlight } from "../elements/highlight.ts";

interface RenderedGuide {
  readonly html: string;
  /** The headings below the title. */
  readonly contents: readonly ContentsEntry[];
}

/** Renders a guide. `linkTo` returns the address of a guide, or undefined if no guide has that name. */
export async function renderGuide(
  markdown: string,
  linkTo: (name: string) => string | undefined,
): Promise<RenderedGuide> {
  const contents: ContentsEntry[] = [];
  const blocks = new Map<Token, string>();
  const marked = new Marked({
    async: true,
    // Why: only here may a token take its time.
    async walkTokens(token) {
      if (token.type === "code") blocks.set(token, `${await CodeBlock(token as Tokens.Code)}\n`);
    },
    renderer: {
      heading({ tokens, depth, text }) {
        const id = anchorOf(text);
        if (depth === 2) contents.push({ id, title: text.replaceAll("`", "") });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link(token) {
        const target = resolveLink(token.href, linkTo);
        if (target === undefined) return this.parser.parseInline(token.tokens);
        return Renderer.prototype.link.call(this, { ...token, href: target });
      },
      code: (token) => blocks.get(token) ?? "",
      // Why: pictures would be most of the executable's size, and they show pages that the reader can open here.
      image: () => "",
      paragraph({ tokens }) {
        const text = this.parser.parseInline(tokens);
        return text === "" ? "" : `<p>${text}</p>\n`;
      },
      html: () => "",
      table(token) {
        return `<div class="wide">${Renderer.prototype.table.call(this, token)}</div>\n`;
      },
    },
  });
  return { html: await marked.parse(markdown), contents };
}

const CAPTIONS: Readonly<Record<string, string>> = {
  sh: "Shell",
  json: "Response",
  text: "Output",
  yaml: "YAML",
  ts: "TypeScript",
};

const SYNTAXES: Readonly<Record<string, string>> = { sh: "bash", python: "py" };

const CodeBlock = async ({ text, lang = "" }: Tokens.Code) => (
  <Code caption={CAPTIONS[lang]}>
    <Segments of={await highlight(text, SYNTAXES[lang] ?? lang)} />
  </Code>
);

/** The anchor of a heading, in GitHub's form. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w -]/g, "")
    .replaceAll(" ", "-");
}

/** Resolves a link: URLs stay, `seeds.md` becomes a guide, and other files are not served. */
function resolveLink(
  href: string,
  linkTo: (name: string) => string | undefined,
): string | undefined {
  if (/^(?:https?:|#)/.test(href)) return href;
  const [, name = "", anchor = ""] = /([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  const page = linkTo(name.toLowerCase());
  return page && page + anchor;
}
