// Archives and checksums that depend on what is in them alone: the same files at the same time give the
// same bytes, whoever packs them and wherever.
import { createHash } from "node:crypto";
import { type Zippable, zipSync } from "fflate";
import { createTar } from "nanotar";

/** A file of an archive, by its path within. */
export interface Entry {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable?: boolean;
}

/** A directory of an archive, by its path within. */
export interface Directory {
  readonly path: string;
}

// Why: an archive ends with two empty blocks, for which nanotar leaves room by chance only. This is twenty.
const END_BYTES = 20 * 512;

/** Packs files, in the order given, as `.tar.gz`; `time` in seconds since 1970. */
export function packTarGz(entries: readonly Entry[], time: number): Uint8Array {
  return gzip(packTar(entries, time));
}

/** Packs files and directories, in the order given, as `.tar`; `time` in seconds since 1970. */
export function packTar(
  entries: readonly (Entry | Directory)[],
  time: number,
): Uint8Array<ArrayBuffer> {
  const files = entries.map((entry) =>
    "bytes" in entry
      ? { name: entry.path, data: entry.bytes, attrs: { mode: entry.executable ? "755" : "644" } }
      : { name: entry.path, attrs: { mode: "755" } },
  );
  const attrs = { mtime: time * 1000, uid: 0, gid: 0, user: "root", group: "root" };
  const packed = createTar(files, { attrs });
  const tar = new Uint8Array(packed.length + END_BYTES);
  tar.set(packed);
  return tar;
}

export function gzip(bytes: Uint8Array<ArrayBuffer>): Uint8Array {
  return Bun.gzipSync(bytes, { level: 6, library: "libdeflate" });
}

/** Packs files, in the order given, as `.zip`; `time` in seconds since 1970. */
export function packZip(entries: readonly Entry[], time: number): Uint8Array {
  const mtime = showUtcAsLocal(time);
  const files: Zippable = {};
  for (const { path, bytes, executable = false } of entries) {
    // Why: zip keeps the rights that Unix knows in the upper half of the attributes.
    const attrs = (executable ? 0o100755 : 0o100644) << 16;
    files[path] = [bytes, { level: 6, mtime, os: 3, attrs }];
  }
  return zipSync(files);
}

/** Writes the lines that `sha256sum --check` reads, of hashes by their files' names, sorted by name. */
export function formatSums(sums: ReadonlyMap<string, string>): string {
  return Array.from(sums)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, sum]) => `${sum}  ${file}\n`)
    .join("");
}

export function hash(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

// Why: zip has times without a zone, and fflate writes those of the zone it runs in.
function showUtcAsLocal(time: number): Date {
  const utc = new Date(time * 1000);
  return new Date(
    utc.getUTCFullYear(),
    utc.getUTCMonth(),
    utc.getUTCDate(),
    utc.getUTCHours(),
    utc.getUTCMinutes(),
    utc.getUTCSeconds(),
  );
}
