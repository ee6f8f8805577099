// The list of products: at most fifty identities, of the key's merchant alone (§2.2, §4.2).
import * as v from "valibot";
import { LIST_LIMIT } from "../../contract/list.ts";
import { ProductSchema } from "../../contract/product.ts";
import type { Check } from "../check.ts";
import {
  expectBody,
  expectFieldOrder,
  expectJsonType,
  expectSame,
  expectStatus,
  expectTrue,
} from "../expect.ts";
import { listedIds } from "../found.ts";
import { expectForeign, itemsOf } from "./lists.ts";

export const productsChecks: readonly Check[] = [
  {
    id: "products-answer",
    section: "4.2",
    promise: "document",
    title: "products answers 200 with a JSON array",
    needs: [],
    async run(client) {
      const answer = await client.get("products", { key: "full" });
      expectStatus(answer, 200);
      expectJsonType(answer);
      expectBody(answer, v.array(v.unknown()));
    },
  },
  {
    id: "products-at-most-fifty",
    section: "8.1",
    promise: "document",
    title: "products lists at most fifty items",
    needs: [],
    async run(client) {
      const { length } = await listedIds(client, "products", "full");
      expectTrue(length <= LIST_LIMIT, "at most 50 products", length);
    },
  },
  {
    id: "products-fields",
    section: "2.2",
    promise: "document",
    title: "each product has exactly its five fields, each of its type",
    needs: [],
    async run(client) {
      expectBody(await itemsOf(client, "products"), v.array(ProductSchema));
    },
  },
  {
    id: "products-field-order",
    section: "reading: Formats",
    promise: "sandbox",
    title: "each product names its fields in the documented order",
    needs: [],
    async run(client) {
      expectFieldOrder(await itemsOf(client, "products"), ProductSchema);
    },
  },
  {
    id: "products-lower-case",
    section: "reading: Formats",
    promise: "sandbox",
    title: "each product's id is written in lower case",
    needs: [],
    async run(client) {
      const answer = await itemsOf(client, "products");
      const ids = expectBody(answer, v.array(v.object({ id: v.string() }))).map(({ id }) => id);
      expectSame("the ids", ids, await listedIds(client, "products", "full"));
    },
  },
  {
    id: "products-distinct",
    section: "2.2",
    promise: "document",
    title: "no product is listed twice",
    needs: [],
    async run(client) {
      await itemsOf(client, "products");
      const ids = await listedIds(client, "products", "full");
      expectTrue(new Set(ids).size === ids.length, "ids that differ from each other", ids);
    },
  },
  {
    id: "products-repeatable",
    section: "reading: Lists",
    promise: "sandbox",
    title: "products answers the same bytes while nothing changes",
    needs: [],
    async run(client) {
      const first = await client.get("products", { key: "full" });
      const second = await client.get("products", { key: "full" });
      expectSame("the second answer", second.text, first.text);
    },
  },
  {
    id: "products-owned",
    section: "4.2",
    promise: "document",
    title: "two merchants list no product in common",
    needs: ["otherMerchant"],
    run: (client) => expectForeign(client, "products"),
  },
];
