// 404 for a product without a link: unknown, of another merchant, or not published (§4.4.1). The three
// responses must look the same.
import type { Check } from "../check.ts";
import type { Client } from "../client.ts";
import type { ReceivedResponse } from "../exchange.ts";
import { expectError, expectHeader, expectSame, expectStatus } from "../expect.ts";
import { foreignProduct, link, publishedProduct, unpublishedProduct } from "../found.ts";
import { Skipped } from "../mismatch.ts";
import type { KeyName } from "../server.ts";

// Why: these differ between responses, or change with the length of the request id.
const CHANGING = /^(x-request-id|date|content-length|connection|keep-alive|ratelimit.*)$/;

interface Missing {
  readonly name: string;
  readonly title: string;
  readonly needs?: readonly KeyName[];
  ask(client: Client): Promise<ReceivedResponse>;
}

const MISSING: readonly Missing[] = [
  {
    name: "unknown",
    title: "an unknown product",
    ask: (client) => link(client, crypto.randomUUID()),
  },
  {
    name: "foreign",
    title: "a published product of another merchant",
    needs: ["otherMerchant"],
    ask: async (client) => link(client, (await foreignProduct(client)).id),
  },
  {
    name: "unpublished",
    title: "an own product that is not published",
    ask: async (client) => link(client, (await unpublishedProduct(client)).id),
  },
];

export const missingProductsChecks: readonly Check[] = [
  ...MISSING.flatMap(({ name, title, needs = [], ask }): Check[] => [
    {
      id: `link-${name}-product`,
      section: "4.4",
      title: `checkout-links returns 404 for ${title}`,
      needs,
      async run(client) {
        expectStatus(await ask(client), 404);
      },
    },
    {
      id: `link-${name}-product-alike`,
      title: `the 404 for ${title} differs from other 404s only in the request id`,
      needs,
      async run(client) {
        const response = neutral(await ask(client));
        expectSame("the response", response, neutral(await link(client, crypto.randomUUID())));
      },
    },
  ]),
  {
    id: "link-nil-product",
    title: "a productId of zeros is a valid UUID without a product",
    async run(client) {
      expectStatus(await link(client, "00000000-0000-0000-0000-000000000000"), 404);
    },
  },
  {
    id: "link-foreign-both-ways",
    section: "4.4",
    title: "the other merchant gets a link for its own product",
    needs: ["otherMerchant"],
    async run(client) {
      const { id } = await foreignProduct(client);
      expectStatus(await link(client, id, { key: "otherMerchant" }), 201);
    },
  },
  {
    id: "link-other-merchants-key",
    section: "5.5",
    title: "the other merchant gets no link for a product of this merchant",
    needs: ["otherMerchant"],
    async run(client) {
      const { id } = await publishedProduct(client);
      if ((await foreignProduct(client)).id === id)
        throw new Skipped("both keys belong to the same merchant");
      expectStatus(await link(client, id, { key: "otherMerchant" }), 404);
    },
  },
];

/** Returns what a client sees of a response, except the request id. */
function neutral(response: ReceivedResponse): unknown {
  expectError(response, "product_not_found");
  const id = expectHeader(response, "X-Request-Id");
  const headers = [...response.headers.keys()].filter((name) => !CHANGING.test(name)).sort();
  return { status: response.status, headers, text: response.text.replaceAll(id, "") };
}
