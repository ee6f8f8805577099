// A set of seeds → a TypeScript module with the same as data, which loads without parsing YAML.
import { idOfMerchant, idOfProduct } from "../../model/ids.ts";
import type { Changes, Entries, Seeds } from "../read/entries.ts";

const HEADER = [
  "// Generated from seeds/ by `npm run build:seeds`: edit those files, and run it again.",
  'import type { Seeds } from "./read/entries.ts";',
  "",
];

/** Writes the derived ids of merchants and products down, because hashing them slows down each start. */
function withIds(base: Entries): Entries {
  const merchants = base.merchants.map((entry) => {
    return { ...entry, seed: { ...entry.seed, id: idOfMerchant(entry.seed) } };
  });
  const ids = new Map(merchants.map(({ seed }) => [seed.slug, seed.id]));
  const products = base.products.map((entry) => {
    if (entry.seed.repeat) return entry;
    const id = idOfProduct(entry.seed, ids.get(entry.seed.merchant) ?? entry.seed.merchant);
    return { ...entry, seed: { ...entry.seed, id } };
  });
  return { ...base, merchants, products };
}

/** Formats seeds as the text of `embedded.ts`. */
export function formatModule({ base, scenarios }: Seeds): string {
  return [
    ...HEADER,
    "export const EMBEDDED: Seeds = {",
    "  base: {",
    ...formatLists(withIds(base)),
    "  },",
    "  scenarios: [",
    ...scenarios.flatMap(({ changes, ...head }) => [
      "    {",
      ...Object.entries(head).map(([name, value]) => `      ${name}: ${JSON.stringify(value)},`),
      "      changes: {",
      ...formatLists(changes),
      "      },",
      "    },",
    ]),
    "  ],",
    "};",
    "",
  ].join("\n");
}

function formatLists(lists: Entries | Changes): string[] {
  const all: [name: string, entries: readonly unknown[]][] = Object.entries(lists);
  const empty = all.filter(([, entries]) => entries.length === 0);
  const lines = all.filter(([, entries]) => entries.length > 0).flatMap(formatList);
  return empty.length === 0
    ? lines
    : [...lines, `    ${empty.map(([name]) => `${name}: [],`).join(" ")}`];
}

function formatList([name, entries]: [name: string, entries: readonly unknown[]]): string[] {
  if (entries.length === 1) return [`    ${name}: ${JSON.stringify(entries)},`];
  return [`    ${name}: [`, ...entries.map((entry) => `      ${JSON.stringify(entry)},`), "    ],"];
}
