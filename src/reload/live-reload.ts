// Watches the files of the seeds that are served. A change is loaded in a worker and then served; if it has errors,
// the seeds stay as they were.
import * as reader from "../runtime/files.ts";
import { type Watcher, watch } from "../runtime/watch/watch.ts";
import type { Sandbox } from "../sandbox.ts";
import { type Diagnostic, isError, type SeedFile } from "../seeds/diagnostics/diagnostic.ts";
import type { Loaded } from "../seeds/load.ts";
import type { Seeds } from "../seeds/read/entries.ts";
import { SCENARIOS } from "../seeds/read/file-names.ts";
import { readSeedFiles, type SeedFiles } from "../seeds/read/files.ts";
import type { SettingsOverrides } from "../seeds/resolve/settings.ts";
import type { SystemTime } from "../world/clock.ts";
import { loadInWorker } from "./load-in-worker.ts";

/** What came of an edit. */
type Outcome =
  | {
      readonly outcome: "served";
      readonly before: Seeds;
      readonly after: Seeds;
      readonly warnings: readonly Diagnostic[];
      /** Whether the edit before it was refused. */
      readonly mended: boolean;
    }
  | { readonly outcome: "refused"; readonly error: Error };

/** What a follower tells; `files` are the paths of those that changed, came or went. */
export type Reload =
  | (Outcome & { readonly files: readonly string[] })
  /** The file system tells of no change; it is looked for by and by. */
  | { readonly outcome: "polling"; readonly reason: string }
  /** The files can't be followed; what they were at the start is served. */
  | { readonly outcome: "unfollowed"; readonly reason: string };

export interface LiveReloadOptions {
  /** The directory or file that the seeds were read from. */
  readonly path: string;
  /** Whether to look for changes by and by, where the file system tells of none. */
  readonly poll: boolean;
  readonly sandbox: Sandbox;
  /** What is being served, and the files that it was read from. */
  readonly seeds: Seeds;
  readonly files: readonly SeedFile[];
  readonly overrides: SettingsOverrides | undefined;
  readonly systemTime: SystemTime;
  readonly onReload: (reload: Reload) => void;
}

/** What is being served, and the hashes of its files. */
interface Current {
  seeds: Seeds;
  known: ReadonlyMap<string, string>;
}

/** Starts to watch the files of seeds, until the watcher is closed. */
export async function startLiveReload({
  seeds,
  files,
  ...options
}: LiveReloadOptions): Promise<Watcher> {
  return follow({ seeds, known: await fingerprint({ files, diagnostics: [] }) }, options);
}

// Runtime: what is made in an async function under Bun keeps what that was called with, and so the files
// are none of it.
async function follow(
  current: Current,
  options: Omit<LiveReloadOptions, "seeds" | "files">,
): Promise<Watcher> {
  const { path, poll, sandbox, overrides, systemTime, onReload } = options;
  let refused = false;
  let closed = false;
  let reloading = Promise.resolve();
  const onChange = () => {
    // Why: what a caller makes of one reload must not keep the next from happening.
    reloading = reloading.then(reload, reload);
    return reloading;
  };
  const onFallback = (reason: string) => onReload({ outcome: "polling", reason });
  const watcher = await watch({ path, nested: [SCENARIOS], poll, onChange, onFallback });
  // Why: for edits between the first reading and now. What a caller throws is its own matter.
  onChange().catch(() => {});
  return {
    close() {
      closed = true;
      watcher.close();
    },
  };

  async function reload(): Promise<void> {
    const read = await readSeedFiles(path, reader);
    const seen = await fingerprint(read);
    const changed = changesBetween(current.known, seen);
    current.known = seen;
    if (changed.length === 0) return;
    const reload = await serve(read).catch((error): Outcome => {
      return {
        outcome: "refused",
        error: error instanceof Error ? error : new Error(String(error)),
      };
    });
    if (closed || reload === undefined) return;
    refused = reload.outcome === "refused";
    await pause();
    onReload({ ...reload, files: changed });
  }

  async function serve(read: SeedFiles): Promise<Outcome | undefined> {
    const loaded = await load(read);
    await pause();
    if (closed) return undefined;
    const before = current.seeds;
    const after = sandbox.reload(loaded);
    current.seeds = after;
    const { diagnostics: warnings } = loaded;
    return { outcome: "served", before, after, warnings, mended: refused };
  }

  async function load({ files: read, diagnostics: found }: SeedFiles): Promise<Loaded> {
    // Why: what can't be read may hold all that the rest refers to.
    if (found.some(isError)) return { seeds: undefined, diagnostics: found };
    const { seeds, diagnostics } = await loadInWorker({
      files: read,
      now: systemTime(),
      overrides,
    });
    return { seeds, diagnostics: [...found, ...diagnostics] };
  }
}

/** Lets the answers that wait go out. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Each file's path with a hash of its content, or with the reason why it can't be read. */
async function fingerprint(read: SeedFiles): Promise<ReadonlyMap<string, string>> {
  const unreadable = read.diagnostics
    .filter(isError)
    .map(({ span, message }) => [span.file.path, message] as const);
  const hashes = read.files.map(async ({ path, text }) => {
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    return [path, new Uint8Array(hash).join()] as const;
  });
  return new Map([...unreadable, ...(await Promise.all(hashes))]);
}

function changesBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
}
