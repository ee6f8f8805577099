// The merchants of a world.
import * as v from "valibot";
import { listMerchants } from "../world/list-entries.ts";
import { withoutBody } from "./operation.ts";
import { PAGE_QUERY, PAGES, respondWithPage } from "./page.ts";

export const MERCHANT_OPERATIONS = [
  withoutBody({
    name: "listMerchants",
    method: "get",
    path: "/worlds/:world/merchants",
    summary: "The merchants",
    description: PAGES,
    query: v.strictObject(PAGE_QUERY),
    success: 200,
    response: ["Merchant"],
    run: ({ world, query, request }) =>
      respondWithPage(request, query, listMerchants(world()), ({ slug }) => slug),
  }),
];
