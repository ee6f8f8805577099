// A set of seeds → a module that holds it as data, which loads without reading any YAML.
import {
  hashName,
  idOfMerchant,
  joinName,
  nameOfMerchant,
  nameOfProduct,
} from "../../model/ids.ts";
import { ordersOf } from "../overlay/shelf.ts";
import type { Base, Changes, Seeds } from "../read/entries.ts";

const HEADER = [
  "// Generated from seeds/ by `npm run build:seeds`: edit those files, and run it again.",
  'import type { Seeds } from "./read/entries.ts";',
  "",
];

/** Formats the ids that are derived for merchants and products as the text of a module likewise. */
export function formatIds({ merchants, products }: Base): string {
  const owners = new Map(merchants.map(({ seed }) => [seed.slug, idOfMerchant(seed)]));
  const derived = [
    ...merchants.filter(isWithoutId).map(({ seed }) => nameOfMerchant(seed)),
    ...products
      .filter(isWithoutId)
      .map(({ seed }) => nameOfProduct(seed, owners.get(seed.merchant) ?? "")),
  ];
  return [
    "// Generated from seeds/ by `npm run build:seeds`: the ids of embedded merchants and products that give none,",
    "// each by namespace and name. To hash them would take longer than all the rest that is made of the seeds.",
    "export const EMBEDDED_IDS: Readonly<Record<string, string>> = {",
    ...derived.map((name) => `  ${JSON.stringify(joinName(name))}: "${hashName(name)}",`),
    "};",
    "",
  ].join("\n");
}

const isWithoutId = ({ seed }: { readonly seed: { readonly id?: string | undefined } }) =>
  seed.id === undefined;

/** Formats seeds as the text of a module beside this one. */
export function formatModule({ base, scenarios }: Seeds): string {
  return [
    ...HEADER,
    "export const EMBEDDED: Seeds = {",
    "  base: {",
    ...formatLists({ ...base, orders: ordersOf(base) }),
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

function formatLists(lists: (Base & { orders: readonly unknown[] }) | Changes): string[] {
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
