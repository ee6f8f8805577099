/** @jsxImportSource hono/jsx */
// The HTML document of every page, the layout of the pages for testers, and a line of text in them.
import { html } from "hono/html";
import type { Child } from "hono/jsx";
import type { PageEnv } from "./page-env.ts";

export interface PageProps {
  readonly root: string;
  readonly title: string;
  /** Paths of additional style sheets and of a script, relative to `root`. */
  readonly styles?: readonly string[];
  readonly script?: string;
  /** The path of another icon, relative to `root`. */
  readonly icon?: string | undefined;
  readonly children?: Child;
}

/** A whole HTML document. Its children have their own landmarks. */
export const Page = ({
  root,
  title,
  styles = [],
  script,
  icon = "/assets/favicon.svg",
  children,
}: PageProps) =>
  // Why: JSX has no doctype.
  html`<!doctype html>
${(
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{title}</title>
      <link rel="icon" type="image/svg+xml" href={root + icon} />
      {["/assets/style.css", ...styles].map((path) => (
        <link rel="stylesheet" href={`${root}${path}`} />
      ))}
      {script && <script type="module" src={`${root}${script}`} />}
    </head>
    <body>
      <a class="skip" href="#main">
        Skip to content
      </a>
      {children}
    </body>
  </html>
)}`;

const TOOLS = [
  { name: "Dashboard", path: "/dashboard" },
  { name: "Docs", path: "/docs" },
] as const;

type Tool = (typeof TOOLS)[number]["name"];

type ToolProps = Omit<PageProps, "root" | "title"> & {
  readonly env: Pick<PageEnv, "root" | "world">;
  readonly title: string;
  /** What replaces the name of the world. */
  readonly switcher?: Child;
  /** The current tool. */
  readonly current?: Tool;
};

/** A page with one paragraph, such as an error. */
export const MessagePage = ({ title, children, ...page }: ToolProps) => (
  <ToolPage title={title} {...page}>
    <h1>{title}</h1>
    <p>{children}</p>
  </ToolPage>
);

/** The page at a path of a tool that has none. */
export const NoPage = ({ env, current }: { readonly env: PageEnv; readonly current: Tool }) => (
  <MessagePage env={env} title="Not found" current={current}>
    No page at <code>{env.path}</code>.{" "}
    <a href={`${env.root}/${current.toLowerCase()}`}>Go to the {current.toLowerCase()}</a>
  </MessagePage>
);

/** A page for testers, with the name of the world and links to the tools. */
export const ToolPage = ({
  env: { root, world },
  title,
  current,
  switcher,
  children,
  ...page
}: ToolProps) => (
  <Page {...page} root={root} title={`${title} · merchant-sandbox`}>
    <header class="top">
      <a class="brand" href={`${root}/`}>
        merchant-sandbox
      </a>
      {switcher ?? (
        <span class="world" title="World of this page">
          {world.name}
        </span>
      )}
      <nav aria-label="Tools">
        {TOOLS.map(({ name, path }) => (
          <a href={`${root}${path}`} aria-current={name === current ? "page" : undefined}>
            {name}
          </a>
        ))}
      </nav>
    </header>
    <main id="main">{children}</main>
  </Page>
);

/** A line of text, with text in backquotes shown as code. */
export const InlineText = ({ text }: { readonly text: string }) => (
  <>{text.split("`").map((part, n) => (n % 2 === 1 ? <code>{part}</code> : part))}</>
);
