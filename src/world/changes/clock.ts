// Sets and advances a world's clock, with the time formats of seeds.
import * as v from "valibot";
import { flag, time } from "../../model/fields.ts";
import { DURATION, parseDuration, parseTime, shiftInstant } from "../../shared/times.ts";
import { listNames } from "../journal/dividers.ts";
import { rejectionOf } from "../keys.ts";
import type { World } from "../world.ts";
import { WorldError } from "../world-error.ts";

export const ClockChangeSchema = v.strictObject({
  now: v.exactOptional(
    v.pipe(time, v.description("Absolute, or relative to the world's time, such as now+1d.")),
  ),
  frozen: v.exactOptional(v.pipe(flag, v.description("Whether the clock is stopped."))),
  real: v.exactOptional(
    v.pipe(
      v.literal(true, "true, or left out"),
      v.description("Back to the system's time. Excludes the other fields."),
    ),
  ),
});

const BY =
  "a duration like 91d or 1h30m (units: ms, s, m, h, d, w); to go back, set the clock to a time like now-91d";

export const AdvanceSchema = v.strictObject({
  by: v.pipe(
    v.string(BY),
    v.regex(DURATION, BY),
    v.description("How far to advance, such as 91d or 1h30m."),
  ),
});

export type ClockChange = v.InferOutput<typeof ClockChangeSchema>;

/** Sets, freezes or unfreezes a clock. Fields that are left out stay unchanged. Throws `WorldError`. */
export function setClock(world: World, { now, frozen, real }: ClockChange): void {
  const { clock, journal } = world;
  if (real) {
    if (now !== undefined || frozen !== undefined) {
      const fix = "Leave out `now` and `frozen`, or leave out `real`.";
      throw new WorldError("bad-time", `\`real\` excludes the other fields. ${fix}`);
    }
    move(world, "Clock back to real time", clock.followSystem);
    return;
  }
  const time = now === undefined ? undefined : parseTime(now, clock.now());
  if (now !== undefined && time === undefined) {
    const fix = "Write it like 2026-10-17T09:00:00Z or now+1d, in the years 0 to 9999.";
    throw new WorldError("bad-time", `Invalid time ${JSON.stringify(now)}. ${fix}`);
  }
  // Why: both at once, because a clock that runs in between is frozen too late.
  const change = { ...(time && { now: time.ms }), ...(frozen !== undefined && { frozen }) };
  const texts = [
    ...(time ? ["Clock set"] : []),
    ...(frozen === undefined ? [] : [frozen ? "Clock frozen" : "Clock running"]),
  ];
  const [first, second] = texts;
  if (first !== undefined) move(world, first, () => clock.set(change));
  if (second !== undefined) journal.divide(second, clock);
}

/** Advances a clock by a duration, like `91d` or `1h30m`. Throws `WorldError`. */
export function advanceClock(world: World, by: string): void {
  const { clock } = world;
  const ms = parseDuration(by);
  if (ms === undefined || shiftInstant({ ms: clock.now(), fraction: "" }, ms) === undefined) {
    const message = `The clock cannot advance by ${JSON.stringify(by)}. Write it like 91d, and stay before the year 10000.`;
    throw new WorldError("bad-time", message);
  }
  move(world, `Clock +${by}`, () => clock.advance(ms));
}

/** Moves a clock, and logs which keys that has expired, or made valid again. */
function move(world: World, text: string, by: () => void): void {
  const { clock } = world;
  const [was, before] = [clock.save(), expiredKeys(world)];
  by();
  try {
    world.noteChange();
  } catch (error) {
    // Why: a clock that is advanced again would be twice as far ahead.
    clock.restore(was);
    throw error;
  }
  const after = expiredKeys(world);
  const effects = [
    ...listNames(
      "key",
      [...after].filter((key) => !before.has(key)),
    ).map((name) => `${name} expired`),
    ...listNames(
      "key",
      [...before].filter((key) => !after.has(key)),
    ).map((name) => `${name} valid again`),
  ];
  world.journal.divide([text, effects.join(", ")].filter(Boolean).join(": "), clock);
}

function expiredKeys(world: World): Set<string> {
  const keys = [...world.state.keys.values()];
  return new Set(keys.filter((key) => rejectionOf(key, world) === "expired").map(({ key }) => key));
}
