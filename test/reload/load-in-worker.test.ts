// Seeds so large that a worker loads them, from the files on disk to the answers.
import { expect, test } from "bun:test";
import { InvalidSeedsError, startSandbox } from "../../src/index.ts";
import { areLarge } from "../../src/seeds/read/files.ts";
import { seedsWithKeys, temporaryDirectory } from "../cli/temporary-directory.ts";

const ORDER = '{ product: ATLAS-1, state: PAID, currency: EUR, refundedMinor: "0"';
const COUNT = 12_000;

/** The text of many orders, an hour apart, with a product of the given currency. */
const ordersOf = (currency: string) => `products:
  - { publicCode: ATLAS-1, merchant: acme, currency: ${currency} }
orders:
${Array.from(
  { length: COUNT },
  (_, n) => `  - ${ORDER}, ref: order-${n}, amountMinor: ${n}, createdAt: now-${n}h }\n`,
).join("")}`;

const large = (currency: string) => ({
  "keys.yaml": seedsWithKeys("mst_of_mine"),
  "orders.yaml": ordersOf(currency),
  "scenarios/refunded.yaml": "orders: [{ ref: order-3, refundedMinor: 3 }]\n",
});

test("large seeds are served as others are, and changed as others are", async () => {
  await using seeds = await temporaryDirectory(large("EUR"));
  await using sandbox = await startSandbox({ port: 0, seeds: seeds.path });
  const list = async (baseUrl: string): Promise<{ amountMinor: string; refundedMinor: string }[]> =>
    (
      await fetch(`${baseUrl}/api/v1/integration/orders`, {
        headers: { Authorization: "Bearer mst_of_mine" },
      })
    ).json();
  const first = Array.from({ length: 50 }, (_, n) => `${n}`);
  expect((await list(sandbox.baseUrl)).map(({ amountMinor }) => amountMinor)).toEqual(first);
  const { refundedMinor } = (await list(`${sandbox.baseUrl}/w/refunded`))[3] ?? {};
  expect(refundedMinor).toBe("3");
  await sandbox.orders.add({ product: "ATLAS-1", amountMinor: "7" });
  expect((await list(sandbox.baseUrl))[0]?.amountMinor).toBe("7");
  expect(sandbox.sandbox.worlds.default.state.orderCount).toBe(COUNT + 1);
});

test("large seeds with a mistake are rejected with its place", async () => {
  await using seeds = await temporaryDirectory(large("[]"));
  const refused = await startSandbox({ port: 0, seeds: seeds.path }).catch((error) => error);
  expect(refused).toBeInstanceOf(InvalidSeedsError);
  expect(refused.message).toContain("orders.yaml:2:54 error: `currency` must be a currency code");
});

test("seeds are large from a million characters on, in one file or in several", () => {
  const file = (length: number) => ({ path: "orders.yaml", text: "#".repeat(length) });
  expect([[file(1_000_000)], [file(999_999), file(2)]].map(areLarge)).toEqual([false, true]);
});
