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
    summary: "What time it is in a world",
    success: 200,
    response: "Clock",
    run: ({ world }) => viewClock(world().clock),
  }),
  withBody(ClockChangeSchema, {
    name: "setClock",
    method: "put",
    path: "/worlds/:world/clock",
    summary: "Set, freeze or unfreeze the clock",
    description: "What is left out stays as it is.",
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
    summary: "Move the clock on",
    description: "Past an expiry or a refill, say.",
    example: () => ({ by: "91d" }),
    success: 200,
    response: "Clock",
    run({ world, body }) {
      advanceClock(world(), body.by);
      return viewClock(world().clock);
    },
  }),
];
