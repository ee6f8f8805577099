// Archives and checksums that depend only on their content: the same files with the same time give the same
// bytes on every machine.
import { createHash } from "node:crypto";
import { type Zippable, zipSync } from "fflate";
import { createTar } from "nanotar";

/** A file of an archive, by its path within. */
export interface Entry {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable?: boolean;
}

// Why: an archive ends with two empty blocks, and nanotar does not always leave room for them.
const END_BYTES = 20 * 512;

/** Packs files, in the order given, as `.tar.gz`; `time` in seconds since 1970. */
export function packTarGz(entries: readonly Entry[], time: number): Uint8Array {
  return Bun.gzipSync(packTar(entries, time), { level: 6, library: "libdeflate" });
}

/** Packs a `.tar.gz` again as `.tar.xz`, whose size is three quarters. */
export async function packTarXz(archive: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  // Why: with several threads, the bytes would depend on the version of xz in more ways.
  const words = ["xz", "-9", "--threads=1", "--stdout"];
  const child = Bun.spawn(words, { stdin: new Blob([Bun.gunzipSync(archive)]) });
  const [bytes, code] = await Promise.all([new Response(child.stdout).bytes(), child.exited]);
  if (code !== 0) throw new Error(`xz failed with exit code ${code}`);
  return bytes;
}

/** Packs files, in the order given, as `.zip`; `time` in seconds since 1970. */
export function packZip(entries: readonly Entry[], time: number): Uint8Array {
  // Why: zip has times without a zone, and fflate writes the local time. Without the Z, UTC is read as local.
  const mtime = new Date(new Date(time * 1000).toISOString().slice(0, -1));
  const files: Zippable = {};
  for (const { path, bytes, executable = false } of entries) {
    // Why: zip keeps Unix permissions in the upper half of the attributes.
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

function packTar(entries: readonly Entry[], time: number): Uint8Array<ArrayBuffer> {
  const files = entries.map(({ path, bytes, executable }) => ({
    name: path,
    data: bytes,
    attrs: { mode: executable ? "755" : "644" },
  }));
  const attrs = { mtime: time * 1000, uid: 0, gid: 0, user: "root", group: "root" };
  const packed = createTar(files, { attrs });
  const tar = new Uint8Array(packed.length + END_BYTES);
  tar.set(packed);
  return tar;
}
