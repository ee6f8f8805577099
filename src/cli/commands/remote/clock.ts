// `clock`: shows, moves and freezes the clock of a world.
import * as v from "valibot";
import type { CallResult } from "../../../client/control.ts";
import { printable } from "../../../shared/printable.ts";
import { parseTime } from "../../../shared/times.ts";
import { AdvanceSchema } from "../../../world/changes/clock.ts";
import { inWorld, verb } from "./remote.ts";

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
  show: verb(
    "Show the time",
    inWorld({
      run: async ({ client, world }) =>
        show(await client.call("GET /worlds/:world/clock", { params: { world } })),
    }),
  ),
  advance: verb(
    "Advance the clock, such as by 91d or 1h30m",
    inWorld({
      operands: { DURATION: () => AdvanceSchema.entries.by },
      run: async ({ client, world, operands: [by] }) =>
        show(
          await client.call("POST /worlds/:world/clock/advance", {
            params: { world },
            body: { by },
          }),
        ),
    }),
  ),
  set: verb(
    "Set the clock, such as to 2026-10-17T09:00:00Z, now-40d or real",
    inWorld({
      operands: { TIME: () => timeOr(REAL) },
      notes: [
        `now is the time of the world. ${REAL} takes the clock back to the time of the system.`,
      ],
      run: async ({ client, world, operands: [now] }) =>
        show(
          await client.call("PUT /worlds/:world/clock", {
            params: { world },
            body: now === REAL ? { real: true } : { now },
          }),
        ),
    }),
  ),
  freeze: verb(
    "Freeze the clock, now or at a time",
    inWorld({
      operands: { "[TIME]": () => timeOr() },
      run: async ({ client, world, operands: [now] }) =>
        show(
          await client.call("PUT /worlds/:world/clock", {
            params: { world },
            body: { now, frozen: true },
          }),
        ),
    }),
  ),
  unfreeze: verb(
    "Let the clock run again",
    inWorld({
      run: async ({ client, world }) =>
        show(
          await client.call("PUT /worlds/:world/clock", {
            params: { world },
            body: { frozen: false },
          }),
        ),
    }),
  ),
};

function show(clock: CallResult<"GET /worlds/:world/clock">) {
  return { json: clock, lines: [printable(`${clock.now}${clock.frozen ? "  frozen" : ""}`)] };
}
