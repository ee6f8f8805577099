// The merchants of a world.
import { listMerchants } from "../world/list-entries.ts";
import { defineOperation } from "./operation.ts";

export const MERCHANT_OPERATIONS = [
  defineOperation({
    name: "listMerchants",
    method: "get",
    path: "/worlds/:world/merchants",
    summary: "The merchants",
    pageBy: "slug",
    response: ["Merchant"],
    run: ({ world }) => listMerchants(world()),
  }),
];
