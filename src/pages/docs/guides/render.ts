// Markdown → HTML. Links between files become links between guides.
import { Marked, type Token, type Tokens } from "marked";
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
      if (token.type === "code") blocks.set(token, await renderCode(token as Tokens.Code));
    },
    renderer: {
      heading({ tokens, depth, text }) {
        const id = anchorOf(text);
        if (depth === 2) contents.push({ id, title: text.replaceAll("`", "") });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const target = resolveLink(href, linkTo);
        return target === undefined ? text : `<a href="${escapeHtml(target)}">${text}</a>`;
      },
      code: (token) => blocks.get(token) ?? "",
      // Why: pictures would be most of the executable's size, and they show pages that the reader can open here.
      image: () => "",
      paragraph({ tokens }) {
        const text = this.parser.parseInline(tokens);
        return text === "" ? "" : `<p>${text}</p>\n`;
      },
      html: () => "",
      table(token: Tokens.Table) {
        const row = (cells: Tokens.TableCell[], tag: "th" | "td") =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
        const body = token.rows.map((cells) => row(cells, "td")).join("");
        return `<div class="wide"><table><thead>${row(token.header, "th")}</thead><tbody>${body}</tbody></table></div>\n`;
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

async function renderCode({ text, lang = "" }: Tokens.Code): Promise<string> {
  const segments = await highlight(text, SYNTAXES[lang] ?? lang);
  const code = segments.map(({ text, kind }) =>
    kind === undefined ? escapeHtml(text) : `<span class="${kind}">${escapeHtml(text)}</span>`,
  );
  const caption = escapeHtml(CAPTIONS[lang] ?? "");
  return `<figure class="code"><figcaption>${caption}</figcaption><pre><code>${code.join("")}</code></pre></figure>\n`;
}

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

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
