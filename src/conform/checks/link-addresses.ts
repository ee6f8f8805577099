// The two addresses of a checkout link: hosted address, path, and the product's public code or id (§2.4).
import * as v from "valibot";
import type { Check } from "../check.ts";
import type { Client } from "../client.ts";
import type { ReceivedResponse } from "../exchange.ts";
import { expectBody, expectSame, expectTrue } from "../expect.ts";
import { madeLink, publishedProduct } from "../found.ts";
import { Mismatch, Skipped } from "../mismatch.ts";

const ProductUrlSchema = v.object({ productUrl: v.string() });
const CheckoutUrlSchema = v.object({ checkoutUrl: v.string() });

export const linkAddressesChecks: readonly Check[] = [
  {
    id: "link-product-url",
    section: "2.4",
    title: "productUrl is the hosted address, /p/ and the product's listed public code",
    async run(client) {
      const { publicCode } = await publishedProduct(client);
      const { productUrl, hosted } = readProductUrl(await madeLink(client), publicCode);
      if (hosted === undefined) {
        throw new Mismatch(
          `productUrl to end in /p/ and the public code ${publicCode}`,
          productUrl,
        );
      }
      expectHosted(client, hosted);
    },
  },
  {
    id: "link-checkout-url",
    section: "2.4",
    title: "checkoutUrl is the hosted address, /checkout/ and the product's id",
    async run(client) {
      const { id } = await publishedProduct(client);
      const { checkoutUrl, hosted } = readCheckoutUrl(await madeLink(client), id);
      if (hosted === undefined) {
        throw new Mismatch(`checkoutUrl to end in /checkout/${id}`, checkoutUrl);
      }
      expectHosted(client, hosted);
    },
  },
  {
    id: "link-one-address",
    section: "2.4",
    title: "productUrl and checkoutUrl start with the same hosted address",
    async run(client) {
      const { id, publicCode } = await publishedProduct(client);
      const response = await madeLink(client);
      const ofProduct = readProductUrl(response, publicCode).hosted;
      const ofCheckout = readCheckoutUrl(response, id).hosted;
      if (ofProduct === undefined || ofCheckout === undefined) {
        throw new Skipped("a link has another form");
      }
      expectSame("the hosted address of checkoutUrl", ofCheckout, ofProduct);
    },
  },
  {
    id: "link-product-url-encoded",
    title: "the public code in productUrl is percent-encoded",
    async run(client) {
      const { publicCode } = await publishedProduct(client);
      const { productUrl } = readProductUrl(await madeLink(client), publicCode);
      const code = productUrl.slice(productUrl.indexOf("/p/") + 3);
      const isEncoded = /^[\w.~!$&'()*+,;=:@%-]*$/.test(code) && decoded(code) === publicCode;
      expectTrue(isEncoded, `${publicCode} percent-encoded as one segment of a path`, code);
    },
  },
];

/** Returns productUrl and the address before its path; undefined if it has another path. */
function readProductUrl(response: ReceivedResponse, publicCode: string) {
  const { productUrl } = expectBody(response, ProductUrlSchema);
  // Why: the hosted address or the code may also contain /p/.
  const ends = [...productUrl.matchAll(/\/p\//g)].map(({ index }) => index);
  const end = ends.find((index) => {
    const code = productUrl.slice(index + 3);
    return code === publicCode || decoded(code) === publicCode;
  });
  return { productUrl, hosted: end === undefined ? undefined : productUrl.slice(0, end) };
}

function readCheckoutUrl(response: ReceivedResponse, id: string) {
  const { checkoutUrl } = expectBody(response, CheckoutUrlSchema);
  const end = `/checkout/${id}`.toLowerCase();
  const endsRight = checkoutUrl.toLowerCase().endsWith(end);
  return { checkoutUrl, hosted: endsRight ? checkoutUrl.slice(0, -end.length) : undefined };
}

function expectHosted({ hostedUrl }: Client, hosted: string): void {
  if (hostedUrl !== undefined) expectSame("the hosted address", hosted, hostedUrl);
}

function decoded(code: string): string | undefined {
  try {
    return decodeURIComponent(code);
  } catch {
    return undefined;
  }
}
