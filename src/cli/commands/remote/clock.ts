// `clock`: shows, moves and freezes the clock of a world.
import * as v from "valibot";
import type { ControlAddress } from "../../../client/control.ts";
import { duration } from "../../../model/fields.ts";
import { printable } from "../../../shared/printable.ts";
import { parseTime } from "../../../shared/times.ts";
import { inWorld, verb, type WorldCall } from "./remote.ts";

/** The time that takes a clock back to the time of the system. */
const REAL = "real";

const TIME = "a time like 2026-10-17T09:00:00Z, now+1d or now-40d";
const timeOr = (...words: readonly string[]) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => words.includes(text) || parseTime(text, 0) !== undefined,
      [TIME, ...words].join(", or "),
    ),
  );

export const CLOCK = {
  show: verb("Show the time", inWorld({ run: showAfter("GET /worlds/:world/clock") })),
  advance: verb(
    "Advance the clock, such as by 91d or 1h30m",
    inWorld({
      operands: { DURATION: () => duration },
      notes: ["To go back, set the clock: merchant-sandbox clock set now-40d"],
      run: showAfter("POST /worlds/:world/clock/advance", (by) => ({ by })),
    }),
  ),
  set: verb(
    "Set the clock, such as to 2026-10-17T09:00:00Z, now-40d or real",
    inWorld({
      operands: { TIME: () => timeOr(REAL) },
      notes: [
        `now is the time of the world. ${REAL} takes the clock back to the time of the system.`,
      ],
      run: showAfter("PUT /worlds/:world/clock", (now) =>
        now === REAL ? { real: true } : { now },
      ),
    }),
  ),
  freeze: verb(
    "Freeze the clock, now or at a time",
    inWorld({
      operands: { "[TIME]": () => timeOr() },
      run: showAfter("PUT /worlds/:world/clock", (now) => ({ now, frozen: true })),
    }),
  ),
  unfreeze: verb(
    "Let the clock run again",
    inWorld({ run: showAfter("PUT /worlds/:world/clock", () => ({ frozen: false })) }),
  ),
};

type ClockAddress = Extract<ControlAddress, `${string} /worlds/:world/clock${string}`>;

/** Makes the run of a command that calls the control API, and shows the clock as it is then. */
function showAfter(address: ClockAddress, bodyOf?: (operand: string | undefined) => object) {
  return async ({ client, world, operands: [operand] }: WorldCall) => {
    const body = bodyOf && { body: bodyOf(operand) };
    const clock = await client.call(address, { params: { world }, ...body });
    return {
      json: clock,
      lines: [printable(`${clock.now}${clock.frozen ? "  frozen" : ""}`)],
    };
  };
}
