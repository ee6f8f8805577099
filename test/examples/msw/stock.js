// A merchant's client whose address and key are fixed: it lists the codes of the products that are on sale.

const API = "https://api.merchant.example/api/v1/integration";
const headers = { Authorization: "Bearer mst_acme_full" };

/**
 * Lists public codes. Resolves with the last known list where the service fails.
 *
 * @param {readonly string[]} known
 * @returns {Promise<readonly string[]>}
 */
export async function codesOnSale(known = []) {
  const answer = await fetch(`${API}/products`, { headers }).catch(() => undefined);
  if (!answer?.ok) return known;
  const products = await answer.json();
  return products
    .filter(({ status }) => status === "PUBLISHED")
    .map(({ publicCode }) => publicCode);
}
