// Runs `check` on seeds that tests share.
import { run } from "../../src/cli/run.ts";
import { type FakeTerminalOptions, fakeTerminal } from "./fake-terminal.ts";

export const MERCHANTS = "merchants: [{ slug: acme }]\n";
export const KEYS = "keys: [{ key: mst_acme_full, merchant: acme }]\n";
const PRODUCTS = "products: [{ publicCode: ATLAS-1, merchant: acme, currency: EUR }]\n";
const ORDERS = `orders:
  - { product: ATLAS-1, amountMinor: "1", createdAt: now-3d }
  - { product: ATLAS-1, amountMinor: "1", createdAt: now-9d, repeat: { times: 4, every: 1h } }
`;
const REVOKED = "keys: [{ key: mst_acme_full, status: revoked }]\n";
export const MISTAKE = "kyes: []\n";
export const ODD = "merchants: [{ slug: acme }]\n";

export const FINE = {
  "seeds/merchants.yaml": MERCHANTS,
  "seeds/keys.yaml": KEYS,
  "seeds/products.yaml": PRODUCTS,
  "seeds/orders.yaml": ORDERS,
  "seeds/scenarios/revoked-key.yaml": REVOKED,
};
export const FINE_COUNTS = "1 merchant, 1 key, 1 product, 5 orders, 1 scenario: no mistakes\n";
export const PAIR_COUNTS = "1 merchant, 1 key, 0 products, 0 orders, 0 scenarios: no mistakes\n";

/** Runs `check` as its users do, except for the process. */
export async function check(args: readonly string[], options?: FakeTerminalOptions) {
  const terminal = fakeTerminal(options);
  const code = await run(["check", ...args], terminal);
  return { code, ...terminal.written };
}

/** Where the mistakes are, and which. */
export async function places(
  args: readonly string[],
  options?: FakeTerminalOptions,
): Promise<string[]> {
  const { stdout } = await check(["--format", "json", ...args], options);
  const found: Record<string, unknown>[] = JSON.parse(stdout);
  return found.map(({ file, line, column, code }) => `${file}:${line}:${column} ${code}`);
}
