// Compiles the seeds in `seeds/` into src/seeds/embedded.ts, so that a program that starts on them reads no YAML.
// Run by `npm run build:seeds`; a test holds that its result is up to date.
import * as files from "../runtime/files.ts";
import { formatDiagnostics } from "../seeds/diagnostics/diagnostic.ts";
import { loadSeeds } from "../seeds/load.ts";
import { readSeedFiles } from "../seeds/read/files.ts";
import { formatModule } from "../seeds/write/embed.ts";
import { systemTime } from "../world/clock.ts";

/** Compiles a directory of seeds into a module. Throws if they have an error. */
export async function compileSeeds(directory: string): Promise<string> {
  const { files: read, diagnostics: unread } = await readSeedFiles(directory, files);
  const named = read.map((file) => ({ ...file, path: file.path.slice(directory.length + 1) }));
  const { seeds, diagnostics } = loadSeeds({ files: named, now: systemTime() });
  if (seeds === undefined || unread.length > 0) {
    throw new Error(formatDiagnostics([...unread, ...diagnostics]));
  }
  return formatModule(seeds);
}

if (import.meta.main) {
  await files.writeWhole("src/seeds/embedded.ts", await compileSeeds("seeds"));
}
