// What a status other than success tells somebody who asks a server with a key, and what to do about it.
import type { Endpoint } from "../../../contract/endpoints.ts";
import type { Quote } from "./quote-untrusted.ts";

/** What happened, to continue a sentence, and the mend, a sentence. */
export type Explanation = readonly [message: string, mend: string];

/** What to do about a server that does not do as the API's document says. */
export const CONFORM_MEND =
  "merchant-sandbox conform, with the same address and key, tells all that it does otherwise.";

/** Explains the status of an answer. */
export function explainStatus(
  { status, headers }: Pick<Response, "status" | "headers">,
  { method, path, scope }: Endpoint,
  quote: Quote,
): Explanation {
  const answer = `it answers ${status} to ${method} ${path}`;
  if (status >= 300 && status < 400) return explainRedirect(answer, headers, quote);
  if (status >= 500) return [`${answer}, so the server itself fails`, "Try again later."];
  switch (status) {
    case 401:
      return [
        `${answer}: the key is unknown, expired or revoked`,
        "Give another, with --key or in MERCHANT_SANDBOX_KEY.",
      ];
    case 403:
      return [
        scope === undefined
          ? `${answer}: the key is good, but has no access to the sandbox`
          : `${answer}, though ping says that the key holds ${scope}`,
        "Whoever manages the merchant's keys can tell what this one may do.",
      ];
    case 404:
      return [
        `${answer}: the API is not there`,
        "--base-url is what stands in front of /api/v1/integration.",
      ];
    case 429:
      return [`${answer}: too many requests with this key`, explainRetry(headers, quote)];
    default:
      return [answer, CONFORM_MEND];
  }
}

function explainRedirect(answer: string, headers: Headers, quote: Quote): Explanation {
  const location = headers.get("Location");
  const to = location === null ? "" : `, which leads to ${quote(location)}`;
  return [`${answer}${to}`, "No redirect is followed: give the address behind it with --base-url."];
}

function explainRetry(headers: Headers, quote: Quote): string {
  const told = headers.get("Retry-After");
  return told === null
    ? "Try again later."
    : `Try again later: it says Retry-After: ${quote(told)}.`;
}
