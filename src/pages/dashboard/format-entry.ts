// A request and its response as text, as HTTP writes them.
import type { JournalEntry } from "../../world/journal/entry.ts";
import { indentJson } from "./indent-json.ts";

/** Writes a request: its line, its headers, and its body with JSON indented. */
export function formatRequest({ method, path, request }: JournalEntry, all = true): string {
  return format(`${method} ${path}`, request.headers, request.body, all);
}

/** Writes the response to a request, or why there is none. */
export function formatResponse(entry: JournalEntry, all = true): string {
  const { ms, status, dropped, response } = entry;
  if (ms === null) return "not yet";
  if (dropped === "before") return "connection closed before the response";
  const line = dropped === "midway" ? `${status}, connection closed in the middle` : `${status}`;
  return format(line, response.headers, response.body, all);
}

/** Writes headers, each on its line. */
export function formatHeaders(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map((header) => header.join(": "))
    .join("\n");
}

/** How many characters of a body are shown where not all of it is asked for. */
export const SHOWN_CHARACTERS = 16_000;

function format(
  first: string,
  headers: Record<string, string>,
  body: string | null,
  all: boolean,
): string {
  const head = [first, formatHeaders(headers)].filter(Boolean).join("\n");
  if (!body) return head;
  const text = indentJson(body);
  return `${head}\n\n${all || text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS)}…`}`;
}
