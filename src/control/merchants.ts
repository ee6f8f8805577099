// The merchants of a world.
import { listMerchants } from "../world/list-entries.ts";
import { withoutBody } from "./operation.ts";

export const MERCHANT_OPERATIONS = [
  withoutBody({
    name: "listMerchants",
    method: "get",
    path: "/worlds/:world/merchants",
    summary: "The merchants",
    pageBy: "slug",
    success: 200,
    response: ["Merchant"],
    run: ({ world }) => listMerchants(world()),
  }),
];
