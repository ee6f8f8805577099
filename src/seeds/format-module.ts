// A set of seeds → a module that holds it as data, which loads without reading any YAML.
import type { Base, Changes, Seeds } from "./entries.ts";
import { ordersOf } from "./shelf.ts";

const HEADER = [
  "// Generated from seeds/ by `npm run build:seeds`: edit those files, and run it again.",
  'import type { Seeds } from "./entries.ts";',
  "",
];

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
