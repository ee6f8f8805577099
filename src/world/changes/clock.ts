// Moving a world's clock by hand, in the words that seeds use for times.
import * as v from "valibot";
import { duration, flag, time } from "../../seeds/format/fields.ts";
import { parseDuration, parseTime, shiftInstant } from "../../shared/times.ts";
import type { World } from "../world.ts";
import { WorldError } from "../world-error.ts";

export const ClockChangeSchema = v.strictObject({
  now: v.exactOptional(
    v.pipe(time, v.description("Absolute, or counted from the world's own time, like now+1d.")),
  ),
  frozen: v.exactOptional(
    v.pipe(flag, v.description("Whether it stands still until it is moved or let run.")),
  ),
});

export const AdvanceSchema = v.strictObject({
  by: v.pipe(duration, v.description("How far it moves on, like 91d or 1h30m.")),
});

export interface ClockChange {
  /** Absolute, or counted from the world's own time. */
  readonly now?: string | undefined;
  readonly frozen?: boolean | undefined;
}

/** Sets, freezes or unfreezes a clock; what is left out stays. Throws `WorldError`. */
export function setClock({ clock, journal }: World, { now, frozen }: ClockChange): void {
  const time = now === undefined ? undefined : parseTime(now, clock.now());
  if (now !== undefined && time === undefined) {
    const fix = "write it like 2026-10-17T09:00:00Z or now+1d, in the years 0 to 9999";
    throw new WorldError("bad-time", `there is no such time as ${JSON.stringify(now)}; ${fix}`);
  }
  if (time === undefined && frozen === undefined) return;
  clock.set({ ...(time && { now: time.ms }), ...(frozen !== undefined && { frozen }) });
  if (time !== undefined) journal.divide("Clock set", clock.now());
  if (frozen !== undefined) journal.divide(frozen ? "Clock frozen" : "Clock running", clock.now());
}

/** Moves a clock on by a length of time, like `91d` or `1h30m`. Throws `WorldError`. */
export function advanceClock({ clock, journal }: World, by: string): void {
  const ms = parseDuration(by);
  if (ms === undefined || shiftInstant({ ms: clock.now(), fraction: "" }, ms) === undefined) {
    const message = `a clock can't be moved on by ${JSON.stringify(by)}; write it like 91d, and stay before the year 10000`;
    throw new WorldError("bad-time", message);
  }
  clock.advance(ms);
  journal.divide(`Clock +${by}`, clock.now());
}
