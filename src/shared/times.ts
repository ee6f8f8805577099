// Times and durations in the format of seeds: absolute (`2026-10-17T09:00:00Z`), relative to the world's
// clock (`now-3d`), and bare durations (`1h30m`).

/** A point in time. `fraction` is the fraction of a second as written, up to nine digits. */
export interface Instant {
  readonly ms: number;
  readonly fraction: string;
}

/** A time in seeds: absolute, or relative to the start of a world. */
export interface SeedTime extends Instant {
  /** Whether `ms` counts from the start of a world, and not from 1970. */
  readonly relative: boolean;
}

export const ABSOLUTE_TIME =
  /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})$/;
// Why: bounded, because regular expressions of some runtimes throw on texts of megabytes.
export const RELATIVE_TIME = /^now(?:([+-])((?:\d{1,15}(?:ms|[smhdw])){1,9}))?$/;
export const DURATION = /^(?:\d{1,15}(?:ms|[smhdw])){1,9}$/;

const UNIT_MS = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
} as const;

// Contract: §2 writes a year with four digits, so times are between the years 0 and 9999.
const EARLIEST = Date.parse("0000-01-01T00:00:00Z");
export const LATEST = Date.parse("9999-12-31T23:59:59.999Z");

/** Parses a time. Relative times count from `now` (Unix milliseconds). Undefined if it is not valid. */
export function parseTime(text: string, now: number): Instant | undefined {
  const time = readTime(text);
  if (time === undefined) return undefined;
  const { ms, fraction, relative } = time;
  return relative ? shiftInstant({ ms: now, fraction }, ms) : { ms, fraction };
}

/** Parses a time, and keeps relative times relative. Undefined if it is not valid. */
export function readTime(text: string): SeedTime | undefined {
  const [relative, sign, distance = "0s"] = RELATIVE_TIME.exec(text) ?? [];
  if (relative === undefined) {
    const instant = parseAbsolute(text);
    return instant && { ...instant, relative: false };
  }
  const ms = parseDuration(distance);
  return ms === undefined
    ? undefined
    : { ms: sign === "-" ? -ms : ms, fraction: "", relative: true };
}

/** The instant of a seed's time in a world that started at `start` (Unix milliseconds). */
export function instantAt({ ms, fraction, relative }: SeedTime, start: number): Instant {
  if (!relative) return { ms, fraction };
  // Why: the time was checked when it was loaded, but a later start may be too close to the year 10000.
  return { ms: Math.min(Math.max(start + ms, EARLIEST), LATEST), fraction };
}

/** Parses a duration in milliseconds. Undefined if it is not valid. */
export function parseDuration(text: string): number | undefined {
  if (!DURATION.test(text)) return undefined;
  let ms = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)(ms|[smhdw])/g)) {
    ms += Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
  }
  return Number.isSafeInteger(ms) ? ms : undefined;
}

/** Moves an instant by milliseconds. Undefined if the result is outside the years 0 to 9999. */
export function shiftInstant(instant: Instant, by: number): Instant | undefined {
  const ms = instant.ms + by;
  if (!inRange(ms)) return undefined;
  if (instant.fraction === "" || by % 1_000 === 0) return { ms, fraction: instant.fraction };
  return { ms, fraction: new Date(ms).toISOString().slice(20, 23) + instant.fraction.slice(3) };
}

/** The time of an order that is `delay` later than the first of several that are `every` apart, in milliseconds. */
export function repeatTime(
  time: SeedTime,
  { delay, every }: { readonly delay: number; readonly every: number },
): SeedTime {
  const ms = time.ms + delay;
  if (time.fraction === "" || every % 1_000 === 0) return { ...time, ms };
  // Why: if they are fractions of a second apart, all have the same number of digits.
  const fraction = new Date(ms).toISOString().slice(20, 23) + time.fraction.slice(3);
  return { ...time, ms, fraction };
}

/** Formats an instant as the API does: UTC, `Z`, and milliseconds or the digits as written (§2). */
export function formatInstant({ ms, fraction }: Instant): string {
  const text = new Date(ms).toISOString();
  return fraction === "" ? text : `${text.slice(0, 19)}.${fraction}Z`;
}

/** Formats Unix milliseconds as ISO 8601 in UTC. */
export function formatTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Compares two instants, to the ninth digit. */
export function compareInstants(a: Instant, b: Instant): number {
  return a.ms - b.ms || nanoseconds(a) - nanoseconds(b);
}

function nanoseconds({ fraction }: Instant): number {
  return fraction.length > 3 ? Number(fraction.slice(3).padEnd(6, "0")) : 0;
}

function parseAbsolute(text: string): Instant | undefined {
  const [, clock, fraction = "", offset = ""] = ABSOLUTE_TIME.exec(text) ?? [];
  if (clock === undefined) return undefined;
  const written = `${clock}.${fraction.slice(0, 3).padEnd(3, "0")}Z`;
  const ms = Date.parse(written);
  // Why: some engines read 31 February as 3 March. Only a valid date stays the same when it is formatted again.
  if (Number.isNaN(ms) || new Date(ms).toISOString() !== written) return undefined;
  const shift = parseOffset(offset);
  if (shift === undefined || !inRange(ms - shift)) return undefined;
  return { ms: ms - shift, fraction };
}

function parseOffset(offset: string): number | undefined {
  if (offset === "Z") return 0;
  const [hours = 0, minutes = 0] = offset.slice(1).split(":").map(Number);
  if (hours > 23 || minutes > 59) return undefined;
  const ms = hours * UNIT_MS.h + minutes * UNIT_MS.m;
  return offset[0] === "-" ? -ms : ms;
}

function inRange(ms: number): boolean {
  return ms >= EARLIEST && ms <= LATEST;
}
