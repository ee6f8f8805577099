// A page of the docs as a test reads it: its text without the markup, its code blocks, its tables,
// and its commands as a shell parses them.
import type { Sandbox } from "../../../src/library/library.ts";

export const HOSTED = "http://127.0.0.1:4701";

/** The pages of the control API's operations. */
export const CONTROL_PATHS = [
  ...["sandbox", "worlds", "clock", "faults", "merchants", "keys", "products", "orders"],
  ...["rate-limits", "requests"],
].map((group) => `/docs/control/${group}`);

export interface Block {
  readonly caption: string;
  readonly language: string | undefined;
  readonly text: string;
}

export interface DocsPage {
  readonly status: number;
  readonly html: string;
  /** The visible text, with each run of white space as one space. */
  readonly text: string;
  readonly blocks: readonly Block[];
  /** The cells of each row of each table. */
  readonly rows: readonly (readonly string[])[];
}

/** Asks for a page, or sends a form of the sandbox's own. */
export async function openDocs(
  { hosted }: Pick<Sandbox, "hosted">,
  path: string,
  form?: Readonly<Record<string, string>>,
): Promise<DocsPage> {
  const request = new Request(HOSTED + path, {
    headers: { Origin: HOSTED },
    ...(form && { method: "POST", body: new URLSearchParams(form) }),
  });
  const response = await hosted.fetch(request);
  const html = await response.text();
  return {
    status: response.status,
    html,
    text: textOf(html),
    blocks: [...html.matchAll(BLOCK)].map(([, language, caption = "", code = ""]) => ({
      caption: textOf(caption),
      language,
      text: decode(code),
    })),
    rows: [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
      [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) => textOf(cell)),
    ),
  };
}

/** Asks for all pages of the control API, and joins them. */
export async function openControl(made: Pick<Sandbox, "hosted">, root = ""): Promise<DocsPage> {
  const paths = ["/docs/control", ...CONTROL_PATHS, "/docs/control/schemas"];
  const pages: DocsPage[] = [];
  for (const path of paths) pages.push(await openDocs(made, root + path));
  return {
    status: Math.max(...pages.map(({ status }) => status)),
    html: pages.map(({ html }) => html).join("\n"),
    text: pages.map(({ text }) => text).join(" "),
    blocks: pages.flatMap(({ blocks }) => blocks),
    rows: pages.flatMap(({ rows }) => rows),
  };
}

const BLOCK =
  /<figure class="code"(?: data-language="(\w+)")?><figcaption>(.*?)<\/figcaption><pre><code>(.*?)<\/code><\/pre><\/figure>/gs;

/** The text of markup, as it is read. */
export function textOf(html: string): string {
  return decode(html.replace(BLOCKS, " ")).replace(/\s+/g, " ").trim();
}

const BLOCKS = /<\/?(?:p|ul|li|div|h\d|t\w+|caption|pre|fig\w+|option)\b[^>]*>/g;

/** The statements that are not on a page, with or without their backquotes. */
export function missing(text: string, statements: readonly (string | undefined)[]): string[] {
  return statements
    .map((statement = "") => plain(statement))
    .filter((said) => !text.includes(said));
}

/** A description as it is read: without its backquotes, and without the hyphens of its lists. */
function plain(description: string): string {
  return description.replaceAll("`", "").replace(/^- /gm, "").replace(/\s+/g, " ").trim();
}

function decode(html: string): string {
  const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&" };
  return html
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:#(\d+)|(\w+));/g, (all, code, name) =>
      code ? String.fromCodePoint(Number(code)) : (entities[name] ?? all),
    );
}

/** Splits a command as a POSIX shell does. Supports single quotes, and double quotes around variables. */
export function shellWords(
  line: string,
  variables: Readonly<Record<string, string>> = {},
): string[] {
  const joined = line.replaceAll("\\\n", " ");
  return [...joined.matchAll(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"|\\(.)/g, (_all, single, double, escaped) => {
      if (single !== undefined) return single;
      return (
        escaped ?? double.replace(/\$(\w+)/g, (_v: string, name: string) => variables[name] ?? "")
      );
    }),
  );
}

/** Creates the request that a curl command sends. */
export function requestOfCurl(line: string, variables?: Readonly<Record<string, string>>): Request {
  const [program, ...words] = shellWords(line, variables);
  if (program !== "curl") throw new Error(`not a curl command: ${line}`);
  const headers = new Headers();
  let [method, url, body]: (string | undefined)[] = [];
  for (let n = 0; n < words.length; n++) {
    const word = words[n] ?? "";
    const value = () => words[++n] ?? "";
    if (word === "-X") method = value();
    else if (word === "-d") body = value();
    else if (word === "-H") headers.append(...splitHeader(value()));
    else if (word.startsWith("-") || url !== undefined)
      throw new Error(`unsupported argument ${word}`);
    else url = word;
  }
  const verb = method ?? (body === undefined ? "GET" : "POST");
  return new Request(url ?? "", { method: verb, headers, body: body ?? null });
}

function splitHeader(header: string): [name: string, value: string] {
  const colon = header.indexOf(":");
  return [header.slice(0, colon), header.slice(colon + 1).trim()];
}
