// A set of seeds → a module that holds it as data, which loads without reading any YAML.
import type { Changes, Entries, Seeds } from "./entries.ts";

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
    ...formatLists(base),
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
  return Object.entries(lists).flatMap(([name, entries]: [string, readonly unknown[]]) => [
    `    ${name}: [`,
    ...entries.map((entry) => `      ${JSON.stringify(entry)},`),
    "    ],",
  ]);
}
