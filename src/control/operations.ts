// Every operation of the control API, in the order in which its description shows them.
import { CLOCK_OPERATIONS } from "./clock.ts";
import { FAULT_OPERATIONS } from "./faults.ts";
import { KEY_OPERATIONS } from "./keys.ts";
import type { Operation } from "./operation.ts";
import { ORDER_OPERATIONS } from "./orders.ts";
import { PRODUCT_OPERATIONS } from "./products.ts";
import { RATE_LIMIT_OPERATIONS } from "./rate-limit.ts";
import { REPLAY_OPERATIONS } from "./replay.ts";
import { REQUEST_OPERATIONS } from "./requests.ts";
import { WORLD_OPERATIONS } from "./worlds.ts";

export const OPERATIONS: readonly Operation[] = [
  ...WORLD_OPERATIONS,
  ...CLOCK_OPERATIONS,
  ...FAULT_OPERATIONS,
  ...KEY_OPERATIONS,
  ...PRODUCT_OPERATIONS,
  ...ORDER_OPERATIONS,
  ...RATE_LIMIT_OPERATIONS,
  ...REQUEST_OPERATIONS,
  ...REPLAY_OPERATIONS,
];
