// Seeds of any size, for the bench.
import { join } from "node:path";

// Why: a file of more values than this is refused.
const ORDERS_A_FILE = 100_000;

const BASE = `merchants:
  - slug: acme
keys:
  - key: mst_acme_full
    merchant: acme
products:
  - publicCode: ATLAS-1
    merchant: acme
    currency: EUR
`;

/** Writes a seed file with one merchant, one key, one product and so many orders. */
export function writeOrders(count: number): string {
  return BASE + formatOrders(0, count);
}

/** Writes a seeds directory of the same, in as many files as it takes. */
export async function writeOrderFiles(directory: string, count: number): Promise<void> {
  await Bun.write(join(directory, "base.yaml"), BASE);
  for (let from = 0; from < count; from += ORDERS_A_FILE) {
    const text = formatOrders(from, Math.min(count, from + ORDERS_A_FILE));
    await Bun.write(join(directory, `orders-${from}.yaml`), text);
  }
}

/** Writes a seeds directory of one product, ten orders and so many keys. */
export async function writeKeyFiles(directory: string, count: number): Promise<void> {
  const keys = Array.from(
    { length: count - 1 },
    (_, n) => `  - key: mst_acme_${n}\n    merchant: acme\n`,
  );
  await Bun.write(join(directory, "base.yaml"), writeOrders(10));
  await Bun.write(join(directory, "keys.yaml"), `keys:\n${keys.join("")}`);
}

/** Writes a seeds directory of an ordinary size: 100 entries, in the usual files. */
export async function writeUsualFiles(directory: string): Promise<void> {
  const keys = ["full", "readonly", "links", "limited"].map(
    (name) => `  - key: mst_acme_${name}\n    merchant: acme\n`,
  );
  const products = Array.from(
    { length: 15 },
    (_, n) => `  - publicCode: ATLAS-${n + 1}\n    merchant: acme\n    currency: EUR\n`,
  );
  const files = {
    merchants: "merchants:\n  - slug: acme\n",
    keys: `keys:\n${keys.join("")}`,
    products: `products:\n${products.join("")}`,
    orders: formatOrders(0, 80),
  };
  for (const [name, text] of Object.entries(files)) {
    await Bun.write(join(directory, `${name}.yaml`), text);
  }
}

function formatOrders(from: number, to: number): string {
  const orders = Array.from({ length: to - from }, (_, index) => {
    const n = from + index;
    return `  - product: ATLAS-1
    ref: order-${n}
    state: PAID
    currency: EUR
    amountMinor: "${1_000 + n}"
    refundedMinor: "0"
    createdAt: now-${n}m
`;
  });
  return `orders:\n${orders.join("")}`;
}
