// The `WWW-Authenticate` headers of refusals, as RFC 6750 §3.1 has them.
import type { Scope } from "../contract/scopes.ts";

export const CHALLENGES = {
  // Why: a request without any token is told no error code.
  missing: { "WWW-Authenticate": "Bearer" },
  invalid: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
  scope: (scope: Scope) => ({
    "WWW-Authenticate": `Bearer error="insufficient_scope", scope="${scope}"`,
  }),
} as const;
