// Plain values → YAML as people write it: a list or mapping for each section, and one line for each field with all
// that it holds. Text that YAML could read as something else is quoted.
import type { ScalarTag } from "yaml";
import { DURATION, RELATIVE_TIME } from "../../shared/times.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A list of entries, one mapping, or a text. Fields that are undefined are left out. */
type Section = Fields | readonly Fields[] | string;

// Why: a plain text must not contain characters with a meaning in YAML; these have none at these positions.
const PLAIN = /^[\p{L}_](?:[\p{L}\p{M}\p{N}_ .,'&()+/-]|(?<=\p{L}):(?=\p{L}))*(?<! )$/u;
// Why: YAML 1.1, which many parsers still use, has more special words than YAML 1.2.
const WORD = /^(?:null|true|false|yes|no|on|off|y|n)$/i;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
// Why: line ends, direction marks and other invisible characters, which JSON does not escape.
const INVISIBLE = /[\x7f-\xa0\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/g;

const TEXT: ScalarTag = {
  tag: "tag:yaml.org,2002:str",
  default: true,
  identify: (value) => typeof value === "string",
  resolve: (text) => text,
  // Why: the names of our fields need no quotes.
  stringify: ({ value }, { implicitKey, inFlow }) =>
    implicitKey ? String(value) : formatText(String(value), inFlow === true),
};

/** Formats sections by their names, with an empty line between them. Empty sections are left out. */
export async function formatYaml(sections: Readonly<Record<string, Section>>): Promise<string> {
  // Why: the package takes long to load, and few commands write YAML.
  const { Document } = await import("yaml");
  return Object.entries(sections)
    .filter(([, section]) => Object.values(section).some((value) => value !== undefined))
    .map(([name, section]) => formatSection(name, section))
    .join("\n");

  function formatSection(name: string, section: Section): string {
    const document = new Document(null, { customTags: (tags) => [TEXT, ...tags] });
    const inLine = (value: unknown) =>
      typeof value === "object" ? document.createNode(value, { flow: true }) : value;
    const inLines = (fields: Fields) =>
      Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, inLine(value)]));
    document.contents = document.createNode({ [name]: contentOf(section) });
    return document.toString({ flowCollectionPadding: false });

    function contentOf(section: Section) {
      if (typeof section === "string") return section;
      return isList(section) ? section.map(inLines) : inLines(section);
    }
  }
}

function formatText(text: string, inFlow: boolean): string {
  const isPlain = PLAIN.test(text) && !(inFlow && text.includes(","));
  const isText = !WORD.test(text) && !RELATIVE_TIME.test(text);
  if ((isPlain && isText) || UUID.test(text) || DURATION.test(text)) return text;
  return JSON.stringify(text).replace(
    INVISIBLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

// Why: `Array.isArray` does not narrow the type of a readonly list.
function isList(section: Section): section is Extract<Section, readonly unknown[]> {
  return Array.isArray(section);
}
