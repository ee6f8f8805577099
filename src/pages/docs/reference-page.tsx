/** @jsxImportSource hono/jsx */
// The way between the two references.
import type { PageEnv } from "../layout/page-env.ts";

const PAGES = [
  { name: "API", path: "/docs" },
  { name: "Control API", path: "/docs/control" },
] as const;

interface TabsProps {
  readonly env: Pick<PageEnv, "root">;
  readonly current: (typeof PAGES)[number]["name"];
}

/** Which references there are, and which is open. */
export const Tabs = ({ env, current }: TabsProps) => (
  <nav class="tabs" aria-label="References">
    {PAGES.map(({ name, path }) => (
      <a href={`${env.root}${path}`} aria-current={name === current ? "page" : undefined}>
        {name}
      </a>
    ))}
  </nav>
);
