// A merchant's client: it lists what is for sale. The key may be replaced at any time, so it asks for the new one.

/**
 * Lists the public codes of the published products. If the key is rejected, it tries once more with a new one.
 *
 * @param {{ baseUrl: string, apiKey: string }} account
 * @param {() => Promise<string>} newKey
 * @returns {Promise<string[]>}
 */
export async function publishedCodes({ baseUrl, apiKey }, newKey) {
  const list = (key) => {
    const headers = { Authorization: `Bearer ${key}` };
    return fetch(`${baseUrl}/api/v1/integration/products`, { headers });
  };
  let response = await list(apiKey);
  if (response.status === 401) response = await list(await newKey());
  if (!response.ok) throw new Error(`No products: ${response.status}`);
  const products = await response.json();
  return products.flatMap(({ status, publicCode }) => (status === "PUBLISHED" ? [publicCode] : []));
}
