// Watches the files of the seeds that are served. A change is loaded in a worker and then served; if it has errors,
// the last valid seeds are still served.
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

/** A file that is not as it was. */
export interface FileEdit {
  readonly path: string;
  readonly edit: "changed" | "added" | "removed";
}

/** What came of an edit. */
type Outcome =
  | {
      readonly outcome: "served";
      readonly before: Seeds;
      readonly after: Seeds;
      readonly warnings: readonly Diagnostic[];
      /** Whether the edit before it was rejected. */
      readonly fixed: boolean;
    }
  | { readonly outcome: "refused"; readonly error: Error };

/** What live reload reports; a served edit lists the files since the one served before, any other those since the last. */
export type Reload =
  | (Outcome & { readonly files: readonly FileEdit[] })
  /** The file system delivers no events; the files are checked every second. */
  | { readonly outcome: "polling"; readonly reason: string }
  /** The files can't be watched; what they were at the start is served. */
  | { readonly outcome: "unfollowed"; readonly reason: string };

export interface LiveReloadOptions {
  /** The directory or file that the seeds were read from. */
  readonly path: string;
  /** Whether to check the files every second, where the file system delivers no events. */
  readonly poll: boolean;
  readonly sandbox: Sandbox;
  /** What is being served, and the files that it was read from. */
  readonly seeds: Seeds;
  readonly files: readonly SeedFile[];
  /** What was found when they were read. */
  readonly diagnostics: readonly Diagnostic[];
  readonly overrides: SettingsOverrides | undefined;
  readonly systemTime: SystemTime;
  /** Waits for whoever may still be writing a file with errors. Default: 300 ms. */
  readonly settle?: (() => Promise<void>) | undefined;
  readonly onReload: (reload: Reload) => void;
}

/** Hashes of files by their paths. */
type Fingerprint = ReadonlyMap<string, string>;

/** What is being served and the files that it was read from, and the files as they were seen last. */
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

// Runtime: under Bun, what is made in an async function keeps that function's arguments alive. The texts of the
// files are therefore not among them.
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
  // Why: for edits between the first reading and now. What a listener throws is not ours to handle.
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

  // Why: of a directory that can't be read, its files are what is missed.
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

  /** Loads files. Those with errors are read again until nobody writes them any more. */
  async function loadSettled({ files, diagnostics }: SeedFiles): Promise<Loaded> {
    const { seen } = current;
    const loaded = await loadInWorker({ files, diagnostics, now: systemTime(), overrides });
    if (loaded.seeds !== undefined || closed) return loaded;
    await settle();
    const again = await readFiles();
    return editsSince(seen).length === 0 ? loaded : loadSettled(again);
  }
}

/** Lets waiting responses go out, or waits for longer. */
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
