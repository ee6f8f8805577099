// Watches the seed files. A change is loaded in a worker and then served. If it has errors, the last valid seeds stay.
import * as reader from "../runtime/files.ts";
import { type Watcher, watch } from "../runtime/watch.ts";
import type { Sandbox } from "../sandbox.ts";
import { type Diagnostic, isError, type SeedFile } from "../seeds/diagnostics/diagnostic.ts";
import type { Loaded } from "../seeds/load.ts";
import type { Seeds } from "../seeds/read/entries.ts";
import { SCENARIOS } from "../seeds/read/file-names.ts";
import { readSeedFiles, type SeedFiles } from "../seeds/read/files.ts";
import type { SettingsOverrides } from "../seeds/resolve/settings.ts";
import type { SystemTime } from "../world/clock.ts";
import { loadInWorker } from "./load-in-worker.ts";

/** A changed file. */
export interface FileEdit {
  readonly path: string;
  readonly edit: "changed" | "added" | "removed";
}

/** The result of an edit. */
type Outcome =
  | {
      readonly outcome: "served";
      readonly before: Seeds;
      readonly after: Seeds;
      readonly warnings: readonly Diagnostic[];
      /** Whether the previous edit was rejected. */
      readonly fixed: boolean;
    }
  | { readonly outcome: "refused"; readonly error: Error };

/** A report of live reload. A served edit lists the files since the last served one, any other those since the last. */
export type Reload =
  | (Outcome & { readonly files: readonly FileEdit[] })
  /** The file system delivers no events; the files are checked every second. */
  | { readonly outcome: "polling"; readonly reason: string }
  /** The files cannot be watched. The seeds of the start are served. */
  | { readonly outcome: "unfollowed"; readonly reason: string };

export interface LiveReloadOptions {
  /** The directory or file that the seeds were read from. */
  readonly path: string;
  /** Whether to check the files every second, for file systems without events. */
  readonly poll: boolean;
  readonly sandbox: Sandbox;
  /** The served seeds, and the files that they were read from. */
  readonly seeds: Seeds;
  readonly files: readonly SeedFile[];
  /** What was found when they were read. */
  readonly diagnostics: readonly Diagnostic[];
  readonly overrides: SettingsOverrides | undefined;
  readonly systemTime: SystemTime;
  /** Waits, because a file with errors may still be being written. Default: 300 ms. */
  readonly settle?: (() => Promise<void>) | undefined;
  readonly onReload: (reload: Reload) => void;
}

/** Hashes of files by their paths. */
type Fingerprint = ReadonlyMap<string, string>;

/** The served seeds, their files, and the files at the last check. */
interface Current {
  seeds: Seeds;
  served: Fingerprint;
  seen: Fingerprint;
}

// Why: a program that writes a file step by step pauses for less than this.
const SETTLE_MS = 300;

/** Starts to watch the files of seeds, until the watcher is closed. */
export async function startLiveReload({
  seeds,
  files,
  diagnostics,
  ...options
}: LiveReloadOptions): Promise<Watcher> {
  const served = await fingerprint({ files, diagnostics });
  return follow({ seeds, served, seen: served }, options);
}

// Runtime: in Bun, closures of an async function keep its arguments in memory. The texts of the files are therefore not
// among the arguments.
async function follow(
  current: Current,
  options: Omit<LiveReloadOptions, "seeds" | "files" | "diagnostics">,
): Promise<Watcher> {
  const { path, poll, sandbox, overrides, systemTime, onReload } = options;
  const { settle = () => pause(SETTLE_MS) } = options;
  let rejected = false;
  let closed = false;
  let reloading = Promise.resolve();
  const onChange = () => {
    // Why: an error that the listener of one reload throws must not prevent the next.
    reloading = reloading.then(reload, reload);
    return reloading;
  };
  const onFallback = (reason: string) => onReload({ outcome: "polling", reason });
  const watcher = await watch({ path, nested: [SCENARIOS], poll, onChange, onFallback });
  // Why: for edits since the first reading. Errors of a listener are not handled here.
  onChange().catch(() => {});
  return {
    close() {
      closed = true;
      watcher.close();
    },
  };

  async function reload(): Promise<void> {
    const { served, seen } = current;
    const read = await readFiles();
    if (editsSince(seen).length === 0) return;
    const outcome = await serve(read).catch((error): Outcome => {
      return { outcome: "refused", error: error instanceof Error ? error : new Error(`${error}`) };
    });
    if (closed || outcome === undefined) return;
    rejected = outcome.outcome === "refused";
    if (!rejected) current.served = current.seen;
    const sinceServed = rejected ? [] : editsSince(served);
    const files = sinceServed.length > 0 ? sinceServed : editsSince(seen);
    await pause();
    if (files.length > 0) onReload({ ...outcome, files });
  }

  // Why: if a directory cannot be read, its files are missing.
  function editsSince(before: Fingerprint): FileEdit[] {
    const edits = editsBetween(before, current.seen);
    return edits.filter((file) => file.path !== path || file.edit === "changed");
  }

  async function readFiles(): Promise<SeedFiles> {
    const read = await readSeedFiles(path, reader);
    current.seen = await fingerprint(read);
    return read;
  }

  async function serve(read: SeedFiles): Promise<Outcome | undefined> {
    const loaded = await loadSettled(read);
    await pause();
    if (closed) return undefined;
    const before = current.seeds;
    const after = sandbox.reload(loaded);
    current.seeds = after;
    return { outcome: "served", before, after, warnings: loaded.diagnostics, fixed: rejected };
  }

  /** Loads files. Files with errors are read again until they stop changing. */
  async function loadSettled({ files, diagnostics }: SeedFiles): Promise<Loaded> {
    const { seen } = current;
    const loaded = await loadInWorker({ files, diagnostics, now: systemTime(), overrides });
    if (loaded.seeds !== undefined || closed) return loaded;
    await settle();
    const again = await readFiles();
    return editsSince(seen).length === 0 ? loaded : loadSettled(again);
  }
}

/** Waits, so that pending responses are sent first. */
function pause(ms = 0): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Each file's path with a hash of its content, or with the reason why it can't be read, or is not read. */
async function fingerprint(read: SeedFiles): Promise<Fingerprint> {
  const unreadable = read.diagnostics
    .filter((diagnostic) => isError(diagnostic) || diagnostic.code === "unread-file")
    .map(({ span, message }) => [span.file.path, message] as const);
  const hashes = read.files.map(async ({ path, text }) => {
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    return [path, new Uint8Array(hash).join()] as const;
  });
  return new Map([...unreadable, ...(await Promise.all(hashes))]);
}

function editsBetween(before: Fingerprint, after: Fingerprint): FileEdit[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  const changed = [...paths].filter((path) => before.get(path) !== after.get(path));
  return changed.sort().map((path) => ({ path, edit: editOf(before.has(path), after.has(path)) }));
}

function editOf(was: boolean, is: boolean): FileEdit["edit"] {
  if (was && is) return "changed";
  return is ? "added" : "removed";
}
