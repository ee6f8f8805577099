// The headers of responses, as the description has them. The API's specification names none but the media type
// (§4), so that all of them are choices of the sandbox.
import type { ApiHeader, ApiHeaders, HeaderName } from "./api-document.ts";
import { EXAMPLE_REQUEST_ID } from "./examples.ts";

const UNNAMED = { "x-sandbox-choice": "The specification defines no such header." };
const BY_SETTING = {
  "x-sandbox-choice":
    "The specification defines no such header. The setting `rateLimitHeaders` adds it.",
};

/** The headers that have a name of their own in the description. */
export const HEADERS: Readonly<Record<HeaderName, ApiHeader>> = {
  "X-Request-Id": {
    ...UNNAMED,
    description: "The id of the request, as in the sandbox's log.",
    required: true,
    schema: { type: "string" },
    example: EXAMPLE_REQUEST_ID,
  },
  "Cache-Control": {
    ...UNNAMED,
    description: "Responses must not be cached.",
    required: true,
    schema: { type: "string", const: "no-store" },
    example: "no-store",
  },
  "RateLimit-Policy": {
    ...BY_SETTING,
    description:
      "`q`: how many requests the key may send at once. `w`: seconds until all of them are available again.",
    required: false,
    schema: { type: "string" },
    example: '"default";q=100;w=2',
  },
  RateLimit: {
    ...BY_SETTING,
    description: "`r`: how many requests are left. `t`: seconds until one more is available.",
    required: false,
    schema: { type: "string" },
    example: '"default";r=50;t=1',
  },
};

/** What every response has. */
export const COMMON_HEADERS: ApiHeaders = {
  "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" },
  "Cache-Control": { $ref: "#/components/headers/Cache-Control" },
};

/** The headers of a response after the rate limit check. */
export const LATE_HEADERS: ApiHeaders = {
  ...COMMON_HEADERS,
  "RateLimit-Policy": { $ref: "#/components/headers/RateLimit-Policy" },
  RateLimit: { $ref: "#/components/headers/RateLimit" },
};

/** Names the methods of a path. */
export const ALLOW: ApiHeaders = {
  Allow: {
    ...UNNAMED,
    description: "With 405: the methods that the path supports.",
    required: false,
    schema: { type: "string" },
    example: "GET, HEAD",
  },
};

/** The header that says how to authenticate, and the error. */
export function describeChallenge(header: Pick<ApiHeader, "description" | "required" | "example">) {
  const schema = { type: "string", pattern: "^Bearer" } as const;
  return { "WWW-Authenticate": { ...UNNAMED, ...header, schema } };
}

/** Says when to send a request again. */
export function describeRetryAfter(header: Pick<ApiHeader, "description" | "required">) {
  const schema = { type: "integer", minimum: 1 } as const;
  return { "Retry-After": { ...UNNAMED, ...header, schema, example: 1 } };
}
