// A request of the journal as a curl command that repeats it.
import { bearerToken } from "../../shared/patterns.ts";
import { isPrintable } from "../../shared/printable.ts";
import { shellPrintf, shellQuote } from "../../shared/shell.ts";
import type { Exchange } from "../../world/journal/exchange.ts";
import { entryOf } from "../../world/journal/record.ts";
import type { World } from "../../world/world.ts";

/** What curl sends by itself, or what was true of the other connection alone. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...["accept-encoding", "connection", "content-length", "expect", "host", "keep-alive"],
  ...["te", "transfer-encoding", "upgrade", "user-agent"],
]);

const PLACEHOLDER = "YOUR_KEY";

// Why: a terminal cuts a pasted line at 4,096 bytes where the shell has no editor, as dash has none.
const LONGEST_LINE = 4_000;

/** Writes a request as a curl line: with its key where that is one of the world's, and with no other. */
export function formatRequestAsCurl(world: World, baseUrl: string, exchange: Exchange): string {
  const { method, path, request } = entryOf(exchange, world.mask);
  const { body } = request;
  const headers = Object.entries(headersToSend(world, exchange)).map(formatHeader);
  const standard = body ? "POST" : "GET";
  const words = [
    "curl",
    // Why: curl reads [1-3] and {a,b} in a URL as many URLs, and resolves dots in its path.
    ...(/[[\]{}]/.test(path) ? ["--globoff"] : []),
    ...(/\/\.{1,2}(?:[/?]|$)/.test(path) ? ["--path-as-is"] : []),
    ...(method === standard ? [] : [method === "HEAD" ? "-I" : `-X ${shellQuote(method)}`]),
    ...headers,
  ];
  const url = shellQuote(baseUrl + path);
  if (!body) return [...words, url].join(" ");
  const line = isPrintable(body)
    ? [...words, `--data-raw ${shellQuote(body)}`, url].join(" ")
    : [`${shellPrintf(body)} |`, ...words, "--data-binary @-", url].join(" ");
  if (isWhole(exchange) && line.length <= LONGEST_LINE) return line;
  return [...words, `--data-binary @${exchange.id}.body`, url].join(" ");
}

/** The headers of a request that say what it is, with its key where that is one of the world's. */
export function headersToSend(world: World, exchange: Exchange): Record<string, string> {
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

/** The body of a request as a file for its curl line; undefined where not all of it was kept. */
export function bodyOf(world: World, exchange: Exchange): string | undefined {
  return isWhole(exchange) ? (entryOf(exchange, world.mask).request.body ?? "") : undefined;
}

/** Whether all of the body of a request was kept. */
export const isWhole = ({ sentBody = "" }: Exchange) => typeof sentBody === "string";

function formatHeader([name, value]: [string, string]): string {
  // Why: curl leaves out a header that ends with a colon.
  return `-H ${shellQuote(value === "" ? `${name};` : `${name}: ${value}`)}`;
}
