// What goes wrong on purpose in a world: the rules, and how often each has hit.
import * as v from "valibot";
import { COLLECTIONS } from "../seeds/schema.ts";
import { changeWorld } from "../world/change-world.ts";
import { FaultSchema, viewFaults } from "../world/views.ts";
import { reading, writing } from "./operation.ts";

export const FAULT_OPERATIONS = [
  reading({
    method: "get",
    path: "/worlds/:world/faults",
    summary: "The fault rules in their order, and how often each has hit",
    success: 200,
    response: v.array(FaultSchema),
    run: ({ world }) => viewFaults(world()),
  }),
  writing(v.array(COLLECTIONS.faults, "a list of fault rules"), {
    method: "put",
    path: "/worlds/:world/faults",
    summary: "Put other fault rules in the place of those that are there",
    success: 200,
    response: v.array(FaultSchema),
    async run({ world, body }) {
      const target = world();
      await changeWorld(target, { faults: body });
      return viewFaults(target);
    },
  }),
];
