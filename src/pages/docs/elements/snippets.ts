// A request as code: curl, JavaScript and Python.
import { shellQuote } from "../../../shared/shell.ts";

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in place of a body in JSON. */
  readonly text?: string;
}

/** The languages of the examples, by the names in the style sheet. */
export const LANGUAGES = {
  curl: { name: "curl", format: (sent: SentRequest) => formatCurl(sent) },
  javascript: { name: "JavaScript", format: formatJavaScript },
  python: { name: "Python", format: formatPython },
} as const;

/** Creates the headers of a request to the API. Without a key there is no `Authorization`. */
export function headersOf(key: string | undefined, body: unknown): SentRequest["headers"] {
  return {
    ...(key !== undefined && { Authorization: `Bearer ${key}` }),
    ...(body !== undefined && { "Content-Type": "application/json" }),
  };
}

/** Formats a request as a command for a POSIX shell. `more` are arguments that are quoted already. */
export function formatCurl(
  { method, url, headers, body }: SentRequest,
  more: string[] = [],
): string {
  // Why: curl uses POST by default if there is a body.
  const verb = method === (body === undefined ? "GET" : "POST") ? "" : `-X ${method} `;
  return [
    `curl ${verb}${shellQuote(url)}`,
    ...more,
    ...Object.entries(headers).map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${shellQuote(JSON.stringify(body))}`]),
  ].join(" \\\n  ");
}

/** Formats a request as a JavaScript module for Node, Bun and Deno. */
function formatJavaScript({ method, url, headers, body, text }: SentRequest): string {
  const sent = Object.entries(headers).map(
    ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );
  return [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    ...(method === "GET" ? [] : [`  method: ${JSON.stringify(method)},`]),
    ...["  headers: {", ...sent, "  },"],
    ...(body === undefined ? [] : [`  body: JSON.stringify(${JSON.stringify(body)}),`]),
    ...(text === undefined ? [] : [`  body: ${JSON.stringify(text)},`]),
    "});",
    "console.log(response.status, await response.json());",
  ].join("\n");
}

/** Formats a request as a Python program that uses the package `requests`. */
function formatPython({ method, url, headers, body, text }: SentRequest): string {
  const data = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const sent = Object.entries(headers).map(
    ([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );
  return [
    "import requests",
    "",
    `response = requests.${method.toLowerCase()}(`,
    `    ${JSON.stringify(url)},`,
    ...["    headers={", ...sent, "    },"],
    // Why: a string, because `true` and `null` of JSON are not valid Python.
    // Why: the package encodes text as Latin-1.
    ...(data === undefined
      ? []
      : [`    data=${JSON.stringify(data)}${/[^ -~]/.test(data) ? ".encode()" : ""},`]),
    "    timeout=10,",
    ")",
    "print(response.status_code, response.json())",
  ].join("\n");
}
