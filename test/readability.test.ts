// How hard the README and docs/ are to read: the Flesch-Kincaid grade of their sentences.
import { expect, test } from "bun:test";
import { fleschKincaid } from "flesch-kincaid";
import { syllable } from "syllable";
import { readUserPages } from "./support/markdown.ts";

const HIGHEST_GRADE = 8;

test.each((await readUserPages()).map(({ path, text }) => [path, text]))(
  "%s is understood after eight years of school",
  (_path, text) => {
    const sentences = paragraphsOf(text).flatMap((paragraph) => segmentsOf(paragraph, "sentence"));
    const words = sentences.flatMap((sentence) => segmentsOf(sentence, "word"));
    const syllables = words.reduce((sum, word) => sum + syllable(word), 0);
    expect(sentences.length).toBeGreaterThan(3);
    expect(
      fleschKincaid({ sentence: sentences.length, word: words.length, syllable: syllables }),
    ).toBeLessThanOrEqual(HIGHEST_GRADE);
  },
);

/** The paragraphs and list items, without code, tables, headings and pictures. */
function paragraphsOf(markdown: string): string[] {
  return markdown
    .replace(/^```[\s\S]*?^```$/gm, "")
    .replace(/^(?:[|#<]|!\[).*$/gm, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/`[^`]*`/g, "code")
    .replace(/[*_]/g, "")
    .split(/\n\s*\n|\n(?=- |\d+\. )/)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim());
}

function segmentsOf(text: string, granularity: "sentence" | "word"): string[] {
  return [...new Intl.Segmenter("en", { granularity }).segment(text)]
    .filter(({ isWordLike, segment }) => isWordLike ?? /\w/.test(segment))
    .map(({ segment }) => segment);
}
