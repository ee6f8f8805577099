// The files of a bundle. The Worker and the seeds are written every time; the configuration of wrangler is
// written once and then belongs to the user.
import type { Seeds } from "../../../seeds/read/entries.ts";

export interface BundleFile {
  readonly path: string;
  readonly text: string;
  /** What it is, for the report. */
  readonly about: string;
  /** Whether it belongs to the user once it is written. */
  readonly isTheirs: boolean;
}

/** The first line of every file that is written each time. A file without it was not written by `bundle`. */
export const MARK =
  "// Written by `merchant-sandbox bundle`: run it again rather than edit this.\n";

/** Makes the files of a bundle. */
export async function createBundleFiles(
  name: string,
  seeds: Seeds,
  worker: string,
): Promise<BundleFile[]> {
  const theirs = (path: string, text: string, about: string) => ({
    ...{ path, text, about },
    isTheirs: true,
  });
  return [
    // Why: seeds that are new under a Worker that is old are read by it. The reverse may not hold.
    { path: "seeds.js", text: await formatSeeds(seeds), about: "the seeds", isTheirs: false },
    { path: "worker.js", text: MARK + worker, about: "the Worker", isTheirs: false },
    theirs("wrangler.jsonc", formatConfiguration(name), "for Cloudflare, which is yours to edit"),
    theirs("workerd.capnp", WORKERD, "for a server of your own, which is yours to edit"),
    theirs("storage/.gitignore", "*\n", "the worlds on a server of your own"),
    theirs(".gitignore", ".dev.vars\n.wrangler/\n", "what is not committed"),
  ];
}

// Why: as JSON text, because it loads faster than the same data as JavaScript.
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

// Why: the engine of the last wrangler for Node 20 does not start with a later date.
const COMPATIBILITY_DATE = "2026-05-01";

function formatConfiguration(name: string): string {
  return `// The configuration of a shared sandbox. It is yours: \`merchant-sandbox bundle\` does not write it again.
//
//   npx wrangler deploy                     deploys it to your account
//   npx wrangler secret put CONTROL_TOKENS  teams and their tokens, such as web:TOKEN,shop:TOKEN; a token has 16 random characters or more
//
// Until CONTROL_TOKENS is set, nobody can create a world.
{
  "name": ${JSON.stringify(name)},
  "main": "worker.js",
  // Both modules are uploaded as they are.
  "no_bundle": true,
  "find_additional_modules": true,
  "rules": [{ "type": "ESModule", "globs": ["seeds.js"] }],
  // The version of the runtime, the same as in the tests.
  "compatibility_date": "${COMPATIBILITY_DATE}",

  // One object per world, one per team for its worlds, and one per set of seeds.
  "durable_objects": {
    "bindings": [
      { "name": "WORLDS", "class_name": "WorldObject" },
      { "name": "REGISTRIES", "class_name": "Registry" },
      { "name": "SEEDS", "class_name": "KeptSeeds" }
    ]
  },
  "migrations": [{ "tag": "v1", "new_sqlite_classes": ["WorldObject", "Registry", "KeptSeeds"] }],

  "vars": {
    // How long a world exists after it was created: 12h, 7d, 4w.
    "WORLD_TTL": "7d",
    // How many worlds each team may have at the same time.
    "MAX_WORLDS": 1000,
    // Which requests survive when the engine removes a world from memory: "kept" stores the last JOURNAL_LENGTH
    // (up to 1000), at one row written a request. "memory" stores none.
    "JOURNAL": "kept",
    "JOURNAL_LENGTH": 100,
    // A domain such as sandbox-example.com. Then only this name works, and each world is also at
    // <world>.sandbox-example.com. Both need a route. Use a domain, not a subdomain such as sandbox.example.com:
    // Cloudflare's free certificate covers a domain and one level below it.
    // Empty: any host name, and worlds at /w/<world> only.
    "HOST_NAME": ""
  }

  // ,"routes": [
  //   { "pattern": "sandbox-example.com/*", "zone_name": "sandbox-example.com" },
  //   { "pattern": "*.sandbox-example.com/*", "zone_name": "sandbox-example.com" }
  // ]
}
`;
}

const WORKERD = `# The configuration of a shared sandbox on a server of your own, without an account. It is yours:
# \`merchant-sandbox bundle\` does not write it again.
#
#   CONTROL_TOKENS=web:TOKEN npx workerd serve workerd.capnp
#
# The variable lists teams and their tokens, such as web:TOKEN,shop:TOKEN. A token has 16 random characters or more.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "sandbox", worker = .sandbox),
    # Where the worlds are stored. Keep this directory, and the worlds survive a restart.
    (name = "storage", disk = (path = "storage", writable = true)),
  ],
  # Behind a proxy that adds TLS, keep the address. To be reached from other machines without one: "*:4701".
  sockets = [(name = "http", address = "127.0.0.1:4701", http = (), service = "sandbox")],
);

const sandbox :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
    (name = "seeds.js", esModule = embed "seeds.js"),
  ],
  compatibilityDate = "${COMPATIBILITY_DATE}",
  durableObjectNamespaces = [
    (className = "WorldObject", uniqueKey = "worlds", enableSql = true),
    (className = "Registry", uniqueKey = "registries", enableSql = true),
    (className = "KeptSeeds", uniqueKey = "seeds", enableSql = true),
  ],
  durableObjectStorage = (localDisk = "storage"),
  bindings = [
    (name = "WORLDS", durableObjectNamespace = "WorldObject"),
    (name = "REGISTRIES", durableObjectNamespace = "Registry"),
    (name = "SEEDS", durableObjectNamespace = "KeptSeeds"),
    (name = "CONTROL_TOKENS", fromEnvironment = "CONTROL_TOKENS"),
    # The same settings as in wrangler.jsonc.
    (name = "WORLD_TTL", text = "7d"),
    (name = "MAX_WORLDS", text = "1000"),
    (name = "JOURNAL", text = "kept"),
    (name = "JOURNAL_LENGTH", text = "100"),
    (name = "HOST_NAME", text = ""),
  ],
);
`;
