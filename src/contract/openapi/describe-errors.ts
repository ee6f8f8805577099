// What an endpoint responds with when it rejects a request: the statuses that the API's specification lists (§7),
// and those that only the sandbox has.
import type { Endpoint } from "../endpoints.ts";
import { ERRORS, type ErrorCode, type Issue } from "../errors.ts";
import type { ApiExample, ApiResponse, ApiResponses, ResponseName } from "./api-document.ts";
import {
  ALLOW,
  COMMON_HEADERS,
  describeChallenge,
  describeRetryAfter,
  LATE_HEADERS,
} from "./describe-headers.ts";
import { createExampleError } from "./examples.ts";

type ErrorDescription = Omit<ApiResponse, "content"> & {
  readonly examples: readonly (readonly [ErrorCode, ...Issue[]])[];
};

// Contract: §7, every endpoint may respond with these.
const DESCRIBE: Readonly<Record<number, (endpoint: Endpoint) => ApiResponses["default"]>> = {
  400: describeInvalid,
  401: () => ({ $ref: "#/components/responses/Unauthorized" }),
  403: describeForbidden,
  404: describeMissing,
  429: () => ({ $ref: "#/components/responses/RateLimited" }),
};

/** The errors that are the same for every endpoint. */
export const RESPONSES: Readonly<Record<ResponseName, ApiResponse>> = {
  Unauthorized: describeError({
    description: "The key is missing or unknown, has expired or was revoked (§5.3).",
    headers: {
      ...COMMON_HEADERS,
      ...describeChallenge({
        description: "The error, or only `Bearer` if no key was sent.",
        required: true,
        example: 'Bearer error="invalid_token"',
      }),
    },
    examples: [["unauthorized"]],
  }),
  RateLimited: describeError({
    description: "Too many requests. Wait, then retry (§8.2).",
    "x-sandbox-choice":
      "The specification promises a rate limit, but not how high it is (§8.2). The setting `rateLimit` sets it.",
    headers: {
      ...LATE_HEADERS,
      ...describeRetryAfter({ description: "Seconds to wait, a whole number.", required: true }),
    },
    examples: [["rate_limit_exceeded"]],
  }),
  Other: describeError({
    description:
      "405 if the path does not support the method. 421 if `Host` is not a name of the sandbox. 500, 502, 503 or 504 if a fault rule says so.",
    "x-sandbox-choice":
      "The specification does not list these statuses (§7), but proxies and gateways may return them.",
    headers: {
      ...COMMON_HEADERS,
      ...ALLOW,
      ...describeRetryAfter({
        description: "With 503: seconds to wait, a whole number.",
        required: false,
      }),
    },
    examples: [
      ["method_not_allowed"],
      ["misdirected_request"],
      ["internal_error"],
      ["bad_gateway"],
      ["service_unavailable"],
      ["gateway_timeout"],
    ],
  }),
};

/** Describes the errors of an endpoint, by status. */
export function describeErrors(endpoint: Endpoint): ApiResponses {
  const listed = Object.entries(DESCRIBE).map(([status, describe]) => [status, describe(endpoint)]);
  return { ...Object.fromEntries(listed), default: { $ref: "#/components/responses/Other" } };
}

function describeInvalid({ method }: Endpoint): ApiResponse {
  if (method === "GET") {
    return describeError({
      description: "The request is invalid (§7).",
      "x-sandbox-choice":
        "The specification defines no parameters (§4). The sandbox ignores any that are sent; the setting " +
        "`unknownQuery: reject` rejects them.",
      headers: LATE_HEADERS,
      examples: [["invalid_request", { path: "limit", message: "Unknown query parameter." }]],
    });
  }
  return describeError({
    description: "`productId` is missing or not a UUID, or the body has other fields (§4.4, §7).",
    "x-sandbox-choice":
      "The specification lists no status for invalid JSON, another media type or a body that is too long. The " +
      "sandbox treats them as invalid requests.",
    headers: LATE_HEADERS,
    examples: [["invalid_request", { path: "productId", message: "This field must be a UUID." }]],
  });
}

function describeForbidden({ scope }: Endpoint): ApiResponse {
  if (scope === undefined) {
    return describeError({
      description: "The key, or its merchant, has no access to the sandbox (§5.4).",
      "x-sandbox-choice":
        "The specification also says that ping accepts any active key (§5.4). In the sandbox, this means keys " +
        "with any scopes, but not keys without access.",
      headers: LATE_HEADERS,
      examples: [["sandbox_access_unavailable"]],
    });
  }
  const challenge = describeChallenge({
    description: "The missing scope, if that is the reason.",
    required: false,
    example: `Bearer error="insufficient_scope", scope="${scope}"`,
  });
  return describeError({
    description: `The key does not have the scope \`${scope}\`, or has no access to the sandbox (§5.4).`,
    headers: { ...LATE_HEADERS, ...challenge },
    examples: [["insufficient_scope"], ["sandbox_access_unavailable"]],
  });
}

function describeMissing({ method }: Endpoint): ApiResponse {
  if (method === "GET") {
    return describeError({
      description:
        "The specification lists 404 for every endpoint. It applies to the product of checkout links (§7).",
      "x-sandbox-choice": "This endpoint never responds with 404 by itself. Only a fault does.",
      headers: LATE_HEADERS,
      examples: [["product_not_found"]],
    });
  }
  return describeError({
    description:
      "The merchant has no published product with this id. It is unknown, belongs to another merchant, or " +
      "is not published (§4.4, §7).",
    "x-sandbox-choice":
      "The specification defines no error bodies (§7). The response is the same in all three cases, so that it " +
      "reveals nothing about the products of other merchants.",
    headers: LATE_HEADERS,
    examples: [["product_not_found"]],
  });
}

function describeError({ examples, headers, ...words }: ErrorDescription): ApiResponse {
  const bodies = examples.map(([code, ...issues]): [string, ApiExample] => [
    code,
    { summary: ERRORS[code].message, value: createExampleError(code, ...issues) },
  ]);
  return {
    ...words,
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/ErrorBody" },
        examples: Object.fromEntries(bodies),
      },
    },
    headers,
  };
}
