// All checks, in the order in which they run. Each topic is a file in checks/.
import type { Check } from "./check.ts";
import { accessChecks } from "./checks/access.ts";
import { authenticationChecks } from "./checks/authentication.ts";
import { bodiesChecks } from "./checks/bodies.ts";
import { checkoutLinksChecks } from "./checks/checkout-links.ts";
import { errorsChecks } from "./checks/errors.ts";
import { headersChecks } from "./checks/headers.ts";
import { linkAddressesChecks } from "./checks/link-addresses.ts";
import { mediaTypesChecks } from "./checks/media-types.ts";
import { missingProductsChecks } from "./checks/missing-products.ts";
import { orderOfChecksChecks } from "./checks/order-of-checks.ts";
import { ordersChecks } from "./checks/orders.ts";
import { pingChecks } from "./checks/ping.ts";
import { productsChecks } from "./checks/products.ts";
import { rateLimitChecks } from "./checks/rate-limit.ts";
import { routingChecks } from "./checks/routing.ts";

/** Every check, in the order in which they run. */
export const CHECKS: readonly Check[] = [
  ...pingChecks,
  ...productsChecks,
  ...ordersChecks,
  ...checkoutLinksChecks,
  ...linkAddressesChecks,
  ...missingProductsChecks,
  ...bodiesChecks,
  ...mediaTypesChecks,
  ...authenticationChecks,
  ...accessChecks,
  ...orderOfChecksChecks,
  ...routingChecks,
  ...headersChecks,
  ...errorsChecks,
  ...rateLimitChecks,
];
