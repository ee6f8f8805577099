// Errors: which statuses come when, and what their bodies and headers are (§7, §8.2).
import { ENDPOINT_NAMES } from "../../contract/endpoints.ts";
import type { FaultStatus } from "../../contract/errors.ts";
import { type Dimension, fault, setting, settings } from "../dimension.ts";

const ALL = ENDPOINT_NAMES;

/** The errors of a status at an endpoint: every time, at the first request, or after two that succeed. */
const statusOf = (
  status: FaultStatus,
  section: string,
  relies: string,
  document: string,
): Dimension => ({
  name: `status-${status}`,
  section,
  relies,
  document,
  endpoints: ALL,
  choices: () =>
    ALL.flatMap((endpoint) => [
      fault({ endpoint, respond: status }),
      fault({ endpoint, respond: status, times: 1 }),
      fault({ endpoint, respond: status, after: 2, times: 1 }),
    ]),
});

export const ERROR_DIMENSIONS: readonly Dimension[] = [
  statusOf(400, "7", "requests that are never invalid", "lets every endpoint return 400"),
  statusOf(401, "5.3", "a key that always works", "lets a key expire or be revoked at any time"),
  statusOf(403, "5.4", "a key that may always do this", "lets scope and access be taken away"),
  statusOf(404, "7", "products that are always found", "lets every endpoint return 404"),
  statusOf(
    429,
    "8.2",
    "requests that are never too many",
    "has a rate limit, and does not say which",
  ),
  statusOf(500, "7", "a server without errors", "promises no availability"),
  statusOf(502, "7", "gateways that always reach the server", "promises no availability"),
  statusOf(503, "7", "a server that is always available", "promises no availability"),
  statusOf(504, "7", "a server that always responds in time", "promises no response time"),
  {
    name: "error-body",
    section: "7",
    relies: "the form of error bodies",
    document: "does not show the body of errors",
    endpoints: ALL,
    choices: () => settings("errorBody", "problem", "empty", "html"),
  },
  {
    name: "retry-after",
    section: "8.2",
    relies: "a Retry-After header in seconds",
    document: "shows no headers of a 429",
    endpoints: ALL,
    choices: () =>
      ["none", "date"].map((form) =>
        withLimit(setting("retryAfter", form), { respond: 429, times: 1 }),
      ),
  },
  {
    name: "rate-limit-headers",
    section: "8.2",
    relies: "the absence of RateLimit headers",
    document: "shows no headers of the rate limit",
    endpoints: ALL,
    choices: () => settings("rateLimitHeaders", "draft"),
  },
  {
    name: "header-case",
    section: "8.2",
    relies: "the case of header names",
    document: "shows no headers, and HTTP ignores the case of their names",
    endpoints: ALL,
    choices: () => {
      const lower = setting("headerCase", "lower");
      return [lower, withLimit(lower, { respond: 429, times: 1 })];
    },
  },
];

/** A setting that shows in one 429 only. */
function withLimit({ label, changes }: ReturnType<typeof setting>, rule: object) {
  return { label: `${label} in a 429`, changes: { ...changes, faults: [rule] } };
}
