// The list of products: at most fifty, only of the key's merchant (§2.2, §4.2).
import * as v from "valibot";
import { ProductSchema } from "../../contract/endpoints/products.ts";
import type { Check } from "../check.ts";
import { expectBody, expectSame } from "../expect.ts";
import { listedIds } from "../found.ts";
import { checksOfList, filled } from "./lists.ts";

export const productsChecks: readonly Check[] = [
  ...checksOfList("products", ProductSchema, "2.2"),
  {
    id: "products-lower-case",
    title: "each product has its id in lower case",
    async run(client) {
      const response = await filled(client, "products");
      const ids = expectBody(response, v.array(v.object({ id: v.string() }))).map(({ id }) => id);
      expectSame("the ids", ids, await listedIds(client, "products"));
    },
  },
];
