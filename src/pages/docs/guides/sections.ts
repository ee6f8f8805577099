// The sections of a guide, and the search for words in them.
import { Marked, type Tokens } from "marked";

/** A heading with the text below it. */
interface GuideSection {
  readonly title: string;
  readonly text: string;
  readonly depth: number;
}

/** Lists the sections of a guide. */
export function listSections(markdown: string): GuideSection[] {
  const found: GuideSection[] = [];
  for (const token of new Marked().lexer(markdown)) {
    const last = found.at(-1);
    if (token.type === "heading") {
      const { text, depth } = token as Tokens.Heading;
      found.push({ title: text.replaceAll("`", ""), text: "", depth });
    } else if (last) found[found.length - 1] = { ...last, text: last.text + token.raw };
  }
  return found;
}

/** Finds what has all words of a query, with those first that have the words in the title. */
export function findByWords<Entry extends { readonly title: string; readonly text: string }>(
  entries: readonly Entry[],
  query: string,
): Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const rank = ({ title, text }: Entry): number => {
    const [own, all] = [title.toLowerCase(), `${title} ${text}`.toLowerCase()];
    if (!words.every((word) => all.includes(word))) return 0;
    if (own.startsWith(words[0] ?? "")) return 3;
    return words.every((word) => own.includes(word)) ? 2 : 1;
  };
  return entries
    .map((entry) => ({ entry, rank: rank(entry) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ entry }) => entry);
}
