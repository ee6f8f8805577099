// The requests of a world as the report of a failed test shows them.
import type { JournalEntry } from "../world/journal/entry.ts";

/** Formats requests, the oldest first: a line for each, and below it the reason for an error and the hints. */
export function formatRequests(entries: readonly JournalEntry[]): string {
  if (entries.length === 0) return "No request reached the sandbox.";
  return entries.map(formatRequest).join("\n");
}

function formatRequest({ method, path, status, dropped, ms, why, hints }: JournalEntry): string {
  const outcome = dropped ? `dropped ${dropped}` : (status ?? "no response yet");
  const head = `${method} ${path} → ${outcome}${ms === null ? "" : ` in ${Math.round(ms)} ms`}`;
  const notes = [...(why === null ? [] : [`why: ${why}`]), ...hints.map((hint) => `hint: ${hint}`)];
  return [head, ...notes.map((note) => `  ${note}`)].join("\n");
}
