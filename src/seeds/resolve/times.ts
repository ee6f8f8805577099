// The text of a time → the time, or a diagnostic if no such date or time exists.
import { parseTime, readTime, type SeedTime } from "../../shared/times.ts";
import { type Diagnostic, errorAt, quote } from "../diagnostics/diagnostic.ts";
import { type Entry, locateField } from "../read/entries.ts";

export interface TimeField {
  readonly entry: Entry<unknown>;
  readonly field: string;
  /** The field within that one, if it is a mapping. */
  readonly inner?: string;
  /** The text of the time. */
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
  const message = `\`${inner ?? field}\` must be a date and time that exists, found ${quote(text)}`;
  const hint = text.startsWith("now") ? "Times must be between the years 0 and 9999." : undefined;
  report(errorAt(locateField(entry, field, inner), "bad-time", message, hint));
  return readTime(text);
}
