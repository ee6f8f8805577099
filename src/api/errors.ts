// A refusal → its body, in the form that the world's settings ask for. The document leaves the body
// open (§7), so testers can have it in several and see that their client reads the status alone.
import type { ErrorBody } from "../contract/error-body.ts";
import { type ApiError, ERRORS } from "../contract/errors.ts";
import type { Settings } from "../model/state.ts";
import { STATUS_TITLES } from "../shared/status-titles.ts";

export const JSON_TYPE = "application/json";
export const HTML_TYPE = "text/html";
export type ContentType = typeof JSON_TYPE | typeof HTML_TYPE;

export interface RenderedError {
  readonly body: string;
  readonly contentType: ContentType;
}

/** Renders the body of a refusal. */
export function renderError(
  { code, message, details }: ApiError,
  requestId: string,
  form: Settings["errorBody"],
): RenderedError {
  const { issues } = details;
  const { status } = ERRORS[code];
  const title = STATUS_TITLES[status];
  if (form === "empty") return { body: "", contentType: JSON_TYPE };
  if (form === "html") {
    return { body: gatewayPage(`${status} ${title}`), contentType: HTML_TYPE };
  }
  if (form === "problem") {
    const problem = { type: "about:blank", title, status, detail: message };
    const body = JSON.stringify({ ...problem, code, requestId, issues });
    return { body, contentType: JSON_TYPE };
  }
  if (issues === undefined) {
    // Why: by hand, for it holds nothing that JSON escapes, and most refusals are such ones.
    const body = `{"error":{"code":"${code}","message":"${message}","requestId":"${requestId}"}}`;
    return { body, contentType: JSON_TYPE };
  }
  const body: ErrorBody = { error: { code, message, requestId, issues: [...issues] } };
  return { body: JSON.stringify(body), contentType: JSON_TYPE };
}

const gatewayPage = (title: string) =>
  `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n` +
  `<center><h1>${title}</h1></center>\r\n<hr><center>gateway</center>\r\n</body>\r\n</html>\r\n`;
