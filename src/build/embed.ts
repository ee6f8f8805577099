// Compiles the seeds in `seeds/` into src/seeds/embedded.ts, so that a program that starts on them reads no YAML.
// Run by `npm run build:seeds`; a test holds that its result is up to date.
import { idOfMerchant, idOfProduct } from "../model/ids.ts";
import * as files from "../runtime/files.ts";
import { formatDiagnostics } from "../seeds/diagnostics/diagnostic.ts";
import { loadSeeds } from "../seeds/load.ts";
import type { Entries } from "../seeds/read/entries.ts";
import { readSeedFiles } from "../seeds/read/files.ts";
import { systemTime } from "../world/clock.ts";

const HEADER = `// Generated from seeds/ by \`npm run build:seeds\`: edit those files, and run it again.
import type { Seeds } from "./read/entries.ts";
`;

/** Compiles a directory of seeds into a module, with one entry in a line. Throws if they have an error. */
export async function compileSeeds(directory: string): Promise<string> {
  const { files: read, diagnostics: unread } = await readSeedFiles(directory, files);
  const named = read.map((file) => ({ ...file, path: file.path.slice(directory.length + 1) }));
  const { seeds, diagnostics } = loadSeeds({ files: named, now: systemTime() });
  if (seeds === undefined || unread.length > 0) {
    throw new Error(formatDiagnostics([...unread, ...diagnostics]));
  }
  const { base, scenarios } = seeds;
  const text = JSON.stringify({ base: withIds(base), scenarios });
  return `${HEADER}\nexport const EMBEDDED: Seeds = ${text.replaceAll('{"seed":', "\n  $&")};\n`;
}

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

if (import.meta.main) {
  await files.writeWhole("src/seeds/embedded.ts", await compileSeeds("seeds"));
}
