// The clock of a world: read, set, freeze, advance.
import {
  AdvanceSchema,
  advanceClock,
  ClockChangeSchema,
  setClock,
} from "../world/changes/clock.ts";
import { viewClock } from "../world/views.ts";
import { defineOperation } from "./operation.ts";

export const CLOCK_OPERATIONS = [
  defineOperation({
    name: "getClock",
    method: "get",
    path: "/worlds/:world/clock",
    summary: "The clock",
    response: "Clock",
    run: ({ world }) => viewClock(world().clock),
  }),
  defineOperation({
    name: "setClock",
    method: "put",
    path: "/worlds/:world/clock",
    body: ClockChangeSchema,
    summary: "Set, freeze or unfreeze the clock",
    description:
      "Fields that you leave out stay unchanged. `real` takes it back to the system's time.",
    example: () => ({ now: "2026-10-17T09:00:00Z", frozen: true }),
    response: "Clock",
    run({ world, body }) {
      setClock(world(), body);
      return viewClock(world().clock);
    },
  }),
  defineOperation({
    name: "advanceClock",
    method: "post",
    path: "/worlds/:world/clock/advance",
    body: AdvanceSchema,
    summary: "Advance the clock",
    description: "For example past the expiry of a key, or until a bucket is full again.",
    example: () => ({ by: "91d" }),
    response: "Clock",
    run({ world, body }) {
      advanceClock(world(), body.by);
      return viewClock(world().clock);
    },
  }),
];
