// A request of the journal as a curl command that repeats it.
import { bearerToken } from "../../shared/patterns.ts";
import { shellQuote } from "../../shared/shell.ts";
import type { Exchange } from "../../world/journal/exchange.ts";
import { entryOf } from "../../world/journal/record.ts";
import type { World } from "../../world/world.ts";

/** What curl sends by itself, or what was true of the other connection alone. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...["accept-encoding", "connection", "content-length", "expect", "host", "keep-alive"],
  ...["te", "transfer-encoding", "upgrade", "user-agent"],
]);

const PLACEHOLDER = "YOUR_KEY";

/** Writes a request as a curl line: with its key where that is one of the world's, and with no other. */
export function formatRequestAsCurl(world: World, baseUrl: string, exchange: Exchange): string {
  const { method, path, request } = entryOf(exchange, world.mask);
  const headers = Object.entries(request.headers)
    .filter(([name, value]) => !LEFT_OUT.has(name) && !(name === "accept" && value === "*/*"))
    .map(([name, value]) => (name === "authorization" ? [name, unmask(value)] : [name, value]))
    .map((header) => `-H ${shellQuote(header.join(": "))}`);
  const body = request.body ? [`--data-raw ${shellQuote(request.body)}`] : [];
  const standard = body.length > 0 ? "POST" : "GET";
  const verb = method === standard ? [] : [method === "HEAD" ? "-I" : `-X ${shellQuote(method)}`];
  return ["curl", ...verb, ...headers, ...body, shellQuote(baseUrl + path)].join(" ");

  // Why: a key that is not of this world may be one of the real service, and a secret.
  function unmask(masked: string): string {
    const token = bearerToken(exchange.sentHeaders.get("authorization"));
    if (token === undefined) return masked;
    return `Bearer ${world.findKey(token)?.key ?? PLACEHOLDER}`;
  }
}
