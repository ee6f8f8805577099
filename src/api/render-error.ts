// A refusal → its body, in the form that the world's settings ask for. The document leaves the body
// open (§7), so testers can have it in several and see that their client reads the status alone.
import { type ApiError, ERRORS, type ErrorBody } from "../contract/errors.ts";
import type { Settings } from "../seeds/blueprint.ts";

export interface RenderedError {
  readonly body: string;
  readonly contentType: string;
}

/** Renders the body of a refusal. */
export function renderError(
  { code, message, details }: ApiError,
  requestId: string,
  form: Settings["errorBody"],
): RenderedError {
  const { issues } = details;
  const { status } = ERRORS[code];
  if (form === "empty") return { body: "", contentType: JSON_TYPE };
  if (form === "html") return { body: gatewayPage(status), contentType: "text/html" };
  if (form === "problem") {
    const problem = { type: "about:blank", title: message, status, code, requestId, issues };
    return { body: JSON.stringify(problem), contentType: JSON_TYPE };
  }
  const body: ErrorBody = {
    error: { code, message, requestId, ...(issues && { issues: [...issues] }) },
  };
  return { body: JSON.stringify(body), contentType: JSON_TYPE };
}

export const JSON_TYPE = "application/json";

const gatewayPage = (status: number) =>
  `<html>\r\n<head><title>${status}</title></head>\r\n<body>\r\n` +
  `<center><h1>${status}</h1></center>\r\n<hr><center>gateway</center>\r\n</body>\r\n</html>\r\n`;
