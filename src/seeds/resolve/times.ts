// A time that an entry gives → the time, or a diagnostic if the calendar or the clock has no such time.
import { parseTime, readTime, type SeedTime } from "../../shared/times.ts";
import { type Diagnostic, errorAt, quote } from "../diagnostics/diagnostic.ts";
import { type Entry, locateField } from "../read/entries.ts";

export interface TimeField {
  readonly entry: Entry<unknown>;
  readonly field: string;
  /** The field within that one, if it is a mapping. */
  readonly inner?: string;
  /** What it holds. */
  readonly text: string | undefined;
}

/** Reads a field's time; a relative one must exist as of `now` (Unix milliseconds). */
export function resolveTime(
  { entry, field, inner, text }: TimeField,
  now: number,
  report: (diagnostic: Diagnostic) => void,
): SeedTime | undefined {
  if (text === undefined) return undefined;
  if (parseTime(text, now) !== undefined) return readTime(text);
  const message = `\`${inner ?? field}\`: there is no such time as ${quote(text)}`;
  const hint = text.startsWith("now") ? "Times lie between the years 0 and 9999." : undefined;
  report(errorAt(locateField(entry, field, inner), "bad-time", message, hint));
  return readTime(text);
}
