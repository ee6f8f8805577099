// A request and its response as text, as HTTP writes them.
import type { JournalEntry } from "../../world/journal/record.ts";
import { indentJson } from "./indent-json.ts";

/** Writes a request: its line, its headers, and its body with JSON indented. */
export function formatRequest({ method, path, request }: JournalEntry): string {
  return format(`${method} ${path}`, request.headers, request.body);
}

/** Writes the response to a request, or why there is none. */
export function formatResponse({ ms, status, dropped, response }: JournalEntry): string {
  if (ms === null) return "not yet";
  if (dropped === "before") return "connection closed before the response";
  const line = dropped === "midway" ? `${status}, connection closed in the middle` : `${status}`;
  return format(line, response.headers, response.body);
}

/** Writes headers, each on its line. */
export function formatHeaders(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map((header) => header.join(": "))
    .join("\n");
}

function format(first: string, headers: Record<string, string>, body: string | null): string {
  const head = [first, formatHeaders(headers)].filter(Boolean).join("\n");
  return body ? `${head}\n\n${indentJson(body)}` : head;
}
