// A request of the journal as code that repeats it: a curl line, programs, and a test.
import type { Exchange } from "../../world/journal/exchange.ts";
import { entryOf } from "../../world/journal/record.ts";
import { LANGUAGES, type SentRequest } from "../docs/elements/snippets.ts";
import type { PageEnv } from "../layout/page-env.ts";
import { bodyOf, formatRequestAsCurl, headersToSend } from "./curl.ts";

/** Code, and what it is called. */
export interface RequestCode {
  readonly name: string;
  readonly text: string;
}

// Why: a longer body is in no test that people read.
const MOST_COMPARED = 1_000;

/** Writes a request as a curl line, and in other forms if its body was kept as a whole. */
export function formatAs(
  { world, baseUrl }: Pick<PageEnv, "world" | "baseUrl">,
  exchange: Exchange,
): RequestCode[] {
  const curl = { name: "curl", text: formatRequestAsCurl(world, baseUrl, exchange) };
  const text = bodyOf(world, exchange);
  if (text === undefined) return [curl];
  const { method, path } = entryOf(exchange, world.mask);
  const headers = headersToSend(world, exchange);
  const sent = { method, url: baseUrl + path, headers, ...(text !== "" && { text }) };
  return [
    curl,
    { name: "fetch", text: LANGUAGES.javascript.format(sent) },
    { name: "Python", text: LANGUAGES.python.format(sent) },
    { name: "test", text: formatTest(sent, path, exchange) },
  ];
}

/** Writes a test for Vitest or Bun that expects the same response. */
function formatTest(
  sent: SentRequest,
  path: string,
  { status, answer = "", drop }: Exchange,
): string {
  const call = LANGUAGES.javascript.format(sent).split("\n").slice(0, -1);
  const title = `${sent.method} ${path} ${drop ? "is dropped" : `responds with ${status}`}`;
  const isCompared =
    (status ?? 0) < 300 &&
    typeof answer === "string" &&
    answer.startsWith("{") &&
    answer.length <= MOST_COMPARED;
  const expected = [
    ...(drop ? [] : [`expect(response.status).toBe(${status});`]),
    ...(isCompared && !drop ? [`expect(await response.json()).toEqual(${answer});`] : []),
  ];
  const dropped = ["const send = async () => {", ...indent([...call, "await response.text();"])];
  const lines = drop
    ? [...dropped, "};", "await expect(send()).rejects.toThrow();"]
    : [...call, ...expected];
  return [
    'import { expect, test } from "vitest";',
    "",
    `test(${JSON.stringify(title)}, async () => {`,
    ...indent(lines),
    "});",
  ].join("\n");
}

const indent = (lines: readonly string[]) => lines.map((line) => `  ${line}`);
