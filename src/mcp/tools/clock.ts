// The clock of a world.
import * as v from "valibot";
import { optional } from "../../model/fields.ts";
import { defineTool, need, sandboxOf, worldField } from "../tool.ts";

export const CLOCK_TOOL = defineTool({
  name: "clock",
  title: "Show and move the clock",
  description:
    "Shows, advances, sets, freezes or runs the clock of a world. It decides when keys expire and how fast rate limits refill. `real` takes it back to the system's time.",
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  input: v.strictObject({
    action: v.picklist(["show", "advance", "set", "freeze", "run", "real"]),
    world: worldField,
    by: optional(v.string(), "advance: a duration, as 91d or 1h30m."),
    now: optional(v.string(), "set: an ISO 8601 time, or relative as now-40d."),
  }),
  async run({ action, by, now, ...input }, context) {
    const { control, params } = await sandboxOf(input, context);
    const set = (body: object) => control.call("PUT /worlds/:world/clock", { params, body });
    const advance = (body: object) =>
      control.call("POST /worlds/:world/clock/advance", { params, body });
    const calls = {
      show: () => control.call("GET /worlds/:world/clock", { params }),
      advance: () => advance({ by: need(by, "by", action) }),
      set: () => set({ now: need(now, "now", action) }),
      freeze: () => set({ frozen: true }),
      run: () => set({ frozen: false }),
      real: () => set({ real: true }),
    };
    const clock = await calls[action]();
    return `The clock of the world ${params.world} is at ${clock.now}${clock.frozen ? ", frozen" : ""}.`;
  },
});
