// Seeds of any answers that they can hold, asked for these answers again.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { askServer } from "../../../../src/cli/commands/pull/client.ts";
import { PULLED_PATHS, writePulled } from "../../../../src/cli/commands/pull/seeds.ts";
import { adaptResponses } from "../../../../src/cli/commands/pull/seeds-from-responses.ts";
import { SCOPES } from "../../../../src/contract/formats.ts";
import { isSeedFile } from "../../../../src/seeds/read/file-names.ts";
import { createFromFiles } from "../../../../src/start.ts";
import { oddCode, oddText } from "../../../seeds/any-seeds.ts";
import { NOW } from "../../../seeds/load.ts";
import { many, order, ping, product } from "../../pulling.ts";

const KEY = "mst_pulled_0";

const digits = fc.stringMatching(/^\d{1,40}$/);
const times = fc
  .tuple(fc.integer({ min: -1e12, max: 1e12 }), fc.stringMatching(/^\.\d{1,9}$/))
  .map(([ms, fraction]) => `${new Date(NOW + ms).toISOString().slice(0, 19)}${fraction}Z`);

const codes = (count: number) =>
  fc.uniqueArray(oddCode, { minLength: count, maxLength: count }).filter((all) => {
    return all.every((code) => !/^\.\.?$/.test(code));
  });

const anyAnswers = fc
  .tuple(fc.constantFrom(0, 1, 3, 50), fc.integer({ min: 0, max: 50 }), fc.subarray([...SCOPES]))
  .chain(([products, orders, scopes]) =>
    fc.record({
      ping: fc.constant({ ...ping, scopes }),
      products: scopes.includes("catalog:read") ? anyProducts(products) : fc.constant(undefined),
      orders: scopes.includes("orders:read") ? anyOrders(orders) : fc.constant(undefined),
    }),
  );

function anyProducts(count: number) {
  const fields = fc.record({ status: oddText, currency: oddText, version: fc.maxSafeInteger() });
  return codes(count).chain((all) =>
    fc.tuple(
      ...all.map((publicCode, n) => fields.map((rest) => product(n + 1, { publicCode, ...rest }))),
    ),
  );
}

function anyOrders(count: number) {
  const fields = fc.record({
    productId: fc.integer({ min: 1, max: 60 }).map((n) => product(n).id),
    ...{ state: oddText, currency: oddText },
    ...{ amountMinor: digits, refundedMinor: digits, createdAt: times },
  });
  return fc.tuple(...many(count, (n) => fields.map((rest) => order(n, rest))));
}

describe("seeds that were pulled", () => {
  test("return what was adapted, whatever it is", async () => {
    await fc.assert(
      fc.asyncProperty(anyAnswers, async (answered) => {
        const adapted = adaptResponses(answered);
        const files = await writePulled(adapted, KEY);
        expect(files.filter(({ path }) => !PULLED_PATHS.includes(path))).toEqual([]);
        const seeds = files.filter(({ path }) => isSeedFile(path));
        // Why: a directory is read in the order of its names.
        const { api } = await createFromFiles(seeds.toSorted((a, b) => (a.path < b.path ? -1 : 1)));
        const server = { baseUrl: "http://sandbox", key: KEY, timeoutMs: 10_000 };
        const fetch = (url: string, init: RequestInit) => api.fetch(new Request(url, init));
        expect(await askServer({ ...server, fetch })).toEqual(adapted.answers);
      }),
      { numRuns: 100 },
    );
  });

  test("are YAML to another reader too, with a field a line", async () => {
    const answers = { ping, products: [product(1)], orders: [order(1), order(9)] };
    const files = await writePulled(adaptResponses({ ...answers, products: undefined }), KEY);
    const read = files
      .filter(({ path }) => isSeedFile(path))
      .map(({ path, text }) => [path, Bun.YAML.parse(text)]);
    const { productId: _first, ...first } = order(1);
    const { productId: _ninth, ...ninth } = order(9);
    const codeOf = (n: number) => `unlisted-${product(n).id}`;
    expect(Object.fromEntries(read)).toEqual({
      "merchants.yaml": { merchants: [{ slug: "merchant", id: ping.merchantId }] },
      "keys.yaml": { keys: [{ key: KEY, merchant: "merchant", scopes: ping.scopes }] },
      "unlisted-products.yaml": {
        products: [1, 9].map((n) => ({
          publicCode: codeOf(n),
          merchant: "merchant",
          id: product(n).id,
          currency: "EUR",
        })),
      },
      "orders.yaml": {
        orders: [
          { product: codeOf(9), ...ninth },
          { product: codeOf(1), ...first },
        ],
      },
      "settings.yaml": { settings: { listOrder: "newest" } },
    });
  });
});
