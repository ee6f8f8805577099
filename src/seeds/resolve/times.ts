// A time that an entry gives → the instant, or a diagnostic where the calendar or the clock has none.
import { type Instant, parseTime } from "../../shared/times.ts";
import { type Diagnostic, errorAt, quote } from "../diagnostics/diagnostic.ts";
import { type Entry, locateField } from "../read/entries.ts";

export interface TimeField {
  readonly entry: Entry<unknown>;
  readonly field: string;
  /** The field within that one, where it is a mapping. */
  readonly inner?: string;
  /** What it holds. */
  readonly text: string | undefined;
}

/** Reads a field's time, relative ones counted from `now` (Unix milliseconds). */
export function resolveTime(
  { entry, field, inner, text }: TimeField,
  now: number,
  report: (diagnostic: Diagnostic) => void,
): Instant | undefined {
  if (text === undefined) return undefined;
  const time = parseTime(text, now);
  if (time === undefined) {
    const message = `\`${inner ?? field}\`: there is no such time as ${quote(text)}`;
    const hint = text.startsWith("now") ? "Times lie between the years 0 and 9999." : undefined;
    report(errorAt(locateField(entry, field, inner), "bad-time", message, hint));
  }
  return time;
}
