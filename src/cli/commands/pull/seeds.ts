// Writes seed files that give the same responses. What no API shows is made up only where the seed format
// needs it: a slug, a key, and codes of products that are in no list.

import type { KeySeed, MerchantSeed, OrderSeed, ProductSeed } from "../../../model/schema.ts";
import type { SettingsSeed } from "../../../model/settings-schema.ts";
import type { SeedFile } from "../../../seeds/diagnostics/diagnostic.ts";
import { formatJsonSchema, SEEDS_SCHEMA, withModeline } from "../../../seeds/write/json-schema.ts";
import { formatYaml } from "../../../seeds/yaml/format.ts";
import type { Adapted } from "./seeds-from-responses.ts";

const MERCHANT = "merchant";

// Why: files are read in the order of their names, and unlisted products must come after listed ones.
const UNLISTED = "unlisted-products";

/** The files that may be written, by their names. */
export const PULLED_PATHS: readonly string[] = [
  SEEDS_SCHEMA,
  ...["merchants", "keys", "products", UNLISTED, "orders", "settings"].map(pathOf),
];

/** Writes the files, with `key` in place of the key that was used. Empty lists have no file. */
export async function writePulled(adapted: Adapted, key: string): Promise<SeedFile[]> {
  const { answers, unlisted, listOrder } = adapted;
  const { ping, products = [], orders = [] } = answers;
  const codes = new Map(products.map(({ id, publicCode }) => [id, publicCode]));

  const merchants: MerchantSeed[] = [{ slug: MERCHANT, id: ping.merchantId }];
  const keys: KeySeed[] = [{ key, merchant: MERCHANT, scopes: ping.scopes }];
  const listed = products.map(
    ({ publicCode, ...fields }): ProductSeed => ({ publicCode, merchant: MERCHANT, ...fields }),
  );
  const madeUp = unlisted.map(
    ({ id, currency }): ProductSeed => ({
      publicCode: codeOf(id),
      merchant: MERCHANT,
      id,
      currency,
    }),
  );
  // Why: orders with the same time are listed in the order of the file.
  const made = listOrder === "newest" ? orders.toReversed() : orders;
  const sold = made.map(
    ({ productId, ...fields }): OrderSeed => ({
      product: codes.get(productId) ?? codeOf(productId),
      ...fields,
    }),
  );
  const settings: SettingsSeed = { listOrder };

  const files = [
    await writeFile("merchants", { merchants }),
    await writeFile("keys", { keys }, "Replaces the key that was used."),
    await writeFile("products", { products: listed }),
    await writeFile(
      UNLISTED,
      { products: madeUp },
      "Orders name these products, but no list shows them. Everything except their ids is made up.",
    ),
    await writeFile("orders", { orders: sold }),
    await writeFile("settings", { settings }),
  ];
  return [{ path: SEEDS_SCHEMA, text: formatJsonSchema("seeds") }, ...files.flat()];
}

async function writeFile(
  name: string,
  content: Parameters<typeof formatYaml>[0],
  comment?: string,
): Promise<SeedFile[]> {
  const sections = await formatYaml(content);
  if (sections === "") return [];
  const text = comment === undefined ? sections : `# ${comment}\n\n${sections}`;
  return [{ path: pathOf(name), text: withModeline(SEEDS_SCHEMA, text) }];
}

function pathOf(name: string): string {
  return `${name}.yaml`;
}

function codeOf(id: string): string {
  return `unlisted-${id}`;
}
