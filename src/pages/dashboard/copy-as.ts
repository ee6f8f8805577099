// A request of the journal as code that repeats it: a curl command, programs, and a test.
import { bearerToken } from "../../shared/patterns.ts";
import type { Exchange } from "../../world/journal/exchange.ts";
import { entryOf } from "../../world/journal/record.ts";
import type { World } from "../../world/world.ts";
import { formatCurl } from "../code/curl.ts";
import type { SentRequest } from "../code/sent-request.ts";
import { LANGUAGES } from "../code/snippets.ts";
import type { PageEnv } from "../layout/page-env.ts";

/** Code, and what it is called. */
export interface RequestCode {
  readonly name: string;
  readonly text: string;
}

/** What clients send by themselves, or what was true of the other connection alone. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...["accept-encoding", "connection", "content-length", "expect", "host", "keep-alive"],
  ...["te", "transfer-encoding", "upgrade", "user-agent"],
]);

const PLACEHOLDER = "YOUR_KEY";

// Why: a terminal cuts a pasted line at 4,096 bytes where the shell has no editor, as dash has none.
const LONGEST_LINE = 4_000;

// Why: a longer body is in no test that people read.
const MOST_COMPARED = 1_000;

/** Writes a request as a curl command, and in other forms if its body was kept as a whole. */
export function formatAs(
  { world, baseUrl }: Pick<PageEnv, "world" | "baseUrl">,
  exchange: Exchange,
): RequestCode[] {
  const { method, path } = entryOf(exchange, world.mask);
  const text = bodyOf(world, exchange);
  const headers = headersToSend(world, exchange);
  const sent = { method, url: baseUrl + path, headers, ...(text && { text }) };
  const line = formatCurl(sent);
  const isShort = line.split("\n").every(({ length }) => length <= LONGEST_LINE);
  if (text === undefined) return [{ name: "curl", text: formatCurl(sent, fileOf(exchange)) }];
  return [
    { name: "curl", text: isShort ? line : formatCurl(sent, fileOf(exchange)) },
    { name: "fetch", text: LANGUAGES.javascript.format(sent) },
    { name: "Python", text: LANGUAGES.python.format(sent) },
    { name: "test", text: formatTest(sent, path, exchange) },
  ];
}

/** The name of the file that a curl command reads the body from if it can't have it. */
export const fileOf = ({ id }: Exchange) => `${id}.body`;

/** The headers of a request that say what it is, with its key where that is one of the world's. */
function headersToSend(world: World, exchange: Exchange): Record<string, string> {
  const { headers } = entryOf(exchange, world.mask).request;
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name, value]) => !LEFT_OUT.has(name) && !(name === "accept" && value === "*/*"))
      .map(([name, value]) => [name, name === "authorization" ? unmask(value) : value]),
  );

  // Why: a key that is not of this world may be one of the real service, and a secret.
  function unmask(masked: string): string {
    const token = bearerToken(exchange.sentHeaders.get("authorization"));
    if (token === undefined) return masked;
    return `Bearer ${world.findKey(token)?.key ?? PLACEHOLDER}`;
  }
}

/** The body of a request, with its secrets masked; undefined if not all of it was kept. */
export function bodyOf(world: World, exchange: Exchange): string | undefined {
  const { sentBody = "" } = exchange;
  if (typeof sentBody !== "string") return undefined;
  return entryOf(exchange, world.mask).request.body ?? "";
}

/** Writes a test for Vitest or Bun that expects the same response. */
function formatTest(
  sent: SentRequest,
  path: string,
  { status, responseBody = "", drop }: Exchange,
): string {
  const call = LANGUAGES.javascript.format(sent).split("\n").slice(0, -1);
  const title = `${sent.method} ${path} ${drop ? "is dropped" : `responds with ${status}`}`;
  const isCompared =
    (status ?? 0) < 300 &&
    typeof responseBody === "string" &&
    responseBody.startsWith("{") &&
    responseBody.length <= MOST_COMPARED;
  const expected = [
    ...(drop ? [] : [`expect(response.status).toBe(${status});`]),
    ...(isCompared && !drop ? [`expect(await response.json()).toEqual(${responseBody});`] : []),
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
