// The fault rules of a world, and how often each was applied.
import { FaultRulesSchema } from "../seeds/format/fault-schema.ts";
import { changeWorld } from "../world/changes/overlay.ts";
import { viewFaults } from "../world/views.ts";
import { withBody, withoutBody } from "./operation.ts";

export const FAULT_OPERATIONS = [
  withoutBody({
    name: "listFaults",
    method: "get",
    path: "/worlds/:world/faults",
    summary: "The fault rules",
    description: "In their order, and how often each has hit.",
    success: 200,
    response: ["Fault"],
    run: ({ world }) => viewFaults(world()),
  }),
  withBody(FaultRulesSchema, {
    name: "setFaults",
    method: "put",
    path: "/worlds/:world/faults",
    summary: "Set the fault rules",
    description:
      "They replace the present ones, and start to count. An empty list removes all. Responses that are delayed already are sent when their delay ends; a reset sends them at once.",
    example: () => [{ endpoint: "orders", respond: 503, times: 2 }],
    success: 200,
    response: ["Fault"],
    run: ({ world, body }) => {
      const target = world();
      changeWorld(target, { faults: body }, "/faults");
      return viewFaults(target);
    },
  }),
];
