// When a call of the control API is refused, as its description has it: for some statuses the call itself
// says so, for the others its kind does.
import type { Operation } from "./operation.ts";

/** Each status, with the sentence that says when. */
export type Reasons = Readonly<Record<string, string>>;

const STRANGER =
  "It was asked by a name that is none of the sandbox's, or by a page of another origin.";

/** Tells when a call is refused, by status; `secured` is whether it needs a token. */
export function listRefusals(
  { method, path, query, body, refusals }: Omit<Operation, "run">,
  secured: boolean,
): Reasons {
  const parts = Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name);
  return {
    ...(query && { 400: "The query is not what it takes." }),
    ...(method !== "get" && { 400: "The body is not JSON." }),
    ...(secured && { 401: "The token is missing, or another." }),
    403: STRANGER,
    ...(parts.length > 0 && { 404: `There is no such ${parts.join(" or ")}.` }),
    ...(method !== "get" && {
      413: "The body is longer than 8 MiB.",
      415: "The media type is not `application/json`.",
      422: body ? "The body is not what it takes." : "The body is not empty.",
    }),
    ...refusals,
    default: "405 for another method; 500 for a bug in the sandbox.",
  };
}
