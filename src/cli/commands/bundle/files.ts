// The files of a bundle. The Worker and the seeds are written every time; the configuration of wrangler is
// written once and then belongs to the user.
import type { Seeds } from "../../../seeds/read/entries.ts";

export interface BundleFile {
  readonly path: string;
  readonly text: string;
  /** What people are told that it is. */
  readonly about: string;
  /** Whether it is theirs once it is written. */
  readonly isTheirs: boolean;
}

/** What every file that is written anew begins with: one that does not is none of ours. */
export const MARK =
  "// Written by `merchant-sandbox bundle`: run it again rather than edit this.\n";

/** Makes the files of a bundle. */
export async function createBundleFiles(
  name: string,
  seeds: Seeds,
  worker: string,
): Promise<BundleFile[]> {
  return [
    { path: "worker.js", text: MARK + worker, about: "the Worker", isTheirs: false },
    { path: "seeds.js", text: await formatSeeds(seeds), about: "the seeds", isTheirs: false },
    {
      path: "wrangler.jsonc",
      text: formatConfiguration(name),
      about: "what wrangler goes by, with each setting explained; it is yours",
      isTheirs: true,
    },
  ];
}

// Why: as a text that is parsed, which is read sooner than the same as a program.
async function formatSeeds(seeds: Seeds): Promise<string> {
  const json = JSON.stringify(seeds);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(json));
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"));
  return [
    `${MARK}export const HASH = "${hash.join("")}";`,
    `export const SEEDS = JSON.parse(${JSON.stringify(json)});`,
    "",
  ].join("\n");
}

// Why: a day that the engine of the last wrangler for Node 20 knows; it starts with no later one.
const COMPATIBILITY_DATE = "2026-05-01";

function formatConfiguration(name: string): string {
  return `// The configuration of a shared sandbox. It is yours: \`merchant-sandbox bundle\` does not write it again.
//
//   npx wrangler deploy                     sends it to your account
//   npx wrangler secret put CONTROL_TOKENS  who may make worlds: one long random text or several, with commas
//
// Until CONTROL_TOKENS is set, nobody may make a world.
{
  "name": ${JSON.stringify(name)},
  "main": "worker.js",
  // Both modules go out as they are.
  "no_bundle": true,
  "find_additional_modules": true,
  "rules": [{ "type": "ESModule", "globs": ["seeds.js"] }],
  // The engine behaves as on this day, as it did in the tests.
  "compatibility_date": "${COMPATIBILITY_DATE}",

  // One object for each world, one for the worlds of each token, one for each set of seeds.
  "durable_objects": {
    "bindings": [
      { "name": "WORLDS", "class_name": "WorldObject" },
      { "name": "REGISTRIES", "class_name": "Registry" },
      { "name": "SEEDS", "class_name": "KeptSeeds" }
    ]
  },
  "migrations": [{ "tag": "v1", "new_sqlite_classes": ["WorldObject", "Registry", "KeptSeeds"] }],

  "vars": {
    // How long a world is there at most, counted from its making: 12h, 7d, 4w.
    "WORLD_TTL": "7d",
    // How many worlds each control token may have at once.
    "MAX_WORLDS": 1000,
    // A name such as sandbox.example.com: it alone is answered then, and worlds stand in front of it too,
    // as <world>.sandbox.example.com. Both need a route. Empty: any name, and worlds as /w/<world> alone.
    "HOST_NAME": ""
  }

  // ,"routes": [
  //   { "pattern": "sandbox.example.com/*", "zone_name": "example.com" },
  //   { "pattern": "*.sandbox.example.com/*", "zone_name": "example.com" }
  // ]
}
`;
}
