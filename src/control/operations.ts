// Every operation of the control API, in the groups and the order of its description. A new operation is an
// entry in the file of its resource.
import { CLOCK_OPERATIONS } from "./clock.ts";
import { FAULT_OPERATIONS } from "./faults.ts";
import { KEY_OPERATIONS } from "./keys.ts";
import { MERCHANT_OPERATIONS } from "./merchants.ts";
import type { Operation } from "./operation.ts";
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

export const OPERATION_GROUPS: readonly OperationGroup[] = [
  {
    name: "Worlds",
    description:
      "A world is one isolated copy of everything. `default` answers where a path names none, each scenario is a world of its name, and tests make more.",
    operations: WORLD_OPERATIONS,
  },
  {
    name: "Clock",
    description: "Expiry, refill and the times of new orders all go by the clock of the world.",
    operations: CLOCK_OPERATIONS,
  },
  {
    name: "Faults",
    description:
      "What goes wrong on purpose: answers held back, replaced or cut off. The first rule that fits a request and fires is applied.",
    operations: FAULT_OPERATIONS,
  },
  {
    name: "Merchants",
    description: "Who owns keys, products and orders.",
    operations: MERCHANT_OPERATIONS,
  },
  {
    name: "Keys",
    description: "The key management of a merchant's dashboard.",
    operations: KEY_OPERATIONS,
  },
  {
    name: "Products",
    description: "The catalog of a merchant's dashboard, with what the API never shows of it.",
    operations: PRODUCT_OPERATIONS,
  },
  {
    name: "Orders",
    description: "Orders that were not made at the checkout, and what becomes of those that were.",
    operations: ORDER_OPERATIONS,
  },
  {
    name: "Rate limits",
    description: "Each key draws from a bucket of tokens; an empty one answers 429.",
    operations: RATE_LIMIT_OPERATIONS,
  },
  {
    name: "Requests",
    description:
      "The journal of a world: what the API was asked, what it answered, and why. Secrets in it are masked; keys of the world are shown.",
    operations: REQUEST_OPERATIONS,
  },
];

export const OPERATIONS: readonly Operation[] = OPERATION_GROUPS.flatMap(
  ({ operations }) => operations,
);

/** The calls about the sandbox as a whole. app.ts responds to them before anything of a world is read. */
export const SANDBOX_CALLS: readonly Omit<Operation, "run">[] = [
  {
    name: "getIndex",
    method: "get",
    path: "",
    summary: "What there is",
    description: "Each call with a line about it, and the addresses of the pages.",
    success: 200,
    query: undefined,
    body: undefined,
    response: "Index",
  },
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
