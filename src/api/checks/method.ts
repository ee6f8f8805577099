// Check 2: the endpoint answers the method (§4).
import type { Endpoint } from "../../contract/endpoints.ts";
import { ApiError } from "../../contract/errors.ts";
import { type Call, hint } from "../call.ts";

/** Throws `method_not_allowed` (405) where the endpoint does not answer the method of a call. */
export function requireMethod(call: Call, { name, method }: Endpoint): void {
  if (call.method === method || (call.method === "HEAD" && method === "GET")) return;
  const [allow, mend] =
    method === "GET"
      ? ["GET, HEAD", "send GET, without a body"]
      : [method, `send ${method} with a body of JSON`];
  if (call.method === "GET") {
    hint(
      call,
      "a client that follows a redirect turns POST into GET; call the address it leads to",
    );
  }
  const why = `${name} answers ${allow.replace(", ", " and ")}, not ${call.method}; ${mend}`;
  throw new ApiError("method_not_allowed", { why, headers: { Allow: allow } });
}
