// Checkout links: their fields, that they stay valid, and that creating one changes nothing (§2.4, §4.4).
// Their addresses are in link-addresses.ts, errors in missing-products.ts and bodies.ts.
import * as v from "valibot";
import { CheckoutLinkSchema } from "../../contract/endpoints/checkout-links.ts";
import type { Check } from "../check.ts";
import type { Client, ListEndpoint } from "../client.ts";
import type { ReceivedResponse } from "../exchange.ts";
import {
  expectBody,
  expectFieldOrder,
  expectJsonType,
  expectSame,
  expectStatus,
  expectTrue,
} from "../expect.ts";
import { isSameMerchant, itemsIn, link, madeLink, publishedProduct } from "../found.ts";
import { Skipped } from "../mismatch.ts";

const AddressesSchema = v.object({ productUrl: v.string(), checkoutUrl: v.string() });

export const checkoutLinksChecks: readonly Check[] = [
  {
    id: "link-answers",
    section: "4.4",
    title: "checkout-links returns 201 with JSON for an own published product",
    async run(client) {
      const response = await link(client, (await publishedProduct(client)).id);
      expectStatus(response, 201);
      expectJsonType(response);
    },
  },
  {
    id: "link-fields",
    section: "2.4",
    title: "a checkout link has exactly its five fields, each of its type",
    async run(client) {
      expectBody(await madeLink(client), CheckoutLinkSchema);
    },
  },
  {
    id: "link-field-order",
    title: "a checkout link names its fields in the documented order",
    async run(client) {
      expectFieldOrder(await madeLink(client), CheckoutLinkSchema);
    },
  },
  {
    id: "link-product-id",
    section: "2.4",
    title: "a checkout link repeats the product's id",
    async run(client) {
      const product = await publishedProduct(client);
      const LinkSchema = v.object({ productId: v.string() });
      const { productId } = expectBody(await madeLink(client), LinkSchema);
      expectSame("productId", productId.toLowerCase(), product.id.toLowerCase());
    },
  },
  {
    id: "link-note",
    section: "2.4",
    title: "a checkout link has a note for people",
    async run(client) {
      const { note } = expectBody(await madeLink(client), v.object({ note: v.string() }));
      expectTrue(note.trim() !== "", "a note with text", note);
    },
  },
  {
    id: "link-repeatable",
    section: "4.4",
    title: "creating a link again returns 201 and the same addresses",
    async run(client) {
      const { id } = await publishedProduct(client);
      const [first, second] = [await link(client, id), await link(client, id)];
      for (const response of [first, second]) expectStatus(response, 201);
      expectSame("the second link", addressesIn(second), addressesIn(first));
    },
  },
  {
    id: "link-permanent",
    title: "checkout-links returns the same bytes each time",
    async run(client) {
      const first = await madeLink(client);
      expectSame("the second link", (await madeLink(client)).text, first.text);
    },
  },
  {
    id: "link-charges-nothing",
    section: "4.4",
    title: "creating a link creates no order and does not change the product",
    async run(client) {
      for (const list of ["orders", "products"] as const) {
        const before = await sortedItems(client, list);
        const again = await sortedItems(client, list);
        if (`${again}` !== `${before}`) throw new Skipped(`${list} change by themselves`);
        await madeLink(client);
        expectSame(`the ${list} afterwards`, await sortedItems(client, list), before);
      }
    },
  },
  {
    id: "link-upper-case",
    title: "a productId in upper case is accepted and returned in lower case",
    async run(client) {
      const { id } = await publishedProduct(client);
      const response = await link(client, id.toUpperCase());
      expectStatus(response, 201);
      expectSame("the response", response.text, (await madeLink(client)).text);
      const { productId, checkoutUrl } = expectBody(response, CheckoutLinkSchema);
      expectSame("productId", productId, id.toLowerCase());
      expectSame("the end of checkoutUrl", checkoutUrl.slice(-id.length), id.toLowerCase());
    },
  },
  {
    id: "link-with-links-scope",
    section: "5.4",
    title: "checkout-links returns 201 to a key with only the scope checkout:links",
    needs: ["linksOnly"],
    async run(client) {
      if (!(await isSameMerchant(client, "linksOnly", "full"))) {
        throw new Skipped("the links-only key may belong to another merchant");
      }
      const { id } = await publishedProduct(client);
      expectStatus(await link(client, id, { key: "linksOnly" }), 201);
    },
  },
];

function addressesIn(response: ReceivedResponse): readonly string[] {
  const { productUrl, checkoutUrl } = expectBody(response, AddressesSchema);
  return [productUrl, checkoutUrl];
}

// Contract: §4.3, the order of a list is not promised.
async function sortedItems(client: Client, list: ListEndpoint): Promise<string[]> {
  const items = itemsIn(list, await client.get(list, { key: "full" }));
  return items.map((item) => JSON.stringify(item)).sort();
}
