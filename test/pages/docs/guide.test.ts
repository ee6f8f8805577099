// The guide: the README and the pages of docs/, served by the sandbox itself.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type RunningSandbox, startSandbox } from "../../../src/library/library.ts";
import { readUserPages } from "../../support/markdown.ts";

const PAGES = (await readUserPages()).map(({ path, text }) => ({
  name: path.replace(/^docs\/|\.md$/g, "").toLowerCase(),
  title: /^# (.+)$/m.exec(text)?.[1] ?? "",
  text,
}));

describe("the guide", () => {
  let sandbox: RunningSandbox;

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 });
  });
  afterAll(() => sandbox.close());

  const get = (path: string) => fetch(`${sandbox.hostedUrl}${path}`);

  test.each(PAGES.map(({ name, title, text }) => [name, title, text]))(
    "serves %s, with all its headings and code",
    async (name, title, text) => {
      const html = await (await get(`/docs/guide/${name}`)).text();
      expect(html).toContain(`>${title}</h1>`);
      expect(html.match(/<h2 /g)?.length ?? 0).toBe(text.match(/^## /gm)?.length ?? 0);
      expect(html.match(/<figure/g)?.length ?? 0).toBe((text.match(/^```/gm)?.length ?? 0) / 2);
      expect(html).not.toContain("<p></p>");
    },
  );

  test("links only to what exists", async () => {
    for (const { name } of PAGES) {
      const html = await (await get(`/w/flaky/docs/guide/${name}`)).text();
      const article = html.slice(html.indexOf("<article>"));
      for (const [, href = ""] of article.matchAll(/href="([^"#]*(?:#[^"]*)?)"/g)) {
        if (href.startsWith("http")) continue;
        const [path = "", anchor] = href.split("#");
        const page = path === "" ? html : await (await get(path)).text();
        expect([href, page.includes("<article>")]).toEqual([href, true]);
        if (anchor !== undefined) expect(page).toContain(`id="${anchor}"`);
      }
    }
  });

  test("lists all pages on each, and opens with the README", async () => {
    const html = await (await get("/docs/guide")).text();
    for (const { name } of PAGES) expect(html).toContain(`href="/docs/guide/${name}"`);
    expect(html).toContain(">merchant-sandbox</h1>");
    expect((await get("/docs/guide/nothing")).status).toBe(404);
  });
});
