// The guide.
import * as v from "valibot";
import { optional } from "../../model/fields.ts";
import { closestMatch } from "../../shared/closest-match.ts";
import { cutText, defineTool, formatItems } from "../tool.ts";

const MOST_TEXT = 6_000;
const MOST_FOUND = 10;
const SHOWN_TEXT = 160;

export const DOCS_TOOL = defineTool({
  name: "docs",
  title: "Read and search the docs",
  description:
    "The guide of the sandbox. Without fields: its pages. `search` finds sections. `page` lists the sections of a page, `page` and `section` return one.",
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: v.strictObject({
    page: optional(v.string(), "The name of a page, as seeds or control-api."),
    section: optional(v.string(), "The title of a section."),
    search: optional(v.string(), "Words to search for."),
  }),
  async run({ page, section, search }) {
    const { GUIDES } = await import("../../pages/docs/guides/guides.ts");
    const { findByWords, listSections } = await import("../../pages/docs/guides/sections.ts");
    if (search !== undefined) {
      const all = GUIDES.flatMap((guide) =>
        listSections(guide.markdown).map((each) => ({ ...each, page: guide.name })),
      );
      const found = findByWords(all, search);
      if (found.length === 0) return `Nothing has all of these words: ${search}. Use fewer words.`;
      const format = (each: (typeof all)[number]) =>
        `docs ${JSON.stringify({ page: each.page, section: each.title })} ${shorten(each.text, search)}`;
      const narrow = "Narrow them with more words.";
      return formatItems(found, format, { most: MOST_FOUND, narrow });
    }
    if (page === undefined) {
      const pages = GUIDES.map(({ name, title }) => `${name}: ${title}`);
      return [...pages, 'next: docs {"search":"…"} or docs {"page":"…"}'].join("\n");
    }
    const guide = pick(GUIDES, ({ name }) => name, page, "page");
    const sections = listSections(guide.markdown);
    if (section === undefined) {
      const titles = sections.map(({ title, text }) => `${title}: ${shorten(text)}`);
      return [...titles, `next: docs ${JSON.stringify({ page, section: "…" })}`].join("\n");
    }
    const { title, text } = pick(sections, (each) => each.title, section, "section");
    return `# ${title}\n${cutText(text.trim(), MOST_TEXT)}`;
  },
});

/** Shows the beginning of a text, or the place of the first word of a search. */
function shorten(text: string, search = ""): string {
  const line = text.replace(/\s+/g, " ").trim();
  const [word = ""] = search.toLowerCase().trim().split(/\s+/);
  const at = line.toLowerCase().indexOf(word);
  return cutText(at > SHOWN_TEXT ? `… ${line.slice(at)}` : line, SHOWN_TEXT);
}

/** Finds an item by its name. Throws with the closest name. */
function pick<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  wanted: string,
  kind: string,
): Item {
  const found = items.find((item) => nameOf(item).toLowerCase() === wanted.toLowerCase());
  if (found !== undefined) return found;
  const names = items.map(nameOf);
  const near = closestMatch(wanted, names);
  const hint = near === undefined ? `Known: ${names.join(", ")}.` : `Did you mean ${near}?`;
  throw new Error(`There is no ${kind} ${JSON.stringify(wanted)}. ${hint}`);
}
