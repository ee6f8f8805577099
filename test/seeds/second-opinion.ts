// The same text read by our parser and by `yaml`, which is what editors read seeds with.
import { expect } from "bun:test";
import { parseDocument } from "yaml";
import { parseYaml } from "../../src/seeds/yaml/parse.ts";

export interface Opinion {
  readonly problems: readonly string[];
  /** What the text holds, where there is no problem. */
  readonly value?: unknown;
}

interface Quirk {
  readonly why: string;
  /** What `yaml` says against the text. */
  readonly said: RegExp;
  readonly text: RegExp;
}

// Where `yaml` refuses what YAML allows, and we don't.
const QUIRKS: readonly Quirk[] = [
  {
    why: "a name of more than 1 024 letters is refused later, for no field has one",
    said: /at most 1024 chars/,
    text: /[^\n]{1024}/,
  },
  {
    why: "blanks and tabs behind the last line end say nothing",
    said: /Tabs are not allowed/,
    text: /(?:^|\n) *\t[ \t]*$/,
  },
  {
    why: "a byte order mark may come before a list, which no seed file is",
    said: /Unexpected scalar/,
    text: /^\uFEFF- /,
  },
  {
    why: "a comment may begin its line within brackets",
    said: /Comments must be separated/,
    text: /[[{][^\]}]*\n#/,
  },
  {
    why: "three dashes or dots are text where they do not begin their line",
    said: /must end with a/,
    text: /\n *\t[ \t]*(?:---|\.\.\.)/,
  },
];

/** Reads a text as we do. */
export function ask(text: string): Opinion {
  const problems: string[] = [];
  const { root } = parseYaml({
    file: { path: "seeds.yaml", text },
    digitFields: new Set(),
    report: ({ code, message }) => problems.push(`${code}: ${message}`),
  });
  return problems.length > 0 ? { problems } : { problems, value: root };
}

/** Reads a text as `yaml` does; its warnings count. */
export function askYaml(text: string): Opinion {
  const document = readYaml(text);
  const problems = [...document.errors, ...document.warnings].map(({ message }) => message);
  if (problems.length > 0) return { problems };
  try {
    return { problems, value: document.toJS({ maxAliasCount: -1 }) };
  } catch (error) {
    return { problems: [String(error)] };
  }
}

/** Reads a text into the nodes of `yaml`. */
export function readYaml(text: string): ReturnType<typeof parseDocument> {
  return parseDocument(text, {
    version: "1.2",
    schema: "core",
    stringKeys: true,
    merge: true,
    prettyErrors: false,
  });
}

/** Checks that what we take is what `yaml` takes. */
export function expectAgreement(text: string): void {
  const ours = ask(text);
  // Why: no seed file is a mere text or number; the schema refuses it.
  const isScalar = typeof ours.value !== "object" || ours.value === null;
  if (ours.problems.length > 0 || isScalar) return;
  const theirs = askYaml(text);
  const [said = ""] = theirs.problems;
  if (QUIRKS.some((quirk) => quirk.said.test(said) && quirk.text.test(text))) return;
  expect({ text, ...ours }).toEqual({ text, ...theirs });
}
