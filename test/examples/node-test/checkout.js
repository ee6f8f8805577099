// A merchant's client: it gets the link that sends a shopper to the hosted checkout.

/**
 * Asks for the checkout of a product. Resolves with null where the product is not on sale. A connection
 * that is lost is tried once more, as asking charges nothing.
 *
 * @param {string} productId
 * @param {{ baseUrl: string, apiKey: string, fetch?: (request: Request) => Response | Promise<Response> }} account
 * @returns {Promise<string | null>}
 */
export async function checkoutOf(productId, { baseUrl, apiKey, fetch = globalThis.fetch }) {
  const ask = async () =>
    fetch(
      new Request(`${baseUrl}/api/v1/integration/checkout-links`, {
        method: "POST",
        headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
        body: JSON.stringify({ productId }),
      }),
    );
  const answer = await ask().catch(ask);
  if (answer.status === 201) return (await answer.json()).checkoutUrl;
  if (answer.status === 404) return null;
  throw new Error(answer.status === 401 ? "The key is no good." : `No link: ${answer.status}`);
}
