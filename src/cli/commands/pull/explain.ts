// Explains the errors in a response of the server that `pull` reads from.
import type { BaseIssue } from "valibot";
import { createKeyRedactor } from "../../../conform/redact.ts";
import type { Endpoint } from "../../../contract/endpoints.ts";
import { LIST_LIMIT } from "../../../contract/list.ts";
import { quote } from "../../../seeds/diagnostics/diagnostic.ts";
import { joinPath } from "./flatten.ts";

/** What happened, to continue a sentence, and what to do about it, a sentence. */
type Explanation = readonly [message: string, hint: string];

/** What to do about a server that does not conform to the API's specification. */
export const CONFORM_HINT =
  "Run merchant-sandbox conform with the same address and key to see all differences.";

/** Explains the status of an answer. */
export function explainStatus(
  { status, headers }: Pick<Response, "status" | "headers">,
  { method, path, scope }: Endpoint,
  quote: Quote,
): Explanation {
  const answer = `it responds with ${status} to ${method} ${path}`;
  if (status >= 300 && status < 400) return explainRedirect(answer, headers, quote);
  if (status >= 500) return [`${answer}, which is an error of the server`, "Try again later."];
  switch (status) {
    case 401:
      return [
        `${answer}: the key is unknown, expired or revoked`,
        "Use another key with --key or MERCHANT_SANDBOX_KEY.",
      ];
    case 403:
      return [
        scope === undefined
          ? `${answer}: the key is valid, but has no access to the sandbox`
          : `${answer}, although ping says that the key has ${scope}`,
        "Ask whoever manages the merchant's keys what this key may do.",
      ];
    case 404:
      return [
        `${answer}: the API is not there`,
        "Set --base-url to the address without /api/v1/integration.",
      ];
    case 429:
      return [`${answer}: too many requests with this key`, explainRetry(headers, quote)];
    default:
      return [answer, CONFORM_HINT];
  }
}

function explainRedirect(answer: string, headers: Headers, quote: Quote): Explanation {
  const location = headers.get("Location");
  const to = location === null ? "" : `, which leads to ${quote(location)}`;
  return [
    `${answer}${to}`,
    "Redirects are not followed. Set --base-url to the address that it leads to.",
  ];
}

function explainRetry(headers: Headers, quote: Quote): string {
  const told = headers.get("Retry-After");
  return told === null
    ? "Try again later."
    : `Try again later. The response has Retry-After: ${quote(told)}.`;
}

const SHOWN = 5;

// Why: the schemas have no message for these.
const EXPECTED: Readonly<Record<string, string>> = {
  array: "a list",
  max_length: `a list of at most ${LIST_LIMIT}`,
  strict_object: "an object",
  string: "a string",
  number: "a number",
  uuid: "a UUID",
  safe_integer: "a whole number up to 9007199254740991",
};

/** Formats the first few issues of a response, one per line. `name` is the name of the response. */
export function explainBreaches(
  issues: readonly BaseIssue<unknown>[],
  name: string,
  quote: Quote,
): string {
  const lines = issues.slice(0, SHOWN).map((issue) => {
    const place = (issue.path ?? []).reduce((path, { key }) => joinPath(path, key), name);
    return `${quote(place)} ${explainIssue(issue, quote)}`;
  });
  const more = issues.length > SHOWN ? [`and ${issues.length - SHOWN} more`] : [];
  return [...lines, ...more].map((line) => `  ${line}`).join("\n");
}

function explainIssue({ type, expected, received }: BaseIssue<unknown>, quote: Quote): string {
  if (expected === "never") return "is not a field of the specification";
  if (received === "undefined") return "is missing";
  const rule = type === "regex" ? `match ${expected}` : `be ${EXPECTED[type] ?? expected}`;
  return `must ${rule}, received ${quote(received)}`;
}

/** Quotes a text of a server: without the key, one line of it, cut short, safe to print. */
type Quote = (text: string) => string;

/** Creates a function that quotes texts of a server that knows this key. */
export function createQuote(key: string): Quote {
  const mask = createKeyRedactor({ full: key });
  // Why: in this order, for half a key is not found any more.
  return (text) => quote(mask(text));
}
