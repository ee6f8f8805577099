// What an endpoint responds with when it rejects a request: the statuses that the API's document lists (§7),
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

type Refusal = Omit<ApiResponse, "content"> & {
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
  Unauthorized: refusal({
    description: "The key is missing or unknown, has expired or was revoked (§5.3).",
    headers: {
      ...COMMON_HEADERS,
      ...describeChallenge({
        description: "That the key is no good; or `Bearer` alone, where none was sent.",
        required: true,
        example: 'Bearer error="invalid_token"',
      }),
    },
    examples: [["unauthorized"]],
  }),
  RateLimited: refusal({
    description: "There were too many requests: wait, then send it again (§8.2).",
    "x-sandbox-choice":
      "The document promises that there is a limit, and no figures (§8.2): they are in the setting `rateLimit`.",
    headers: {
      ...LATE_HEADERS,
      ...describeRetryAfter({ description: "How many whole seconds to wait.", required: true }),
    },
    examples: [["rate_limit_exceeded"]],
  }),
  Other: refusal({
    description:
      "405 where the path does not take the method; 421 where `Host` is not a name of the sandbox; 500, 502, 503 or 504 where a fault asks for it.",
    "x-sandbox-choice":
      "The document lists none of these statuses (§7). Any server in between may answer them all the same.",
    headers: {
      ...COMMON_HEADERS,
      ...ALLOW,
      ...describeRetryAfter({
        description: "With 503: how many whole seconds to wait.",
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
    return refusal({
      description: "The request is invalid (§7).",
      "x-sandbox-choice":
        "The document defines no parameters (§4). One that is sent all the same is ignored, or refused " +
        "where the setting `unknownQuery` says so.",
      headers: LATE_HEADERS,
      examples: [
        ["invalid_request", { path: "limit", message: "There is no such query parameter." }],
      ],
    });
  }
  return refusal({
    description: "The body lacks `productId`, has no UUID there, or has other fields (§4.4, §7).",
    "x-sandbox-choice":
      "The document lists no status for broken JSON, another media type or a body that is too long: they " +
      "are invalid requests too.",
    headers: LATE_HEADERS,
    examples: [["invalid_request", { path: "productId", message: "This field must be a UUID." }]],
  });
}

function describeForbidden({ scope }: Endpoint): ApiResponse {
  if (scope === undefined) {
    return refusal({
      description: "The key, or its merchant, has no access to the sandbox (§5.4).",
      "x-sandbox-choice":
        "The document also says that ping accepts any active key (§5.4): here that is about scopes, and not " +
        "about access.",
      headers: LATE_HEADERS,
      examples: [["sandbox_access_unavailable"]],
    });
  }
  const challenge = describeChallenge({
    description: "Which scope is missing, where that is the reason.",
    required: false,
    example: `Bearer error="insufficient_scope", scope="${scope}"`,
  });
  return refusal({
    description: `The key lacks the scope \`${scope}\`, or has no access to the sandbox (§5.4).`,
    headers: { ...LATE_HEADERS, ...challenge },
    examples: [["insufficient_scope"], ["sandbox_access_unavailable"]],
  });
}

function describeMissing({ method }: Endpoint): ApiResponse {
  if (method === "GET") {
    return refusal({
      description: "Listed for every endpoint, but it is about the product of checkout links (§7).",
      "x-sandbox-choice": "Nothing can be missing here, so that only a fault answers it.",
      headers: LATE_HEADERS,
      examples: [["product_not_found"]],
    });
  }
  return refusal({
    description:
      "The merchant has no published product of this id: it is unknown, another merchant's or not " +
      "published (§4.4, §7).",
    "x-sandbox-choice":
      "The document shows no bodies of errors (§7): here the answer is the same for all three, so that it " +
      "tells nothing about the products of others.",
    headers: LATE_HEADERS,
    examples: [["product_not_found"]],
  });
}

function refusal({ examples, headers, ...words }: Refusal): ApiResponse {
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
