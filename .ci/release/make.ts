// Makes the files of a release in a directory: compiles, checks, packs and runs each target, builds the image from the
// glibc targets, and writes the SBOM, the npm package, the install script and the checksums. Targets that fail a check are left out.
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { unsign } from "macho-unsign";
import manifest from "../../package.json" with { type: "json" };
import { findFaults } from "./check.ts";
import { fetchBun } from "./fetch-bun.ts";
import { makeFormulas } from "./formulas.ts";
import { buildImage, fetchLibc, IMAGE, type Part } from "./image.ts";
import { formatLicences } from "./licences.ts";
import { type Entry, formatSums, hash, packTarGz, packTarXz, packZip } from "./pack.ts";
import { run } from "./run.ts";
import { makeSbom } from "./sbom.ts";
import { executableOf, type Target } from "./targets.ts";
import { tryArchive, tryImage } from "./try.ts";

export interface Release {
  readonly builds: readonly Build[];
  /** The hash of each file, by its name. */
  readonly sums: ReadonlyMap<string, string>;
}

/** A target or the image: its size in bytes, where it was run, and why it is not released. */
export interface Build {
  readonly name: string;
  readonly size: number;
  readonly ran: string;
  readonly faults: readonly string[];
}

/** A directory with the files that the Containerfile copies for a machine. */
type Context = Awaited<ReturnType<typeof makeContext>>;

const { name, version } = manifest;

