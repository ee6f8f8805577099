// Every operation of the control API, in the groups and the order of its description. A new operation is an
// entry in the file of its resource.
import { CLOCK_OPERATIONS } from "./clock.ts";
import { FAULT_OPERATIONS } from "./faults.ts";
import { KEY_OPERATIONS } from "./keys.ts";
import { MERCHANT_OPERATIONS } from "./merchants.ts";
import { defineOperation, type Operation } from "./operation.ts";
import { ORDER_OPERATIONS } from "./orders.ts";
import { PRODUCT_OPERATIONS } from "./products.ts";
import { RATE_LIMIT_OPERATIONS } from "./rate-limit.ts";
import { REQUEST_OPERATIONS } from "./requests.ts";
import { WORLD_OPERATIONS } from "./worlds.ts";

interface OperationGroup {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

const GROUPS = [
  {
    name: "Worlds",
    description:
      "A world is an isolated copy of all state. Paths without a world use `default`. Each scenario is a world with its name. Tests make more.",
    operations: WORLD_OPERATIONS,
  },
  {
    name: "Clock",
    description:
      "The clock of a world controls when keys expire, how fast buckets refill, and the times of new orders.",
    operations: CLOCK_OPERATIONS,
  },
  {
    name: "Faults",
    description:
      "Errors on purpose: responses that are delayed, replaced or cut off. The first rule that matches a request and fires is applied.",
    operations: FAULT_OPERATIONS,
  },
  {
    name: "Merchants",
    description: "Merchants own keys, products and orders.",
    operations: MERCHANT_OPERATIONS,
  },
  {
    name: "Keys",
    description: "The key management of a merchant's dashboard.",
    operations: KEY_OPERATIONS,
  },
  {
    name: "Products",
    description: "The catalog, including fields that the API does not return.",
    operations: PRODUCT_OPERATIONS,
  },
  {
    name: "Orders",
    description: "Add orders without a checkout, and refund or change orders.",
    operations: ORDER_OPERATIONS,
  },
  {
    name: "Rate limits",
    description: "Each key has a bucket of tokens. A request with an empty bucket gets 429.",
    operations: RATE_LIMIT_OPERATIONS,
  },
  {
    name: "Requests",
    description:
      "The journal of a world: requests to the API, their responses, and the reasons for errors. Secrets are masked; keys of the world are shown.",
    operations: REQUEST_OPERATIONS,
  },
] as const satisfies readonly OperationGroup[];

export const OPERATION_GROUPS: readonly OperationGroup[] = GROUPS;

export const OPERATIONS: readonly Operation[] = OPERATION_GROUPS.flatMap(
  ({ operations }) => operations,
);

/** The calls about the sandbox as a whole, which app.ts runs. */
export const SANDBOX_CALLS = [
  {
    name: "getIndex",
    method: "get",
    path: "",
    summary: "The list of all calls",
    description: "Each call with its summary, and the addresses of the pages.",
    response: "Index",
  },
  {
    name: "getHealth",
    method: "get",
    path: "/health",
    summary: "Whether the sandbox is ready",
    description: "Needs no token, and reveals nothing that needs one.",
    response: "Health",
  },
  {
    name: "getDescription",
    method: "get",
    path: "/openapi.json",
    summary: "The OpenAPI document of these calls",
    response: "Description",
  },
] as const satisfies readonly Omit<Operation, "run">[];

/** Makes the call that ends the program, which only `serve` offers. */
export const stopOperation = (stop: () => void) =>
  defineOperation({
    name: "stopSandbox",
    method: "post",
    path: "/stop",
    summary: "Stop the sandbox",
    description: "It finishes the requests in flight and ends. Only `serve` has this call.",
    success: 204,
    run: stop,
  });

/** Any of the calls, by its type. */
export type KnownCall =
  | ReturnType<typeof stopOperation>
  | (typeof GROUPS)[number]["operations"][number]
  | (typeof SANDBOX_CALLS)[number];
