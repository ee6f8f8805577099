// Checkout links: what they look like, that they last, and that making one changes nothing (§2.4,
// §4.4). Refusals are in missing-products.ts and bodies.ts.
import * as v from "valibot";
import { CheckoutLinkSchema } from "../../contract/checkout-link.ts";
import type { Check } from "../check.ts";
import type { Answer, Client } from "../client.ts";
import {
  expectBody,
  expectFieldOrder,
  expectJsonType,
  expectSame,
  expectStatus,
  expectTrue,
} from "../expect.ts";
import { type Found, link, merchantOf, publishedProduct } from "../found.ts";
import { Skipped } from "../mismatch.ts";

// Why: one wrong field fails its own check, and not every check of links.
const TextsSchema = v.object({
  productId: v.string(),
  productUrl: v.string(),
  checkoutUrl: v.string(),
  note: v.string(),
});

export const checkoutLinksChecks: readonly Check[] = [
  {
    id: "link-answers",
    section: "4.4",
    promise: "document",
    title: "checkout-links answers 201 with JSON for an own published product",
    needs: [],
    async run(client) {
      expectJsonType(await made(client));
    },
  },
  {
    id: "link-fields",
    section: "2.4",
    promise: "document",
    title: "a checkout link has exactly its five fields, each of its type",
    needs: [],
    async run(client) {
      expectBody(await made(client), CheckoutLinkSchema);
    },
  },
  {
    id: "link-field-order",
    section: "reading: Formats",
    promise: "sandbox",
    title: "a checkout link names its fields in the documented order",
    needs: [],
    async run(client) {
      expectFieldOrder(await made(client), CheckoutLinkSchema);
    },
  },
  {
    id: "link-product-id",
    section: "2.4",
    promise: "document",
    title: "a checkout link repeats the product's id",
    needs: [],
    async run(client) {
      const product = await publishedProduct(client);
      const { productId } = expectBody(await made(client), TextsSchema);
      expectSame("productId", productId.toLowerCase(), product.id.toLowerCase());
    },
  },
  {
    id: "link-product-url",
    section: "2.4",
    promise: "document",
    title: "productUrl is the hosted address, /p/ and the product's listed public code",
    needs: [],
    async run(client) {
      const { product, hosted, code } = await taken(client);
      expectTrue(
        code === product.publicCode || decoded(code) === product.publicCode,
        `productUrl to be ${hosted}/p/ and the public code ${product.publicCode}`,
        code,
      );
    },
  },
  {
    id: "link-product-url-encoded",
    section: "reading: Checkout links",
    promise: "sandbox",
    title: "the public code in productUrl is percent-encoded",
    needs: [],
    async run(client) {
      const { product, code } = await taken(client);
      const isEncoded =
        /^[\w.~!$&'()*+,;=:@%-]*$/.test(code) && decoded(code) === product.publicCode;
      expectTrue(isEncoded, `${product.publicCode} percent-encoded as one segment of a path`, code);
    },
  },
  {
    id: "link-checkout-url",
    section: "2.4",
    promise: "document",
    title: "checkoutUrl is the hosted address, /checkout/ and the product's id",
    needs: [],
    async run(client) {
      const { checkoutUrl } = expectBody(await made(client), TextsSchema);
      expectHosted(client, await publishedProduct(client), checkoutUrl);
    },
  },
  {
    id: "link-note",
    section: "2.4",
    promise: "document",
    title: "a checkout link carries a note for people",
    needs: [],
    async run(client) {
      const { note } = expectBody(await made(client), TextsSchema);
      expectTrue(note.trim() !== "", "a note with words in it", note);
    },
  },
  {
    id: "link-repeatable",
    section: "4.4",
    promise: "document",
    title: "a link that was made before is made again with 201",
    needs: [],
    async run(client) {
      await made(client);
      await made(client);
    },
  },
  {
    id: "link-permanent",
    section: "reading: Checkout links",
    promise: "sandbox",
    title: "checkout-links answers the same bytes each time",
    needs: [],
    async run(client) {
      const first = await made(client);
      expectSame("the second link", (await made(client)).text, first.text);
    },
  },
  {
    id: "link-charges-nothing",
    section: "4.4",
    promise: "document",
    title: "making a link creates no order and leaves the product as it was",
    needs: [],
    async run(client) {
      for (const list of ["orders", "products"] as const) {
        const before = await client.get(list, { key: "full" });
        expectStatus(before, 200);
        await made(client);
        const after = await client.get(list, { key: "full" });
        expectSame(`the ${list} afterwards`, after.json, before.json);
      }
    },
  },
  {
    id: "link-upper-case",
    section: "reading: Formats",
    promise: "sandbox",
    title: "a productId in upper case is taken and answered in lower case",
    needs: [],
    async run(client) {
      const { id } = await publishedProduct(client);
      const answer = await link(client, id.toUpperCase());
      expectStatus(answer, 201);
      expectSame("the answer", answer.text, (await made(client)).text);
      const { productId, checkoutUrl } = expectBody(answer, TextsSchema);
      expectSame("productId", productId, id.toLowerCase());
      expectSame("the end of checkoutUrl", checkoutUrl.slice(-id.length), id.toLowerCase());
    },
  },
  {
    id: "link-with-links-scope",
    section: "5.4",
    promise: "document",
    title: "checkout-links answers 201 to a key with the scope of checkout links alone",
    needs: ["linksOnly"],
    async run(client) {
      if ((await merchantOf(client, "linksOnly")) !== (await merchantOf(client, "full"))) {
        throw new Skipped("the key linksOnly belongs to another merchant");
      }
      expectStatus(await link(client, (await publishedProduct(client)).id, "linksOnly"), 201);
    },
  },
];

async function made(client: Client): Promise<Answer> {
  const answer = await link(client, (await publishedProduct(client)).id);
  expectStatus(answer, 201);
  return answer;
}

interface Taken {
  readonly product: Found;
  readonly hosted: string;
  readonly code: string;
}

/** Takes a link to pieces, expecting both of its addresses to begin with the same hosted one. */
async function taken(client: Client): Promise<Taken> {
  const product = await publishedProduct(client);
  const { productUrl, checkoutUrl } = expectBody(await made(client), TextsSchema);
  const hosted = expectHosted(client, product, checkoutUrl);
  const start = `${hosted}/p/`;
  expectTrue(productUrl.startsWith(start), `productUrl to begin with ${start}`, productUrl);
  return { product, hosted, code: productUrl.slice(start.length) };
}

/** Expects a checkoutUrl to end in the product's path, and returns what stands before that. */
function expectHosted(client: Client, product: Found, checkoutUrl: string): string {
  const end = `/checkout/${product.id}`;
  const endsRight = checkoutUrl.toLowerCase().endsWith(end.toLowerCase());
  expectTrue(endsRight, `checkoutUrl to end in ${end}`, checkoutUrl);
  const hosted = checkoutUrl.slice(0, -end.length);
  if (client.hostedUrl !== undefined) expectSame("the hosted address", hosted, client.hostedUrl);
  return hosted;
}

function decoded(code: string): string | undefined {
  try {
    return decodeURIComponent(code);
  } catch {
    return undefined;
  }
}
