// The search of the docs: what it finds, and that all it finds is there.
import { describe, expect, test } from "bun:test";
import { sandbox } from "../../support/sandbox.ts";
import { openDocs } from "./read.ts";

const made = sandbox();

/** What is found: the title of each place, its page and its path. */
async function search(query: string, root = "") {
  const { html } = await openDocs(made, `${root}/docs/search?q=${encodeURIComponent(query)}`);
  const found = html.matchAll(/<li><a href="([^"]+)">(.*?) <span class="muted">(.*?)<\/span>/g);
  return Array.from(found, ([, href = "", title = "", page = ""]) => [title, page, href]);
}

describe("the search", () => {
  test.each([
    ["expired", ["The key has expired", "Errors", "/docs/errors#unauthorized-expired"]],
    ["429", ["429 rate_limit_exceeded", "Errors", "/docs/errors#rate_limit_exceeded"]],
    ["advanceClock", ["Advance the clock", "Control API", "/docs/control/clock#advanceClock"]],
    ["LIST ORDERS", ["List orders", "API", "/docs#orders"]],
    ["clock advance", ["Advance the clock", "Control API", "/docs/control/clock#advanceClock"]],
    [
      "pay over http",
      ["Pay over HTTP", "Dashboard and hosted pages", "/docs/guide/pages#pay-over-http"],
    ],
    ["WorldState", ["WorldState", "Schemas", "/docs/control/schemas#WorldState"]],
  ])("finds %p", async (query, expected) => {
    expect(await search(query)).toContainEqual(expected);
  });

  test("puts titles that start with the word first", async () => {
    const [first] = await search("pay");
    expect(first?.[0]).toStartWith("Pay");
  });

  test("stays in its world", async () => {
    made.worlds.create("other");
    expect((await search("revoke", "/w/other")).length).toBeGreaterThan(1);
    for (const [, , href] of await search("revoke", "/w/other"))
      expect(href).toStartWith("/w/other/docs");
  });

  test.each(["", " ", "no-such-thing", "<script>"])("finds nothing for %p", async (query) => {
    expect(await search(query)).toEqual([]);
    const { html, text } = await openDocs(made, `/docs/search?q=${encodeURIComponent(query)}`);
    expect(text).toContain("Nothing found");
    expect(html).not.toContain("<script>");
  });

  test("leads to headings that exist", async () => {
    const pages = new Map<string, string>();
    for (const query of ["a", "e", "key", "world", "seed", "request", "fault"]) {
      for (const [, , href = ""] of await search(query)) {
        const [path = "", anchor] = href.split("#");
        const html = pages.get(path) ?? (await openDocs(made, path)).html;
        pages.set(path, html);
        expect([href, anchor === undefined || html.includes(`id="${anchor}"`)]).toEqual([
          href,
          true,
        ]);
      }
    }
    expect(pages.size).toBeGreaterThan(10);
  });
});
