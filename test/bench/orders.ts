// Seed files of any number of orders, for the benchmarks.

/** Writes a seed file with one merchant, one key, one product and so many orders. */
export function writeOrders(count: number): string {
  const orders = Array.from(
    { length: count },
    (_, n) => `  - product: ATLAS-1
    ref: order-${n}
    state: PAID
    currency: EUR
    amountMinor: "${1_000 + n}"
    refundedMinor: "0"
    createdAt: now-${n}m
`,
  );
  return `merchants:
  - slug: acme
keys:
  - key: mst_acme_full
    merchant: acme
products:
  - publicCode: ATLAS-1
    merchant: acme
    currency: EUR
orders:
${orders.join("")}`;
}

/** The middle of some figures. */
export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
