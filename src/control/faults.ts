// The fault rules of a world, and how often each was applied.
import { FaultRulesSchema } from "../model/fault-schema.ts";
import { changeWorld } from "../world/changes/overlay.ts";
import { viewFaults } from "../world/views.ts";
import { defineOperation } from "./operation.ts";

export const FAULT_OPERATIONS = [
  defineOperation({
    name: "listFaults",
    method: "get",
    path: "/worlds/:world/faults",
    summary: "The fault rules",
    description: "In their order, with how many requests each was applied to.",
    response: ["Fault"],
    run: ({ world }) => viewFaults(world()),
  }),
  defineOperation({
    name: "setFaults",
    method: "put",
    path: "/worlds/:world/faults",
    body: FaultRulesSchema,
    summary: "Set the fault rules",
    description:
      "Replaces all rules; their counters start at 0. An empty list removes all rules. Responses that are already delayed are sent when their delay ends; a reset sends them at once.",
    example: () => [{ endpoint: "orders", respond: 503, times: 2 }],
    response: ["Fault"],
    run: ({ world, body }) => {
      const target = world();
      changeWorld(target, { faults: body }, "/faults");
      return viewFaults(target);
    },
  }),
];
