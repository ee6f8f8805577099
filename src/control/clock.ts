// The clock of a world: read, set, freeze, advance.
import {
  AdvanceSchema,
  advanceClock,
  ClockChangeSchema,
  setClock,
} from "../world/changes/clock.ts";
import { viewClock } from "../world/views.ts";
import { withBody, withoutBody } from "./operation.ts";

export const CLOCK_OPERATIONS = [
  withoutBody({
    name: "getClock",
    method: "get",
    path: "/worlds/:world/clock",
    summary: "The clock",
    success: 200,
    response: "Clock",
    run: ({ world }) => viewClock(world().clock),
  }),
  withBody(ClockChangeSchema, {
    name: "setClock",
    method: "put",
    path: "/worlds/:world/clock",
    summary: "Set, freeze or unfreeze the clock",
    description:
      "Fields that you leave out stay unchanged. `real` takes it back to the system's time.",
    example: () => ({ now: "2026-10-17T09:00:00Z", frozen: true }),
    success: 200,
    response: "Clock",
    run({ world, body }) {
      setClock(world(), body);
      return viewClock(world().clock);
    },
  }),
  withBody(AdvanceSchema, {
    name: "advanceClock",
    method: "post",
    path: "/worlds/:world/clock/advance",
    summary: "Advance the clock",
    description: "For example past the expiry of a key, or until a bucket is full again.",
    example: () => ({ by: "91d" }),
    success: 200,
    response: "Clock",
    run({ world, body }) {
      advanceClock(world(), body.by);
      return viewClock(world().clock);
    },
  }),
];
