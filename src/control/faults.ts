// What goes wrong on purpose in a world: the rules, and how often each has hit.
import * as v from "valibot";
import { COLLECTIONS } from "../seeds/schema.ts";
import { changeWorld } from "../world/change-world.ts";
import type { World } from "../world/world.ts";
import { reading, writing } from "./operation.ts";

const FaultStateSchema = v.strictObject({ ...COLLECTIONS.faults.entries, hits: v.number() });

export const FAULT_OPERATIONS = [
  reading({
    method: "get",
    path: "/worlds/:world/faults",
    summary: "The fault rules in their order, and how often each has hit",
    success: 200,
    response: v.array(FaultStateSchema),
    run: ({ world }) => viewFaults(world()),
  }),
  writing(v.array(COLLECTIONS.faults, "a list of fault rules"), {
    method: "put",
    path: "/worlds/:world/faults",
    summary: "Put other fault rules in the place of those that are there",
    success: 200,
    response: v.array(FaultStateSchema),
    async run({ world, body }) {
      const target = world();
      await changeWorld(target, { faults: body });
      return viewFaults(target);
    },
  }),
];

function viewFaults({ state, faults }: World): v.InferOutput<typeof FaultStateSchema>[] {
  const hits = faults.list().map((fault) => fault.hits);
  return state.source.entries.faults.map(({ seed }, n) => ({ ...seed, hits: hits[n] ?? 0 }));
}
