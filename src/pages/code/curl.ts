// A request as a curl command. Pasted into a shell, it sends the same request, whatever characters are in it.
import { isPrintable } from "../../shared/printable.ts";
import { shellPrintf, shellQuote, shellWord } from "../../shared/shell.ts";
import type { SentRequest } from "./sent-request.ts";

/** The body of a request as a text. */
export const dataOf = ({ body, text }: SentRequest) =>
  text ?? (body === undefined ? undefined : JSON.stringify(body));

/** Formats a request as a command for a POSIX shell. `bodyFile` is the name of a file that has its body. */
export function formatCurl(sent: SentRequest, bodyFile?: string): string {
  const { method, url, headers, tokenFrom } = sent;
  const data = bodyFile === undefined ? dataOf(sent) : "";
  const path = url.replace(/^\w+:\/\/[^/]*/, "");
  // Why: curl uses POST by default if there is a body.
  const standard = data === undefined ? "GET" : "POST";
  const isPiped = data !== undefined && !isPrintable(data);
  const start = [
    ...(isPiped ? [`${shellPrintf(data)} |`] : []),
    "curl",
    // Why: curl reads [1-3] and {a,b} in a URL as many URLs, and resolves dots in its path.
    ...(/[[\]{}]/.test(path) ? ["--globoff"] : []),
    ...(/\/\.{1,2}(?:[/?]|$)/.test(path) ? ["--path-as-is"] : []),
    ...(method === standard ? [] : [method === "HEAD" ? "-I" : `-X ${shellWord(method)}`]),
    shellQuote(url),
  ];
  return [
    start.join(" "),
    ...(tokenFrom ? [`-H "Authorization: Bearer $${tokenFrom}"`] : []),
    ...Object.entries(headers).map(formatHeader),
    ...(bodyFile ? [`--data-binary @${bodyFile}`] : []),
    ...(isPiped ? ["--data-binary @-"] : []),
    // Why: `-d` reads a file if there is an @ at the beginning.
    ...(data && !isPiped
      ? [`${data.startsWith("@") ? "--data-raw" : "-d"} ${shellQuote(data)}`]
      : []),
  ].join(" \\\n  ");
}

function formatHeader([name, value]: [string, string]): string {
  // Why: curl leaves out a header that ends with a colon.
  return `-H ${shellQuote(value === "" ? `${name};` : `${name}: ${value}`)}`;
}
