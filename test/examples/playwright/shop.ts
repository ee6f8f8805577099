// A merchant's shop: how it offers a product. A real shop renders this on its server, where its key is.

export interface Account {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Renders the button that leads to the hosted checkout, or says that there is none. */
export async function buyButton(productId: string, { baseUrl, apiKey }: Account): Promise<string> {
  const answer = await fetch(`${baseUrl}/api/v1/integration/checkout-links`, {
    method: "POST",
    headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ productId }),
  });
  if (answer.status === 404) return "<p>Not on sale at the moment.</p>";
  if (!answer.ok) return "<p>The checkout is closed. Come back soon.</p>";
  const { checkoutUrl } = await answer.json();
  return `<a href="${checkoutUrl}">Buy</a>`;
}
