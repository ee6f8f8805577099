// The calls that are about the sandbox as a whole, as the description has them. They answer before anything
// else is read, and so stand outside the table of operations.
import type { Operation } from "./operation.ts";

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
    response: "Health",
  },
  {
    name: "getDescription",
    method: "get",
    path: "/openapi.json",
    summary: "The description of these calls",
    success: 200,
    query: undefined,
    body: undefined,
    response: "Description",
  },
];
