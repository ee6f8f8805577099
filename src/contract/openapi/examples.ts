// Example bodies of errors. Those of requests and responses are with their endpoints.
import { ERRORS, type ErrorBody, type ErrorCode, type Issue } from "../errors.ts";

export const EXAMPLE_REQUEST_ID = "req_1ohaumh_00003";

/** Makes the body of an error as an example of it. */
export function createExampleError(code: ErrorCode, ...issues: Issue[]): ErrorBody {
  const { message } = ERRORS[code];
  return {
    error: {
      code,
      message,
      requestId: EXAMPLE_REQUEST_ID,
      ...(issues.length > 0 && { issues }),
    },
  };
}
