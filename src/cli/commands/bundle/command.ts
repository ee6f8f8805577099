// `bundle`: writes seeds and the Worker to a folder that `wrangler deploy` takes, for a sandbox that many
// people share.
import * as v from "valibot";
import { isPlainFile, kindOf, readBytes } from "../../../runtime/files.ts";
import { writeFiles } from "../../../runtime/write-files.ts";
import { formatDiagnostics } from "../../../seeds/diagnostics/diagnostic.ts";
import { EMBEDDED } from "../../../seeds/embedded.ts";
import { loadSeeds } from "../../../seeds/load.ts";
import type { Seeds } from "../../../seeds/read/entries.ts";
import { join } from "../../../seeds/read/file-names.ts";
import { shellWord } from "../../../shared/shell.ts";
import { systemTime } from "../../../world/clock.ts";
import { defineCommand } from "../../define-command.ts";
import { findSeeds, SEEDS_OPTION } from "../../seeds-option.ts";
import {
  CommandError,
  formatTable,
  shortReason,
  type Terminal,
  UsageError,
} from "../../terminal.ts";
import { readFileSet } from "../check/file-sets.ts";
import { type BundleFile, createBundleFiles, MARK } from "./files.ts";

export const BUNDLE = defineCommand({
  options: {
    seeds: SEEDS_OPTION,
    out: { value: "DIR", schema: () => v.string(), help: "the directory to write" },
    name: {
      value: "NAME",
      schema: () =>
        v.pipe(
          v.string(),
          v.regex(
            /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/,
            "lower-case letters, digits and hyphens, at most 63 characters",
          ),
        ),
      help: "the name of the Worker (default: merchant-sandbox)",
    },
  },
  notes: [
    "Deploy the project with `npx wrangler deploy`. Each world is a Durable Object.",
    "worker.js and seeds.js are written each time. wrangler.jsonc is written once, and is yours to edit.",
    "Seeds with errors are not written.",
    "Exit code: 0 written, 1 nothing written, 2 wrong usage.",
  ],
  async run({ options: { seeds: named, out, name = "merchant-sandbox" }, terminal }) {
    if (out === undefined) throw new UsageError("bundle needs --out DIR.");
    const [worker, path] = await Promise.all([loadWorker(), findSeeds(named)]);
    const seeds = path === undefined ? EMBEDDED : await loadSeedsFrom(path, terminal);
    const files = await createBundleFiles(name, seeds, worker);
    const kept = await writeBundle(out, files);
    return formatBundle(out, path ?? "the embedded seeds", files, kept);
  },
});

async function loadWorker(): Promise<string> {
  try {
    return (await import("./worker.ts")).WORKER;
  } catch {
    throw new CommandError("The Worker is not built yet.\n  Build it first: npm run build");
  }
}

/** Reads seeds as `serve` does. Throws `CommandError` if they have errors. */
async function loadSeedsFrom(path: string, terminal: Terminal): Promise<Seeds> {
  const read = await readFileSet(path);
  const now = systemTime();
  const { seeds, diagnostics } = loadSeeds({ ...read, now });
  if (seeds === undefined) {
    const mistakes = formatDiagnostics(diagnostics);
    throw new CommandError(`Cannot bundle the seeds. Nothing was written.\n\n${mistakes}`);
  }
  if (diagnostics.length > 0) terminal.stderr(`${formatDiagnostics(diagnostics)}\n\n`);
  // Why: the bundle does not show local paths, and the same seeds get the same hash.
  const files = read.files.map((file) => ({ ...file, path: pathWithin(path, file.path) }));
  return loadSeeds({ files, now }).seeds ?? seeds;
}

/** The path relative to a directory. A file that is given by itself is its name. */
function pathWithin(directory: string, path: string): string {
  const start = directory === path ? path.replace(/[^\\/]*$/, "") : directory;
  return path.slice(start.length).replace(/^[\\/]+/, "");
}

/** Writes the files, or none, and returns those that were left as they are. Throws `CommandError`. */
async function writeBundle(
  out: string,
  files: readonly BundleFile[],
): Promise<readonly BundleFile[]> {
  try {
    const kept: BundleFile[] = [];
    for (const file of files) if (await isKept(out, file)) kept.push(file);
    const written = files.filter((file) => !kept.includes(file));
    await writeFiles(
      out,
      written.map((file) => ({ ...file, replaces: !file.isTheirs })),
    );
    return kept;
  } catch (error) {
    throw new CommandError(
      `Cannot write the bundle to ${out}: ${shortReason(error)}.\n  Choose another directory: merchant-sandbox bundle --out DIR`,
    );
  }
}

/**
 * Returns whether a file is there and the user's. Throws if what is there is neither that nor from an earlier bundle.
 */
async function isKept(out: string, { path, isTheirs }: BundleFile): Promise<boolean> {
  const target = join(out, path);
  if ((await kindOf(target)) === "directory") throw new Error(`${path} in it is a directory`);
  const isPlain = await isPlainFile(target);
  if (isPlain === undefined) return false;
  if (isTheirs) return true;
  if (!isPlain) throw new Error(`${path} in it is a link`);
  const text = new TextDecoder().decode(await readBytes(target));
  if (!text.startsWith(MARK)) throw new Error(`${path} in it was not written by bundle`);
  return false;
}

async function formatBundle(
  out: string,
  seeds: string,
  files: readonly BundleFile[],
  kept: readonly BundleFile[],
): Promise<string> {
  const sizes = await Promise.all(files.map(({ text }) => packedSize(text)));
  const rows = files.map((file, index) => [
    `  ${file.path}`,
    kept.includes(file)
      ? "unchanged, because it is yours"
      : `${file.about}${file.isTheirs ? "" : `, ${sizes[index]} kB compressed`}`,
  ]);
  return [
    `Wrote a shared sandbox of ${seeds} to ${out}`,
    ...formatTable(rows),
    "",
    `Deploy it:     cd ${shellWord(out.replace(/^-/, "./-"))} && npx wrangler deploy`,
    "Allow worlds:  npx wrangler secret put CONTROL_TOKENS",
    "",
  ].join("\n");
}

/** How many kilobytes a text is when it is compressed. */
async function packedSize(text: string): Promise<number> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return Math.ceil((await new Response(packed).arrayBuffer()).byteLength / 1_000);
}