/** Makes a release of the targets given; `time`, in seconds since 1970, is that of its files. */
export async function makeRelease(
  directory: string,
  targets: readonly Target[],
  time: number,
): Promise<Release> {
  await mkdir(directory, { recursive: true });
  const work = resolve(await mkdtemp(join(directory, "../work-")));
  const sums = new Map<string, string>();
  const write = async (file: string, bytes: Uint8Array) => {
    await Bun.write(join(directory, file), bytes);
    sums.set(file, hash(bytes));
  };
  try {
    const { sbom, texts } = await describe(work);
    const builds: Build[] = [];
    const contexts: Context[] = [];
    for (const target of targets) {
      const executable = await compileTarget(target, join(work, target.name));
      const { archive, bytes } = await pack(target, executable, texts, time);
      const packed = join(work, archive);
      await Bun.write(packed, bytes);
      const faults = await findFaults(target, executable);
      const wasRun = faults.length === 0 && (await tryArchive(target, packed));
      const ran = wasRun ? "run" : "not run, which needs a machine of its kind";
      builds.push({ name: target.name, size: bytes.length, ran, faults });
      if (faults.length > 0) continue;
      await write(archive, bytes);
      if (target.glibc !== undefined) contexts.push(await makeContext(target, executable, texts));
    }
    if (contexts.length > 0) {
      const { bytes, ...build } = await makeImage(contexts, join(work, "image.tar"), time);
      builds.push(build);
      if (bytes) await write(IMAGE, bytes);
    }
    await write(`${name}.cdx.json`, Buffer.from(`${JSON.stringify(sbom, null, 2)}\n`));
    await write("install.sh", await readFile(".ci/release/install.sh"));
    const packed = (
      await run(["npm", "pack", "./dist", "--silent", "--pack-destination", work])
    ).trim();
    await write(packed, await readFile(join(work, packed)));
    return { builds, sums };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Lists the components of the executables, and creates the texts for each archive. */
async function describe(work: string) {
  const metafile = join(work, "metafile.json");
  await compile("linux-x64", join(work, name), [`--metafile=${metafile}`]);
  const sbom = await makeSbom(metafile, process.cwd());
  const texts: Entry[] = [
    { path: "LICENSE", bytes: await readFile("LICENSE") },
    { path: "README.md", bytes: await readFile("README.md") },
    { path: "THIRD-PARTY-LICENCES.txt", bytes: Buffer.from(formatLicences(sbom)) },
  ];
  return { sbom, texts };
}

/** Compiles a target with the Bun that the lock file pins, and returns the executable's path. */
async function compileTarget(target: Target, directory: string): Promise<string> {
  const path = join(directory, executableOf(target, name));
  const bun = await fetchBun(target, join(directory, "bun"));
  await compile(target.name, path, [`--compile-executable-path=${bun}`]);
  // Why: Bun's signature is invalid on executables for Intel Macs, which run unsigned ones.
  const unsigned = target.name === "darwin-x64" ? unsign(await readFile(path)) : null;
  if (unsigned !== null) await Bun.write(path, unsigned);
  return path;
}

/** Compiles as `npm run build:executable` does, with the same flags, for another platform. */
async function compile(target: string, path: string, flags: readonly string[]): Promise<void> {
  const script = manifest.scripts["build:executable"].split(" ");
  const words = [process.execPath, ...script.slice(1, script.indexOf("--outfile"))];
  // Why: Bun takes flags from BUN_OPTIONS, and the bytes must not depend on the machine.
  const env = { ...process.env, BUN_OPTIONS: "" };
  await run([...words, `--target=bun-${target}`, ...flags, "--outfile", path], { env });
}

async function pack(target: Target, path: string, texts: readonly Entry[], time: number) {
  const program = {
    path: executableOf(target, name),
    bytes: await readFile(path),
    executable: true,
  };
  const entries = [program, ...texts].map((entry) => ({
    ...entry,
    path: `${name}-${version}-${target.name}/${entry.path}`,
  }));
  return program.path.endsWith(".exe")
    ? { archive: `${name}-${target.name}.zip`, bytes: packZip(entries, time) }
    : { archive: `${name}-${target.name}.tar.gz`, bytes: packTarGz(entries, time) };
}

/** Builds the image and runs it here. Why it fails is a fault of the image, and not of the release. */
export async function makeImage(
  contexts: readonly Context[],
  archive: string,
  time: number,
): Promise<Build & { readonly bytes?: Buffer }> {
  try {
    const parts: Part[] = [];
    for (const { machine, path } of contexts) {
      // Why: shared by both builds, because Debian may have a new one in between.
      const libc = await fetchLibc(machine, join(archive, `../../libc6-${machine}`));
      parts.push({ machine, libc, context: path });
    }
    await buildImage(parts, archive, time);
    const machines = contexts.map(({ machine }) => machine);
    if (machines.some((it) => it === process.arch)) await tryImage(archive);
    const ran = machines.map((it) => `${it} ${it === process.arch ? "run" : "not run"}`).join(", ");
    const bytes = await readFile(archive);
    return { name: "image", size: bytes.length, ran, faults: [], bytes };
  } catch (error) {
    return { name: "image", size: 0, ran: "", faults: [String(error)] };
  }
}

/** Puts the files that the Containerfile copies into a build context. */
async function makeContext({ machine }: Target, executable: string, texts: readonly Entry[]) {
  const path = `${executable}-image`;
  const [licence, , licences] = texts;
  await run(["install", "-D", executable, join(path, "dist", name)]);
  await Bun.write(join(path, "LICENSE"), licence?.bytes ?? "");
  await Bun.write(join(path, "dist/third-party-licences.txt"), licences?.bytes ?? "");
  return { machine, path };
}

/** Adds what is made of the other files: `.tar.xz` archives, formulas and the checksums. */
export async function finishRelease(
  directory: string,
  sums: ReadonlyMap<string, string>,
  releases: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  const all = new Map(sums);
  const write = async (file: string, bytes: string | Uint8Array) => {
    await Bun.write(join(directory, file), bytes);
    all.set(file, hash(Buffer.from(bytes)));
  };
  const archives = Array.from(sums.keys()).filter((file) => file.endsWith(".tar.gz"));
  const packing = archives.map(async (file) => {
    const bytes = await Bun.file(join(directory, file)).bytes();
    await write(file.replace(".gz", ".xz"), await packTarXz(bytes));
  });
  await Promise.all(packing);
  if (releases !== undefined) {
    for (const [file, text] of makeFormulas(all, releases)) await write(file, text);
  }
  await Bun.write(join(directory, "SHA256SUMS"), formatSums(all));
  return all;
}
