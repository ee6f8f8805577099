// The README and the pages of docs/, as tests read them.
import { join } from "node:path";
import { Glob } from "bun";

const ROOT = join(import.meta.dir, "../..");

export interface Block {
  readonly language: string;
  readonly body: string;
}

export interface MarkdownPage {
  /** Where it lies, from the root of the repository. */
  readonly path: string;
  readonly text: string;
  /** Its code blocks, in their order. */
  readonly blocks: readonly Block[];
}

export async function readMarkdown(path: string): Promise<MarkdownPage> {
  const text = await Bun.file(join(ROOT, path)).text();
  const blocks = Array.from(
    text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm),
    ([, language = "", body = ""]) => ({ language, body }),
  );
  return { path, text, blocks };
}

/** The README first, then the pages of docs/ by name. */
export async function readUserPages(): Promise<readonly MarkdownPage[]> {
  const names = await Array.fromAsync(new Glob("docs/*.md").scan(ROOT));
  return Promise.all(["README.md", ...names.toSorted()].map(readMarkdown));
}
