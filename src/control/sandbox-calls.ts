// The calls that are about the sandbox as a whole, as the description has them. They answer before anything
// else is read, and so stand outside the table of operations.
import * as v from "valibot";
import type { Operation } from "./operation.ts";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const HealthSchema = v.strictObject({
  status: v.literal("ok"),
  version: v.string(),
  uptimeMs: count,
  worlds: v.pipe(count, v.description("How many there are, those of scenarios among them.")),
  seeds: v.strictObject({
    revision: v.pipe(
      count,
      v.description("1 for the first load, one more with each that replaces it."),
    ),
    loadedAt: v.pipe(v.string(), v.description("ISO 8601, in UTC.")),
    lastError: v.pipe(
      v.nullable(v.string()),
      v.description(
        "Where the last load failed and the one before is still served: the places of its errors.",
      ),
    ),
  }),
});

export const SANDBOX_CALLS: readonly Omit<Operation, "run">[] = [
  {
    name: "getHealth",
    method: "get",
    path: "/health",
    summary: "Whether the sandbox is ready",
    description: "It is open to all, whatever token there is, and tells nothing that needs one.",
    success: 200,
    query: undefined,
    body: undefined,
    response: HealthSchema,
  },
  {
    name: "getDescription",
    method: "get",
    path: "/openapi.json",
    summary: "The description of these calls",
    success: 200,
    query: undefined,
    body: undefined,
    response: v.looseObject({ openapi: v.string() }),
  },
];
