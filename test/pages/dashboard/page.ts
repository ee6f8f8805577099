// The dashboard of a sandbox as a test reads it: its pages as text, and what stands in them.
import { sandbox, type TestSandbox, type TestSandboxOptions } from "../../support/sandbox.ts";

export interface Shown {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface DashboardSandbox extends TestSandbox {
  /** Opens what stands behind `/dashboard`, of the default world or another. */
  open(
    path?: string,
    options?: { readonly world?: string; readonly method?: string },
  ): Promise<Shown>;
}

/** A sandbox for one test, with a way to its dashboard. */
export function dashboard(options: TestSandboxOptions = {}): DashboardSandbox {
  const made = sandbox(options);
  return Object.assign(made, {
    async open(path = "", { world, method = "GET" }: { world?: string; method?: string } = {}) {
      const prefix = world === undefined ? "" : `/w/${world}`;
      const url = `http://127.0.0.1:4701${prefix}/dashboard${path}`;
      const answer = await made.hosted.fetch(new Request(url, { method }));
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    },
  });
}

/** The curl command of a request, as its page shows it. */
export async function curlOf(
  made: DashboardSandbox,
  id: string | undefined,
  options?: { readonly world: string },
): Promise<string> {
  const { text } = await made.open(`/requests/${id}`, options);
  return textOf(/<pre tabindex="0">((?:printf|curl)[^<]*)<\/pre>/.exec(text)?.[1] ?? "");
}

/** The rows of the open panel, as the words that stand in them. */
export function rowsOf({ text }: Shown): string[] {
  const list = /<ul class="list">(.*)<\/ul>/s.exec(text)?.[1] ?? "";
  return list
    .split("<li data-key=")
    .slice(1)
    .map((row) => wordsOf(`<li ${row}`));
}

/** The words of some HTML, one space between them. */
export function wordsOf(html: string): string {
  return textOf(html.replace(/<[^>]*>/g, " "))
    .replace(/ +/g, " ")
    .trim();
}

/** The text of some HTML without tags. */
export function textOf(html: string): string {
  return html
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, "&");
}

/** The words of the rows of a list of requests. */
export function logOf(html: string, id = "log"): string[] {
  const list = new RegExp(`<ol id="${id}"[^>]*>(.*?)</ol>`, "s").exec(html)?.[1] ?? "";
  return list
    .split("<li")
    .slice(1)
    .map((row) => wordsOf(`<li${row}`));
}
